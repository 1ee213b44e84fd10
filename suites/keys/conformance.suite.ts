import { section } from '../../src/suite.ts'
import { JWKS } from './requirements.ts'

section(JWKS)
