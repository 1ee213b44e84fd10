import { section } from '../src/suite.ts'
import { BODY } from '../suites/document/bodies/requirements.ts'

section(BODY)
