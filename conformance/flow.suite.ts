import { section } from '../src/suite.ts'
import { AUTH, FLOW } from '../suites/document/flow/requirements.ts'

section(FLOW, AUTH)
