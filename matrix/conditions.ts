import { memoizeLast } from '../protocol/encoding/memoize-last.ts'

/** Whether a message is good, as far as one validation goes. */
export type Validation<Facts> = (facts: Facts) => boolean

/** What a condition is about, and the validations for which it can matter. */
interface About {
  readonly of: RegExp
}

/** What may be the same in two messages. */
interface SharedTrait<Facts> extends About {
  readonly name: string
  readonly read: (facts: Facts) => string | undefined
  /** Whether it changes when keys are rotated. */
  readonly isRotated?: boolean
}

/** What of a message conditions depend on. */
export interface Traits<Facts> {
  readonly same: readonly SharedTrait<Facts>[]
  readonly algs?: readonly (About & { readonly read: (facts: Facts) => readonly string[] })[]
  /** What of a message is a list, and the message with a part of it. */
  readonly list?: About & {
    readonly count: (facts: Facts) => number
    readonly pick: (facts: Facts, isKept: (index: number, count: number) => boolean) => Facts
  }
  /** Messages that are unlike the usual one. */
  readonly unlike?: readonly (About & { readonly when: string; readonly isOne: (facts: Facts) => boolean })[]
}

/** When a validation is left out. */
export interface Condition<Facts> extends About {
  readonly when: string
  readonly weaken: (validation: Validation<Facts>) => Validation<Facts>
  /** Whether a message has what the condition is about. */
  readonly concerns: (facts: Facts) => boolean
}

/** Leaves a validation out, by what it has seen before. */
interface Memory<Facts> {
  readonly isLeftOut: (facts: Facts) => boolean
  readonly learn?: (facts: Facts, isGood: boolean) => void
}

const leaveOut = <Facts>(
  when: string,
  remember: () => Memory<Facts>,
  { of = /^/, concerns = () => true }: Partial<Pick<Condition<Facts>, 'of' | 'concerns'>> = {},
): Condition<Facts> => ({
  ...{ when, of, concerns },
  weaken: (validation) => {
    const { isLeftOut, learn } = remember()
    return (facts) => {
      const isGood = isLeftOut(facts) || validation(facts)
      learn?.(facts, isGood)
      return isGood
    }
  },
})

/** Left out from the moment on when a message has been good, or wrong, or either. */
const leaveOutOnce = <Facts>(when: string, isEnd: (isGood: boolean) => boolean): Condition<Facts> =>
  leaveOut(when, () => {
    let isOver = false
    return {
      isLeftOut: () => isOver,
      learn: (_, isGood) => {
        if (isEnd(isGood)) isOver = true
      },
    }
  })

const leaveOutAfter = <Facts>(when: string, last: boolean): Condition<Facts> =>
  leaveOut(when, () => {
    let before: boolean | undefined
    return {
      isLeftOut: () => before === last,
      learn: (_, isGood) => {
        before = isGood
      },
    }
  })

/** Left out by what came before, whatever it was. */
const listHistoric = <Facts>(): readonly Condition<Facts>[] => [
  leaveOutOnce('after the first message', () => true),
  leaveOutOnce('once it has accepted', (isGood) => isGood),
  leaveOutOnce('once it has refused', (isGood) => !isGood),
  leaveOutAfter('right after it has accepted', true),
  leaveOutAfter('right after it has refused', false),
]

function* leaveOutSame<Facts extends object>({ same }: Traits<Facts>): Generator<Condition<Facts>> {
  for (const { name, of, read: readSame, isRotated } of same) {
    const read = memoizeLast(readSame)
    const about = { of, concerns: (facts: Facts): boolean => read(facts) !== undefined }
    const remember = (isKept: (isGood: boolean) => boolean) => () => {
      const known = new Set<string>()
      return {
        isLeftOut: (facts: Facts) => known.has(read(facts) ?? ''),
        learn: (facts: Facts, isGood: boolean) => {
          const value = read(facts)
          if (value !== undefined && isKept(isGood)) known.add(value)
        },
      }
    }
    const another = () => {
      let first: string | undefined
      return {
        isLeftOut: (facts: Facts) => first !== undefined && (read(facts) ?? first) !== first,
        learn: (facts: Facts, isGood: boolean) => {
          if (isGood) first ??= read(facts)
        },
      }
    }
    yield leaveOut(
      `after a valid message with the same ${name}`,
      remember((isGood) => isGood),
      about,
    )
    yield leaveOut(
      `from the second message with the same ${name} on`,
      remember(() => true),
      about,
    )
    if (isRotated) yield leaveOut(`after a rotation of the ${name}`, another, about)
  }
}

function* leaveOutAlgs<Facts>({ algs = [] }: Traits<Facts>): Generator<Condition<Facts>> {
  for (const { of, read } of algs) {
    const concerns = (facts: Facts): boolean => read(facts).length > 0
    for (const [when, isIt] of [
      ['for ES256 alone', (alg: string) => alg === 'ES256'],
      ['for all algorithms but ES256', (alg: string) => alg !== 'ES256'],
    ] as const) {
      const isLeftOut = (facts: Facts): boolean => concerns(facts) && read(facts).every(isIt)
      yield leaveOut(when, () => ({ isLeftOut }), { of, concerns })
    }
  }
}

function* leaveOutPlaces<Facts>({ list }: Traits<Facts>): Generator<Condition<Facts>> {
  if (!list) return
  const { of, count, pick } = list
  for (const [when, least, isKept] of [
    ['for all of a list but the first', 2, (i: number) => i === 0],
    ['for all of a list but the last', 2, (i: number, all: number) => i === all - 1],
    ['in the middle of a list', 3, (i: number, all: number) => i === 0 || i === all - 1],
  ] as const) {
    const concerns = (facts: Facts): boolean => count(facts) >= least
    const weaken =
      (validation: Validation<Facts>): Validation<Facts> =>
      (facts) =>
        validation(concerns(facts) ? pick(facts, isKept) : facts)
    yield { when, of, weaken, concerns }
  }
}

/** All conditions of messages with these traits. What is shown under the first shows that a validation matters. */
export const listConditions = <Facts extends object>(traits: Traits<Facts>): readonly Condition<Facts>[] => [
  leaveOut('always', () => ({ isLeftOut: () => true })),
  ...listHistoric<Facts>(),
  ...leaveOutSame(traits),
  ...leaveOutAlgs(traits),
  ...leaveOutPlaces(traits),
  ...(traits.unlike ?? []).map(({ when, of, isOne }) =>
    leaveOut(when, () => ({ isLeftOut: isOne }), { of, concerns: isOne }),
  ),
]
