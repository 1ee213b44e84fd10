import { section } from '../src/suite.ts'
import { CERT, PROOF_ROWS, REQ, RESP } from '../suites/document/request/requirements.ts'

section(REQ, PROOF_ROWS, CERT, RESP)
