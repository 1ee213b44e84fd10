import { collectContents, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import type { Attestation } from '../../../protocol/artefacts/attestation.ts'
import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { computeThumbprint, isP256Key } from '../../../protocol/jose/jwk.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'

/** A successful validation: its request and its result, as far as they could be decrypted. */
export interface Issuance {
  readonly session: string
  readonly call: ParsedMessage
  /** The callbacks before the next validation of the session. */
  readonly callbacks: readonly ParsedMessage[]
  readonly request?: JsonObject
  readonly attestations: readonly Attestation[]
  readonly response?: JsonObject
  readonly credentials: readonly SdJwt[]
  /** Whether a credential could not be decrypted or parsed. */
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
  const readable = findReadableRequest(call, own)
  const [response] = collectContents([call], 'response')
  const inResponse = collectContents([call], 'credential')
  const carriers = inResponse.length > 0 ? [call] : callbacks
  const [request] = collectContents(readable, 'request')
  return {
    session: call.message.session,
    call,
    callbacks,
    attestations: collectContents(readable, 'attestation'),
    credentials: collectContents(carriers, 'credential'),
    isPartial: carriers
      .flatMap(({ request, response }) => [...request, ...response])
      .some(({ kind, content }) => kind === 'credential' && content === undefined),
    ...(request && { request }),
    ...(response && { response }),
  }
}

/** The message in which the request is readable: the validation request itself, or the deeplink before it. */
function findReadableRequest(call: ParsedMessage, own: readonly ParsedMessage[]): readonly ParsedMessage[] {
  if (collectContents([call], 'request').length > 0) return [call]
  const link = selectMessagesTo(own, 'deeplink').findLast(({ message }) => message.number < call.message.number)
  return link ? [link] : []
}

/** Removes credentials that were presented again: of those with the same signed part, the first remains. */
export const removeDuplicates = (credentials: readonly SdJwt[]): readonly SdJwt[] =>
  [...Map.groupBy(credentials, ({ jws }) => jws.text).values()].flatMap(([first]) => first ?? [])

/** The thumbprints of the attested keys of an issuance, and of the keys that its credentials are bound to. */
export interface BoundKeys {
  readonly session: string
  readonly attested: readonly string[]
  readonly bound: readonly string[]
}

/** Reads the keys of an issuance; `undefined` if either side has none. Other requirements are about malformed keys. */
export function readBoundKeys({ session, attestations, credentials }: Issuance): BoundKeys | undefined {
  const attested = attestations.flatMap(({ jws }) => listThumbprints(jws.payload.attested_keys))
  const bound = credentials.flatMap(({ jws: { payload } }) =>
    listThumbprints(isObject(payload.cnf) ? [payload.cnf.jwk] : []),
  )
  return attested.length > 0 && bound.length > 0 ? { session, attested, bound } : undefined
}

const listThumbprints = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? list.filter(isObject).filter(isP256Key) : []).flatMap((key) => computeThumbprint(key) ?? [])
