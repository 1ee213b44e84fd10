import type { Decide } from '../../../model/decision.ts'
import { hasSucceeded } from '../../../model/exchange.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { REFUSAL } from '../undefined-points/decisions.ts'
import { hasError } from './verdict-words.ts'

/** Whether a request got a response with a status of 2xx. One with an `error` counts only if it is no refusal, by decision. */
export const isAnswered = (parsed: ParsedMessage, decide: Decide): boolean =>
  hasSucceeded(parsed) && !isRefusedWithSuccess(parsed, decide)

/** Whether a request was refused with a status of 2xx and an `error`, where that was agreed. */
export const isRefusedWithSuccess = (parsed: ParsedMessage, decide: Decide): boolean =>
  decide(REFUSAL) === 'no-success' && hasSucceeded(parsed) && hasError(parsed.message.response?.body ?? '')
