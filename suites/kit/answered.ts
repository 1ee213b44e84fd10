import type { Decide } from '../../model/decision.ts'
import { hasSucceeded, type ParsedMessage } from '../../model/exchange.ts'
import { REFUSAL } from '../undefined-points/decisions.ts'
import { hasError } from './verdict-words.ts'

/** Whether a request got a response with a status of 2xx. One with an `error` counts only if it is no refusal, by decision. */
export const isAnswered = (parsed: ParsedMessage, decide: Decide): boolean =>
  hasSucceeded(parsed) && !(decide(REFUSAL) === 'no-success' && hasError(parsed.message.response?.body ?? ''))
