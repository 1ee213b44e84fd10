import { section } from '../../src/suite.ts'
import { NONCE } from './requirements.ts'

section(NONCE)
