import { section } from '../src/suite.ts'
import { CLAIM, CLAIMS } from '../suites/claims/requirements.ts'

section(CLAIM, CLAIMS)
