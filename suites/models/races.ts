import * as fc from 'fast-check'
import type { Director, Heard, Opened, Performance, Steps } from '../../src/model/probe.ts'
import { PRESENTED } from '../offer/decisions.ts'
import { call, cross, turnsOf } from './crossings.ts'
import { type Ending, exploring } from './exploring.ts'

/** How many ask at once, at most. */
const most = 4

/** Who runs for the same thing, and whose turn it is when. */
const runs = fc.record({ runners: fc.integer({ min: 2, max: most }), turns: turnsOf(most, 2 * most) })

/** What a runner asks with. */
interface Start extends Opened {
  readonly nonce: string
  readonly words: string
}

/** Gives every runner something to ask with; nothing, if that is lost. */
type Prepare = (steps: Steps, runners: number, did: string[]) => Promise<readonly Start[] | undefined>

const race =
  (prepare: Prepare) =>
  async ({ runners, turns }: { readonly runners: number; readonly turns: readonly number[] }, steps: Steps) => {
    const did: string[] = []
    const starts = await prepare(steps, runners, did)
    const heard: Heard[] = []
    let away = 0
    const asking = ({ words, ...given }: Start) => {
      const ask = steps.ready({ caller: 0, holder: 0, ...given })
      return call(async () => {
        did.push(away++ > 0 ? `at the same time ${words}` : words)
        heard.push(await ask())
        away--
      })
    }
    await cross(
      (starts ?? []).map(asking),
      turns.map((turn) => turn % runners),
    )
    return raced(heard, starts !== undefined, did, steps)
  }

/** One success is one too few to tell anything against, two are one too many. */
function raced(heard: readonly Heard[], isReady: boolean, did: readonly string[], { sessions }: Steps): Ending {
  const winners = heard.filter(({ answer }) => answer === 'accepted').length
  const isLost = !isReady || heard.some(({ answer }) => answer === 'undecided')
  const [session] = sessions
  return { aims: winners > 0 && !isLost ? 1 : 0, isLost, isExposed: winners > 1, did, ...(session && { session }) }
}

/** As many as there are to be; nothing, if one of them is missing. */
async function several<T>(count: number, get: () => Promise<T | undefined>): Promise<readonly T[] | undefined> {
  const all: T[] = []
  for (let i = 0; i < count; i++) {
    const one = await get()
    if (one === undefined) return undefined
    all.push(one)
  }
  return all
}

const openings = (steps: Steps, count: number, did: string[]) => {
  did.push(count === 1 ? 'opens a session' : `opens ${count} sessions`)
  return several(count, () => steps.open(0))
}

const nonces = (steps: Steps, count: number, did: string[]) => {
  did.push(count === 1 ? 'takes a nonce' : `takes ${count} nonces`)
  return several(count, () => steps.takeNonce(0))
}

/** One code, and a nonce for each. */
const forCode: Prepare = async (steps, runners, did) => {
  const [opened] = (await openings(steps, 1, did)) ?? []
  if (!opened) return undefined
  const taken = await nonces(steps, runners, did)
  return taken?.map((nonce, i) => ({ ...opened, nonce, words: `asks with the code and nonce ${i + 1}` }))
}

/** One nonce, and a code for each where it is shown. */
const forNonce =
  (isCodeShown: boolean): Prepare =>
  async (steps, runners, did) => {
    const opened = await openings(steps, isCodeShown ? runners : 1, did)
    const [nonce] = (opened && (await nonces(steps, 1, did))) ?? []
    if (!opened || nonce === undefined) return undefined
    return Array.from({ length: runners }, (_, i) => ({
      ...(opened[i % opened.length] ?? { dataset: '', code: '' }),
      nonce,
      words: isCodeShown ? `asks with code ${i + 1} and the nonce` : 'asks with the nonce',
    }))
  }

const racing = (prepare: Prepare) => exploring('refused', { values: runs, play: race(prepare) })

/** At most one request is good for a credential, however many show the same code in whatever order. */
export const racesForCode = racing(forCode)

/** The same with one nonce. */
export const racesForNonce = async (director: Director): Promise<Performance | undefined> =>
  racing(forNonce(director.decide(PRESENTED) === 'request'))(director)
