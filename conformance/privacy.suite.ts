import { section } from '../src/suite.ts'
import { SILENT } from '../suites/document/privacy/requirements.ts'

section(SILENT)
