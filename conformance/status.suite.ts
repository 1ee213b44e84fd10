import { section } from '../src/suite.ts'
import { STATUS } from '../suites/status/requirements.ts'

section(STATUS)
