import { section } from '../../src/suite.ts'
import { VAL } from './requirements.ts'

section(VAL)
