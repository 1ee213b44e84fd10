import { section } from '../src/suite.ts'
import { CRE, ENC } from '../suites/document/encryption/requirements.ts'

section(CRE, ENC)
