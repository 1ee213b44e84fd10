import { section } from '../src/suite.ts'
import { CALLBACK } from '../suites/document/callback/requirements.ts'

section(CALLBACK)
