import { section } from '../src/suite.ts'
import { LINK } from '../suites/deeplink/requirements.ts'

section(LINK)
