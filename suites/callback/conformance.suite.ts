import { section } from '../../src/suite.ts'
import { CALLBACK } from './requirements.ts'

section(CALLBACK)
