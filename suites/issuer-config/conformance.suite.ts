import { section } from '../../src/suite.ts'
import { CFG } from './requirements.ts'

section(CFG)
