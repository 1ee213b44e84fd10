import {
  collectContents,
  type Exchange,
  hasSucceeded,
  type ParsedMessage,
  selectMessagesTo,
} from '../../model/exchange.ts'
import type { Attestation } from '../../protocol/artefacts/attestation.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { computeThumbprint, isP256Key } from '../../protocol/jose/jwk.ts'
import type { SdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'

/** A validation call that succeeded: what was asked in it, and what came of it, as far as both could be opened. */
export interface Issuance {
  readonly session: string
  readonly call: ParsedMessage
  /** What was delivered to the wallet backend until the next call. */
  readonly callbacks: readonly ParsedMessage[]
  readonly request?: JsonObject
  readonly attestations: readonly Attestation[]
  readonly response?: JsonObject
  readonly credentials: readonly SdJwt[]
  /** Whether there was a credential that could not be opened or read. */
  readonly isPartial: boolean
}

/** Every issuance of every session, in the order of the calls. */
export function collectIssuances({ messages }: Pick<Exchange, 'messages'>): readonly Issuance[] {
  const calls = selectMessagesTo(messages, 'validate').filter(hasSucceeded)
  return calls.map((call) => {
    const own = messages.filter(({ message }) => message.session === call.message.session)
    const next = calls.find(
      ({ message }) => message.session === call.message.session && message.number > call.message.number,
    )
    const until = next?.message.number ?? Number.POSITIVE_INFINITY
    const callbacks = selectMessagesTo(own, 'walletCallback').filter(
      ({ message: { number } }) => number > call.message.number && number < until,
    )
    return readIssuance(call, own, callbacks)
  })
}

function readIssuance(
  call: ParsedMessage,
  own: readonly ParsedMessage[],
  callbacks: readonly ParsedMessage[],
): Issuance {
  const asking = findReadableRequest(call, own)
  const [response] = collectContents([call], 'response')
  const inResponse = collectContents([call], 'credential')
  const shown = inResponse.length > 0 ? [call] : callbacks
  const [request] = collectContents(asking, 'request')
  return {
    session: call.message.session,
    call,
    callbacks,
    attestations: collectContents(asking, 'attestation'),
    credentials: collectContents(shown, 'credential'),
    isPartial: shown
      .flatMap(({ request, response }) => [...request, ...response])
      .some(({ kind, content }) => kind === 'credential' && content === undefined),
    ...(request && { request }),
    ...(response && { response }),
  }
}

/** The message in which the request of a call can be read: the call itself, or the deeplink that it came with. */
function findReadableRequest(call: ParsedMessage, own: readonly ParsedMessage[]): readonly ParsedMessage[] {
  if (collectContents([call], 'request').length > 0) return [call]
  const link = selectMessagesTo(own, 'deeplink').findLast(({ message }) => message.number < call.message.number)
  return link ? [link] : []
}

/** Credentials of which none is another shown once more: of those that have one signed part, the first stands. */
export const removeDuplicates = (credentials: readonly SdJwt[]): readonly SdJwt[] =>
  [...Map.groupBy(credentials, ({ jws }) => jws.text).values()].flatMap(([first]) => first ?? [])

/** The keys that the credentials of one issuance are bound to, and those that were attested for it, by their thumbprints. */
export interface BoundKeys {
  readonly session: string
  readonly attested: readonly string[]
  readonly bound: readonly string[]
}

/** The keys on both sides of an issuance; nothing, if one of the sides could not be read. What is no key is for other rows. */
export function readBoundKeys({ session, attestations, credentials }: Issuance): BoundKeys | undefined {
  const attested = attestations.flatMap(({ jws }) => listThumbprints(jws.payload.attested_keys))
  const bound = credentials.flatMap(({ jws: { payload } }) =>
    listThumbprints(isObject(payload.cnf) ? [payload.cnf.jwk] : []),
  )
  return attested.length > 0 && bound.length > 0 ? { session, attested, bound } : undefined
}

const listThumbprints = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list.filter(isObject).filter(isP256Key) : []).flatMap((key) => computeThumbprint(key) ?? [])
