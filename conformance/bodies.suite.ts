import { section } from '../src/suite.ts'
import { BODY } from '../suites/bodies/requirements.ts'

section(BODY)
