import { checkExchange as checkAny, checkMessages as checkEach, type ExchangeCheck } from '../../../model/check.ts'
import type { CheckContext, Inspection } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Exchange } from './exchange.ts'

type Inspect = (exchange: Exchange, context: CheckContext) => Inspection

/** A check looks at every message of a run of this exchange and yields a finding for each mistake. No finding is a pass. */
export const checkExchange = (requirement: Requirement, inspect: Inspect): ExchangeCheck =>
  checkAny(requirement, inspect as ExchangeCheck['inspect']) // its exchanges are of this suite

/** A check that looks at each message by itself. It applies in any part of any session. */
export const checkMessages = (requirement: Requirement, inspect: Inspect): ExchangeCheck =>
  checkEach(requirement, inspect as ExchangeCheck['inspect']) // as above
