import { section } from '../../src/suite.ts'
import { SD } from './requirements.ts'

section(SD)
