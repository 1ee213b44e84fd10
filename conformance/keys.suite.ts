import { section } from '../src/suite.ts'
import { JWKS } from '../suites/keys/requirements.ts'

section(JWKS)
