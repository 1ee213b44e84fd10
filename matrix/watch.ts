import type { Condition, Validation } from './conditions.ts'

/**
 * What the messages of a test come to under a condition. Made: a message that the validation refuses would be accepted.
 * Unmade: no message is. Absent: no message has what the condition is about.
 */
export type Occurrence = 'made' | 'unmade' | 'absent'

/** Watches a validation that is as it should be. */
export interface Watched<Facts> {
  readonly validation: Validation<Facts>
  readonly read: (condition: Condition<Facts>) => Occurrence
  /** The number of the first message that is refused, and would be accepted. */
  readonly findFirst: (condition: Condition<Facts>) => number | undefined
}

/**
 * Puts every message to a validation and to what it would be under each condition. Up to the first answer that differs, a
 * test of the weakened actor sends the same: a condition that makes no difference here is one that no message shows.
 */
export function watchValidation<Facts>(
  validation: Validation<Facts>,
  conditions: readonly Condition<Facts>[],
): Watched<Facts> {
  let now: { readonly facts: Facts; readonly isGood: boolean } | undefined
  const look: Validation<Facts> = (facts) => (now?.facts === facts ? now.isGood : validation(facts))
  const watched = conditions.map((condition) => ({ condition, weakened: condition.weaken(look) }))
  const seen = new Map<Condition<Facts>, Occurrence>()
  const first = new Map<Condition<Facts>, number>()
  let messages = 0
  return {
    validation: (facts) => {
      messages++
      const isGood = validation(facts)
      now = { facts, isGood }
      for (const { condition, weakened } of watched) {
        const before = seen.get(condition)
        if (weakened(facts) !== isGood) {
          if (before !== 'made' && !isGood) first.set(condition, messages)
          seen.set(condition, 'made')
        } else if (before === undefined && condition.concerns(facts)) seen.set(condition, 'unmade')
      }
      now = undefined
      return isGood
    },
    read: (condition) => seen.get(condition) ?? 'absent',
    findFirst: (condition) => first.get(condition),
  }
}

/** Leaves a validation out for one message, by its number. */
export function leaveOutAt<Facts>(validation: Validation<Facts>, number: number): Validation<Facts> {
  let messages = 0
  return (facts) => {
    messages++
    const isGood = validation(facts)
    return isGood || messages === number
  }
}
