import { section } from '../../src/suite.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

section(CLAIM, CLAIMS)
