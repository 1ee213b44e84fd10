import { section } from '../src/suite.ts'
import { CNF, CRED } from '../suites/credential/requirements.ts'

section(CRED, CNF)
