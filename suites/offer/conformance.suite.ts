import { section } from '../../src/suite.ts'
import { OFFER } from './requirements.ts'

section(OFFER)
