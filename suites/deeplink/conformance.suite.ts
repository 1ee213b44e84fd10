import { section } from '../../src/suite.ts'
import { LINK } from './requirements.ts'

section(LINK)
