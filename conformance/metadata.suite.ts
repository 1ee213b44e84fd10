import { section } from '../src/suite.ts'
import { META } from '../suites/document/metadata/requirements.ts'

section(META)
