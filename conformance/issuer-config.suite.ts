import { section } from '../src/suite.ts'
import { CFG } from '../suites/document/issuer-config/requirements.ts'

section(CFG)
