import { type ArtefactCheck, checkArtefact } from '../../model/check.ts'
import type { Finding, KnownFacts } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactContents } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { decodeObject } from '../../protocol/jose/jws.ts'
import { findUnless, isFilled, isText, listElements } from '../kit/values.ts'
import { isMac } from '../token-status-list/secured-checks.ts'

export type Value = JsonValue | undefined

/** The kinds whose content is a JSON object. */
export type JsonKind = {
  readonly [K in ArtefactKind]: ArtefactContents[K] extends JsonObject ? K : never
}[ArtefactKind]

/** One member, or one element, of which a requirement says what it is. */
export interface Look {
  readonly at: string
  readonly expected: string
  readonly isGood: boolean
  readonly value: Value
}

/** A check of members of a JSON object: each look that is not good is a finding. */
export const checkLooks = <K extends ArtefactKind>(
  row: Requirement,
  kind: K,
  list: (content: ArtefactContents[K], facts: KnownFacts) => Iterable<Look>,
): ArtefactCheck =>
  checkArtefact(row, kind, function* (content, context) {
    for (const each of list(content, context)) yield* showLook(each)
    return undefined
  })

const showLook = ({ at, expected, isGood, value }: Look): Generator<Finding> => findUnless(isGood, at, expected, value)

export const look = (at: string, value: Value, expected: string, isGood: boolean): Look => ({
  at,
  expected,
  isGood,
  value,
})

/** A check of one member by itself. */
export const checkMember = <K extends JsonKind>(
  row: Requirement,
  kind: K,
  name: string,
  expected: string,
  isGood: (value: Value) => boolean,
): ArtefactCheck =>
  checkLooks(row, kind, (content) => {
    const value = (content as JsonObject)[name] // the type says so
    return [look(`/${name}`, value, expected, isGood(value))]
  })

export const isAbsentOr =
  (isGood: (value: JsonValue) => boolean) =>
  (value: Value): boolean =>
    value === undefined || isGood(value)

export const isTexts = (value: Value): boolean => isFilled(value, isText)

export const isTruth = (value: Value): boolean => typeof value === 'boolean'

/** The characters of nonces and states: those that no URL encodes. */
export const isUrlSafe = (value: Value): boolean => isText(value) && /^[\w.~-]*$/.test(value)

/** As many characters of that alphabet as 128 random bits have at least. */
export const hasEntropy = (value: Value): boolean => isText(value) && value.length >= 22

/** A text that names a credential or a claim. */
export const isName = (value: Value): boolean => isText(value) && /^[\p{L}\p{N}_-]+$/u.test(value)

export const isAbsoluteUri = (value: Value): boolean => isText(value) && /^[a-z][a-z0-9+.-]*:[^\s#]+$/i.test(value)

/** Whether an algorithm makes signatures. One that is not known may. */
export const isSigning = (alg: Value): boolean => isText(alg) && !/^none$/i.test(alg) && !isMac(alg)

/** The queries for credentials of a query, with their places. */
export const listQueries = (query: Value): readonly (readonly [at: string, each: JsonObject])[] =>
  listElements(isObject(query) ? query.credentials : undefined, '/credentials')

/** The ids of the credentials of a query. */
export const listIds = (query: Value): ReadonlySet<Value> => new Set(listQueries(query).map(([, { id }]) => id))

/** Whether a presentation may come without proof that its holder has the key. */
export const isUnbound = ({ require_cryptographic_holder_binding: isBound }: JsonObject): boolean => isBound === false

export const isDcMode = (mode: Value): boolean => isText(mode) && /^dc_api(\.jwt)?$/.test(mode)

/**
 * Whether a request comes over the Digital Credentials API. Without a response mode, it is one that names the origins that
 * it expects, or neither a client nor an address.
 */
export function isOverDc({ response_mode: mode, expected_origins: origins, ...request }: JsonObject): boolean {
  if (mode !== undefined) return isDcMode(mode)
  return origins !== undefined || ['client_id', 'redirect_uri', 'response_uri'].every((name) => !(name in request))
}

export const isByPost = ({ response_mode: mode }: JsonObject): boolean =>
  isText(mode) && /^direct_post(\.jwt)?$/.test(mode)

export const isEncrypted = ({ response_mode: mode }: JsonObject): boolean => isText(mode) && mode.endsWith('.jwt')

/** Transaction data that can be read, with its places. */
export const listTransactions = ({
  transaction_data: list,
}: JsonObject): readonly (readonly [at: string, content: JsonObject])[] =>
  (Array.isArray(list) ? list : []).flatMap((each, i) => {
    const read = attempt(() => decodeObject(isText(each) ? each : ''))
    return 'value' in read ? [[`/transaction_data/${i}`, read.value] as const] : []
  })

/** The keys of client metadata, with their places. */
export const listClientKeys = (metadata: Value): readonly (readonly [at: string, key: JsonObject])[] => {
  const jwks = isObject(metadata) ? metadata.jwks : undefined
  return listElements(isObject(jwks) ? jwks.keys : undefined, '/jwks/keys')
}
