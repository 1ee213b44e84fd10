import { section } from '../src/suite.ts'
import { AUTH, FLOW } from '../suites/flow/requirements.ts'

section(FLOW, AUTH)
