import { section } from '../src/suite.ts'
import { ERROR, EVENT, LIMIT, VERSION } from '../suites/undefined-points/requirements.ts'

section(EVENT, ERROR, LIMIT, VERSION)
