import { type Check, checkArtefact } from '../../model/check.ts'
import { type CheckContext, type Finding, type Inspection, inconclusive, notApplicable } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import { chooseHash } from '../../protocol/sd-jwt/hash-functions.ts'
import { findUnless, isText } from '../kit/values.ts'
import { listPresented, listSignable, type Presented, readBinding } from './presented.ts'
import { VPSIGN } from './response-requirements.ts'
import { isAbsentOr, isTexts } from './values.ts'

const kind = 'vp-response'

/** A Key Binding JWT that signs transaction data. */
interface Signing {
  readonly id: string
  readonly at: string
  readonly hashes: JsonValue
  readonly alg: JsonValue | undefined
}

function readSigning(each: Presented): readonly Signing[] {
  const binding = readBinding(each)
  const hashes = binding?.transaction_data_hashes
  const { id, at } = each
  return hashes === undefined
    ? []
    : [{ id, at: `${at}/kb_jwt/payload`, hashes, alg: binding?.transaction_data_hashes_alg }]
}

const listSignings = (content: JsonObject, context: CheckContext): readonly Signing[] =>
  listPresented(content, context).flatMap(readSigning)

/** A check of what Key Binding JWTs sign beside the request. */
const checkSignings = (
  row: Requirement,
  inspect: (
    signings: readonly Signing[],
    request: JsonObject,
    content: JsonObject,
    context: CheckContext,
  ) => Inspection,
): Check =>
  checkArtefact(row, kind, function* (content, context) {
    const { presentationRequest: request } = context
    if (!request) return notApplicable('the request was not given: see --presentation-request')
    return yield* inspect(listSignings(content, context), request, content, context)
  })

const listTexts = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter(isText) : []

/** The hash of a text of the request, as a Key Binding JWT has it; nothing, if it is not computed here. */
const hashText = (text: string, alg: JsonValue | undefined): string | undefined =>
  chooseHash(alg === undefined ? {} : { _sd_alg: alg })?.compute(text)

const isSigned = (signings: readonly Signing[], text: string): boolean =>
  signings.some(({ hashes, alg }) => listTexts(hashes).includes(hashText(text, alg) ?? ''))

/** The claims of a Key Binding JWT that sign nothing of a transaction. */
const ofBinding: ReadonlySet<string> = new Set(['iat', 'nbf', 'exp', 'jti', 'iss', 'sub', 'aud', 'nonce', 'sd_hash'])

/** Whether transaction data without a hash algorithm may be signed in a way of its type: by another claim, or in another format. */
const isSignedByType = (
  { transaction_data_hashes_alg: algorithms }: JsonObject,
  ids: readonly string[],
  presented: readonly Presented[],
): boolean =>
  algorithms === undefined &&
  presented.some((each) => {
    const names = Object.keys(readBinding(each) ?? {}).filter((name) => !ofBinding.has(name))
    return ids.includes(each.id) && (each.sdJwt?.keyBinding === undefined || names.some((name) => !HASHES.test(name)))
  })

const HASHES = /^transaction_data_hashes/

/** The hash algorithms that a request names. */
const listAlgorithms = (request: JsonObject): readonly JsonValue[] =>
  listSignable(request).flatMap(({ content: { transaction_data_hashes_alg: list } }) =>
    Array.isArray(list) ? list : [],
  )

function* findUnknown({ at, hashes, alg }: Signing, texts: readonly string[]): Generator<Finding> {
  const known = new Set(texts.map((text) => hashText(text, alg)))
  for (const [i, hash] of listTexts(hashes).entries())
    yield* findUnless(known.has(hash), `${at}/transaction_data_hashes/${i}`, 'the hash of transaction data', hash)
}

export const checks: readonly Check[] = [
  checkSignings(VPSIGN.FORM, function* (signings) {
    for (const { at, hashes } of signings)
      yield* findUnless(isTexts(hashes), `${at}/transaction_data_hashes`, 'at least one string', hashes)
    return undefined
  }),
  checkSignings(VPSIGN.HASH, function* (signings, request) {
    const texts = listTexts(request.transaction_data)
    for (const each of signings) {
      if (hashText('', each.alg) === undefined) return inconclusive('Assay does not compute the hash function')
      yield* findUnknown(each, texts)
    }
    return undefined
  }),
  checkSignings(VPSIGN.ALG, function* (signings, request) {
    const wanted = listAlgorithms(request)
    for (const { at, alg } of signings) {
      const isGood = wanted.length > 0 ? wanted.includes(alg as JsonValue) : isAbsentOr((own) => own === 'sha-256')(alg)
      const expected = wanted.length > 0 ? wanted.join(' or ') : 'sha-256, or nothing'
      yield* findUnless(isGood, `${at}/transaction_data_hashes_alg`, expected, alg)
    }
    return undefined
  }),
  checkSignings(VPSIGN.ALL, function* (signings, request, response, context) {
    const { vp_token: token } = response
    const shown = listPresented(response, context)
    if (token === undefined) return notApplicable('there are no presentations')
    for (const [i, { text, content }] of listSignable(request).entries()) {
      const ids = listTexts(content.credential_ids)
      const own = signings.filter(({ id }) => ids.includes(id))
      const isUnknown = own.some(({ alg }) => hashText('', alg) === undefined)
      const isGood = isUnknown || isSigned(own, text) || isSignedByType(content, ids, shown)
      yield* findUnless(isGood, '/vp_token', `a hash of /transaction_data/${i} of the request`, undefined)
    }
    return undefined
  }),
  checkSignings(VPSIGN.ONE, function* (signings, request) {
    for (const [i, { text }] of listSignable(request).entries()) {
      const ids = new Set(signings.filter((each) => isSigned([each], text)).map(({ id }) => id))
      const expected = `one credential for /transaction_data/${i} of the request`
      yield* findUnless(ids.size <= 1, '/vp_token', expected, [...ids])
    }
    return undefined
  }),
]
