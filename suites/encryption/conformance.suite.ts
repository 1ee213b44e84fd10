import { section } from '../../src/suite.ts'
import { CRE, ENC } from './requirements.ts'

section(CRE, ENC)
