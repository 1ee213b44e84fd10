import { section } from '../../src/suite.ts'
import { ATT } from './requirements.ts'

section(ATT)
