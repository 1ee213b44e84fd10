import { at, type Exchange, isAnswered, type Passage, readIn } from '../src/model/exchange-check.ts'
import type { Attestation } from '../src/protocol/attestation.ts'
import { isObject, type JsonObject } from '../src/protocol/json.ts'
import { isP256, thumbprint } from '../src/protocol/jwk.ts'
import type { SdJwt } from '../src/protocol/sd-jwt.ts'

/** A validation call that succeeded: what was asked in it, and what came of it, as far as both could be opened. */
export interface Issuance {
  readonly session: string
  readonly call: Passage
  /** What was delivered to the wallet backend until the next call. */
  readonly callbacks: readonly Passage[]
  readonly request?: JsonObject
  readonly attestations: readonly Attestation[]
  readonly response?: JsonObject
  readonly credentials: readonly SdJwt[]
  /** Whether there was a credential that could not be opened or read. */
  readonly isPartial: boolean
}

/** Every issuance of every session, in the order of the calls. */
export function issuancesIn({ passages }: Pick<Exchange, 'passages'>): readonly Issuance[] {
  const calls = at(passages, 'validate').filter(isAnswered)
  return calls.map((call) => {
    const own = passages.filter(({ hop }) => hop.session === call.hop.session)
    const next = calls.find(({ hop }) => hop.session === call.hop.session && hop.number > call.hop.number)
    const until = next?.hop.number ?? Number.POSITIVE_INFINITY
    const callbacks = at(own, 'walletCallback').filter(
      ({ hop: { number } }) => number > call.hop.number && number < until,
    )
    return issuanceOf(call, own, callbacks)
  })
}

function issuanceOf(call: Passage, own: readonly Passage[], callbacks: readonly Passage[]): Issuance {
  const asking = whereOpen(call, own)
  const [response] = readIn([call], 'response')
  const inResponse = readIn([call], 'credential')
  const shown = inResponse.length > 0 ? [call] : callbacks
  const [request] = readIn(asking, 'request')
  return {
    session: call.hop.session,
    call,
    callbacks,
    attestations: readIn(asking, 'attestation'),
    credentials: readIn(shown, 'credential'),
    isPartial: shown
      .flatMap(({ asked, replied }) => [...asked, ...replied])
      .some(({ kind, content }) => kind === 'credential' && content === undefined),
    ...(request && { request }),
    ...(response && { response }),
  }
}

/** The message in which the request of a call can be read: the call itself, or the deeplink that it came with. */
function whereOpen(call: Passage, own: readonly Passage[]): readonly Passage[] {
  if (readIn([call], 'request').length > 0) return [call]
  const link = at(own, 'deeplink').findLast(({ hop }) => hop.number < call.hop.number)
  return link ? [link] : []
}

/** Credentials of which none is another shown once more: of those that have one signed part, the first stands. */
export const distinct = (credentials: readonly SdJwt[]): readonly SdJwt[] =>
  [...Map.groupBy(credentials, ({ jws }) => jws.text).values()].flatMap(([first]) => first ?? [])

/** The keys that the credentials of one issuance are bound to, and those that were attested for it, by their thumbprints. */
export interface BoundKeys {
  readonly session: string
  readonly attested: readonly string[]
  readonly bound: readonly string[]
}

/** The keys on both sides of an issuance; nothing, if one of the sides could not be read. What is no key is for other rows. */
export function boundKeysOf({ session, attestations, credentials }: Issuance): BoundKeys | undefined {
  const attested = attestations.flatMap(({ jws }) => thumbprintsIn(jws.payload.attested_keys))
  const bound = credentials.flatMap(({ jws: { payload } }) =>
    thumbprintsIn(isObject(payload.cnf) ? [payload.cnf.jwk] : []),
  )
  return attested.length > 0 && bound.length > 0 ? { session, attested, bound } : undefined
}

const thumbprintsIn = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list.filter(isObject).filter(isP256) : []).flatMap((key) => thumbprint(key) ?? [])
