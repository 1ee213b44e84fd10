import { section } from '../src/suite.ts'
import { JWKS } from '../suites/document/keys/requirements.ts'

section(JWKS)
