import { type Context, type Finding, finding, show } from '../src/model/check.ts'
import type { JsonValue } from '../src/protocol/json.ts'
import { TIMES } from './credential/decisions.ts'

/** Guards a UNIX timestamp: a number of seconds that lies in this century or close to it. */
export function* timestamp(at: string, value: JsonValue | undefined, { decide }: Context): Generator<Finding> {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    yield finding(
      at,
      'a number of seconds since 1970',
      show(value),
      typeof value === 'string' ? 'it is a string' : undefined,
    )
  } else if (value >= 1e11) {
    yield finding(at, 'a number of seconds since 1970', String(value), 'these are milliseconds')
  } else if (value < 1e9 || value >= 1e10) {
    yield finding(at, 'a time between 2001 and 2286, in seconds since 1970', String(value))
  } else if (decide(TIMES) === 'whole-seconds' && !Number.isInteger(value)) {
    yield finding(at, 'whole seconds', String(value))
  }
}

/** Whether a member is a time that can be compared with others. */
export const isTime = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && value >= 1e9 && value < 1e10
