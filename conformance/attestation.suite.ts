import { section } from '../src/suite.ts'
import { ATT } from '../suites/attestation/requirements.ts'

section(ATT)
