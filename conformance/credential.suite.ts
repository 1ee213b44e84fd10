import { section } from '../src/suite.ts'
import { CNF, CRED } from '../suites/document/credential/requirements.ts'

section(CRED, CNF)
