import { section } from '../src/suite.ts'
import { NONCE } from '../suites/nonce/requirements.ts'

section(NONCE)
