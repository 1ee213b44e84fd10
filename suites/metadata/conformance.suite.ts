import { section } from '../../src/suite.ts'
import { META } from './requirements.ts'

section(META)
