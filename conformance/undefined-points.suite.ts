import { section } from '../src/suite.ts'
import { ANSWERED, ERROR, EVENT, LIMIT, SURVIVES, VERSION } from '../suites/document/undefined-points/requirements.ts'

section(EVENT, ERROR, SURVIVES, ANSWERED, LIMIT, VERSION)
