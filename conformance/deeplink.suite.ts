import { section } from '../src/suite.ts'
import { LINK } from '../suites/document/deeplink/requirements.ts'

section(LINK)
