import { section } from '../../src/suite.ts'
import { CNF, CRED } from './requirements.ts'

section(CRED, CNF)
