import { section } from '../src/suite.ts'
import { META } from '../suites/metadata/requirements.ts'

section(META)
