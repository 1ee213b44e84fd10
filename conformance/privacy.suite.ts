import { section } from '../src/suite.ts'
import { SILENT } from '../suites/privacy/requirements.ts'

section(SILENT)
