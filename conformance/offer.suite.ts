import { section } from '../src/suite.ts'
import { OFFER } from '../suites/document/offer/requirements.ts'

section(OFFER)
