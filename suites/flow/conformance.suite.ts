import { section } from '../../src/suite.ts'
import { AUTH, FLOW } from './requirements.ts'

section(FLOW, AUTH)
