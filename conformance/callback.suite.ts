import { section } from '../src/suite.ts'
import { CALLBACK } from '../suites/callback/requirements.ts'

section(CALLBACK)
