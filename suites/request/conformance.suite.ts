import { section } from '../../src/suite.ts'
import { CERT, PROOF_ROWS, REQ, RESP } from './requirements.ts'

section(REQ, PROOF_ROWS, CERT, RESP)
