import * as fc from 'fast-check'
import type { Director, Performance, Steps, Trick } from '../../src/model/probe.ts'

/** What one story came to. */
export interface Ending {
  /** How often it did what it is about, and got an answer. */
  readonly aims: number
  /** Whether there are too few accounts for what it is about. */
  readonly isVain?: boolean
  /** Whether a message was lost: what the issuer knows is not known any more. */
  readonly isLost: boolean
  /** Whether an answer was not the one that it has to be. */
  readonly isExposed: boolean
  /** What was done, in words. */
  readonly did: readonly string[]
  /** The session in which it ended. */
  readonly session?: string
}

/** Messages cost something at a real issuer: so often a story is told again to make it shorter, at most. */
const tries = 80

/** Stories of one sort, at most: an issuer has to remember all that it gave out in them. */
const most = 1_000

/** How stories of one sort are told. */
export interface Telling<T> {
  readonly values: fc.Arbitrary<T>
  readonly play: (value: T, steps: Steps) => Promise<Ending>
  /** Shorter ones than this, which fast-check does not think of. */
  readonly shorten?: (value: T) => readonly T[]
}

/** What all stories of one sort came to. */
interface Explored extends Pick<Ending, 'aims' | 'isLost'> {
  readonly isVain: boolean
  /** The story that exposed the issuer. */
  readonly found?: Ending
}

/** Tells stories, one for each member. One that exposes the issuer is told again, shorter and shorter. */
async function explore<T>(
  { values, play, shorten = () => [] }: Telling<T>,
  { members, seed }: Pick<Director, 'members' | 'seed'>,
  tell: NonNullable<Director['tell']>,
): Promise<Explored> {
  let found: { readonly ending: Ending; readonly value: T } | undefined
  let [aims, isLost, isVain] = [0, false, false]
  const again = new Set<string>()
  const defects: unknown[] = []
  const story = (value: T) => async (steps: Steps) => {
    const ending = await play(value, steps)
    aims += ending.aims
    isLost ||= ending.isLost
    isVain ||= ending.isVain === true
    if (ending.isExposed) found = { ending, value }
    return !ending.isExposed
  }
  const holds = async (value: T): Promise<boolean> => {
    const name = nameOf(value)
    if (isLost || isVain || again.has(name) || again.size >= tries || defects.length > 0) return true
    if (found) again.add(name)
    return tell(story(value)).catch((error: unknown) => defects.push(error) === 0)
  }
  await fc.check(fc.asyncProperty(values, holds), { seed, numRuns: Math.min(members, most) })
  for (let left = found ? shorten(found.value) : []; left.length > 0; ) {
    const [next, ...others] = left
    left = next === undefined || (await holds(next)) ? others : shorten(next)
  }
  if (defects.length > 0) throw defects[0]
  return { aims, isLost, isVain, ...(found && { found: found.ending }) }
}

/** The same name for the same story. */
const nameOf = (value: unknown): string => (isIterable(value) ? [...value].map(String).join() : JSON.stringify(value))

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value

/** A trick that tells stories: what it came to, and the story that exposed the issuer. */
export const exploring =
  <T>(expected: Trick['expected'], telling: Telling<T>): ((director: Director) => Promise<Performance | undefined>) =>
  async ({ tell, members, seed }) => {
    if (!tell || members < 1) return undefined
    const { aims, isLost, isVain, found } = await explore(telling, { members, seed }, tell)
    if (isVain) return undefined
    if (!found && isLost)
      return { answer: aims > 0 ? expected : 'undecided', did: `${aims} times, and then a message was lost` }
    if (!found) return { answer: aims > 0 ? expected : 'undecided' }
    return {
      answer: expected === 'refused' ? 'accepted' : 'refused',
      did: `${found.did.join(', ')}; the same \`--seed\` does it again (as a number, ${seed})`,
      ...(found.session !== undefined && { session: found.session }),
    }
  }
