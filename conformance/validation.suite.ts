import { section } from '../src/suite.ts'
import { VAL } from '../suites/validation/requirements.ts'

section(VAL)
