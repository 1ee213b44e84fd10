import { section } from '../src/suite.ts'
import { CRE, ENC } from '../suites/encryption/requirements.ts'

section(CRE, ENC)
