import { section } from '../../src/suite.ts'
import { BODY, ERROR, EVENT, LIMIT, SILENT, VERSION } from './requirements.ts'

section(BODY, SILENT, EVENT, ERROR, LIMIT, VERSION)
