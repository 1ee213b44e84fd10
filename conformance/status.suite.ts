import { section } from '../src/suite.ts'
import { STATUS } from '../suites/document/status/requirements.ts'

section(STATUS)
