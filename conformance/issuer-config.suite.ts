import { section } from '../src/suite.ts'
import { CFG } from '../suites/issuer-config/requirements.ts'

section(CFG)
