import { section } from '../src/suite.ts'
import { NONCE } from '../suites/document/nonce/requirements.ts'

section(NONCE)
