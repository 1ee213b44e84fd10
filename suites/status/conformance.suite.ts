import { section } from '../../src/suite.ts'
import { STATUS } from './requirements.ts'

section(STATUS)
