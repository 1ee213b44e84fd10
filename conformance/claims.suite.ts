import { section } from '../src/suite.ts'
import { CLAIM, CLAIMS } from '../suites/document/claims/requirements.ts'

section(CLAIM, CLAIMS)
