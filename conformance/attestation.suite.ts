import { section } from '../src/suite.ts'
import { ATT } from '../suites/document/attestation/requirements.ts'

section(ATT)
