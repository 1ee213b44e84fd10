import type { Deviation } from '../src/model/actors.ts'
import type { Decide } from '../src/model/decision.ts'
import type { Director, Trick } from '../src/model/probe.ts'
import type { Asked, Endpoint, Hop } from '../src/model/wire.ts'
import { type JsonObject, parseJsonObject } from '../src/protocol/json.ts'
import { attempt } from '../src/protocol/problem.ts'
import { both, instead } from './deviations.ts'
import { SINGLE_USE as NONCE_USE } from './nonce/decisions.ts'
import { SINGLE_USE as CODE_USE, PRESENTED } from './offer/decisions.ts'

/** What the decisions make a rule of codes and nonces. */
export const isCodeShown = (decide: Decide): boolean => decide(PRESENTED) === 'request'
export const isCodeOnce = (decide: Decide): boolean => isCodeShown(decide) && decide(CODE_USE) === 'once'
export const isNonceOnce = (decide: Decide): boolean => decide(NONCE_USE) === 'once'
export const isAnyOnce = (decide: Decide): boolean => isNonceOnce(decide) || isCodeOnce(decide)

/** Attests another nonce than was given, and is consistent in it. */
export const attesting = (nonce: string): Deviation =>
  both(
    instead('wallet', 'describe', (honest) => () => honest(nonce)),
    instead('wallet', 'attest', (honest) => (_, x5c) => honest(nonce, x5c)),
  )

/** A whole session with one actor bent. */
export const session =
  (deviation: Deviation | ((director: Director) => Deviation | undefined)): Trick['play'] =>
  async (director) => {
    const bent = typeof deviation === 'function' ? deviation(director) : deviation
    return bent && director.endOf(await director.play({ deviation: bent }))
  }

/** A session that is played as it should be, and then something with what was said in it. */
export const afterwards =
  (then: (hops: readonly Hop[], director: Director) => ReturnType<Trick['play']>): Trick['play'] =>
  async (director) => {
    const hops = await director.play()
    return director.endOf(hops) === 'accepted' ? then(hops, director) : 'undecided'
  }

/** The last call to an endpoint. */
export const callIn = (hops: readonly Hop[], endpoint: Endpoint): Asked | undefined =>
  hops.findLast((hop) => hop.endpoint === endpoint)?.asked

/** The last answer of an endpoint, as an object. */
export function answerIn(hops: readonly Hop[], endpoint: Endpoint): JsonObject {
  const body = hops.findLast((hop) => hop.endpoint === endpoint)?.replied?.body ?? ''
  const read = attempt(() => parseJsonObject(body))
  return 'value' in read ? read.value : {}
}

/** A text of an answer; empty if it is not there. */
export function textIn(hops: readonly Hop[], endpoint: Endpoint, ...names: readonly string[]): string {
  const answer = answerIn(hops, endpoint)
  return names.map((name) => answer[name]).find((value): value is string => typeof value === 'string') ?? ''
}
