import { section } from '../src/suite.ts'
import { SD } from '../suites/document/disclosure/requirements.ts'

section(SD)
