import { section } from '../src/suite.ts'
import { OFFER } from '../suites/offer/requirements.ts'

section(OFFER)
