import { section } from '../src/suite.ts'
import { SD } from '../suites/disclosure/requirements.ts'

section(SD)
