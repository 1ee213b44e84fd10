import { type CheckContext, explainClock, type Finding, finding, showValue } from '../../../model/finding.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import { showMilliseconds } from '../../jose/jwt-rules.ts'
import { TIMES } from '../credential/decisions.ts'

/** The first and the last time that are taken for one: in the year 2001, and at the end of the year 9999. */
const [first, last] = [1e9, 253_402_300_799]

/** From here on, seconds would be in the year 33658: these are milliseconds. */
const leastMilliseconds = 1e12

/** Checks that a value is a UNIX timestamp between 2001 and 9999. */
export function* checkTimestamp(
  at: string,
  value: JsonValue | undefined,
  { decide }: CheckContext,
): Generator<Finding> {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    yield finding(
      at,
      'a number of seconds since 1970',
      showValue(value),
      typeof value === 'string' ? 'it is a string' : undefined,
    )
  } else if (value >= leastMilliseconds) {
    yield finding(at, 'a number of seconds since 1970', showMilliseconds(value))
  } else if (value < first || value > last) {
    yield finding(at, 'a time between 2001 and 9999, in seconds since 1970', String(value))
  } else if (decide(TIMES) === 'whole-seconds' && !Number.isInteger(value)) {
    yield finding(at, 'whole seconds', String(value))
  }
}

/** Checks a time at which a validity period begins, which may be long ago. */
export function* checkStartTime(at: string, value: JsonValue | undefined, context: CheckContext): Generator<Finding> {
  if (!isLongAgo(value)) yield* checkTimestamp(at, value, context)
}

/** Checks that now is within the validity period, with some clock skew. Other checks are about malformed times. */
export function* checkValidityTimes(
  { iat, nbf, exp }: JsonObject,
  { now, skew }: { readonly now: number; readonly skew: number },
): Generator<Finding> {
  if (isTimestamp(exp) && now > exp + skew)
    yield finding('/payload/exp', 'a time in the future', `${formatTime(exp)}, which has passed`)
  for (const [name, value] of Object.entries({ iat, nbf })) {
    if (isTimestamp(value) && now < value - skew) {
      yield finding(
        `/payload/${name}`,
        'a time that is not in the future',
        `${formatTime(value)}, which is in the future`,
        explainClock(value - now),
      )
    }
  }
}

const formatTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Whether a member is a time that can be compared with others. */
export const isTimestamp = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && value >= first && value <= last

/** Whether a member is a time before those of `isTimestamp`, such as 0. */
export const isLongAgo = (value: JsonValue | undefined): boolean =>
  typeof value === 'number' && value >= 0 && value < first
