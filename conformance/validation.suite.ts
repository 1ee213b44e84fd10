import { section } from '../src/suite.ts'
import { VAL } from '../suites/document/validation/requirements.ts'

section(VAL)
