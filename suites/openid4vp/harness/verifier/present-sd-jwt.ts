import { encodeBase64url } from '../../../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { chooseHash } from '../../../../protocol/sd-jwt/hash-functions.ts'
import { readAnySdJwt } from '../../../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../../../protocol/sd-jwt/processing.ts'
import type { ClaimPath } from '../../../../protocol/sd-jwt-vc/claim-path.ts'
import { isClaimPath } from '../../../../protocol/sd-jwt-vc/type-metadata.ts'
import { clearSignature, writeAsn1Signature } from '../../../jose/signature-forms.ts'
import { type WalletAlgorithm, walletAlgorithms, walletSigning } from '../../../jose/wallet-algorithms.ts'
import { allForms, textForms, writeNear } from '../../../kit/near-values.ts'
import { dropMembers } from '../../../kit/samples.ts'
import { makeKey, signText, writeJwt } from '../../../oauth/harness/wallet-keys.ts'
import { toPublic } from '../../../sd-jwt/sample.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { isCovered, readPath, splitPlace } from '../../presented.ts'
import type { PresentationChange } from '../../verifier/probes.ts'
import { chooseClaims, needsSeveral, renameClaims } from './choose-credentials.ts'
import {
  changeType,
  criticalHeader,
  type IssuanceTask,
  issueSdJwt,
  listCompared,
  listTyped,
  plainClaims,
  signByPublicKey,
} from './issue-sd-jwt.ts'
import type { PresentationTask } from './session.ts'

/** A presentation of an SD-JWT VC, with a Key Binding JWT. */
export function presentSdJwt(given: PresentationTask): string {
  const { own, change } = given
  const query = renameClaims(given.query, change)
  const alg = own ? findAlgorithm(own.holderKey) : given.alg
  const holderKey = own?.holderKey ?? (alg === 'ES256' ? keys.holder : makeKey(alg).privateKey)
  const task = { ...given, query, alg, holder: publish(holderKey) }
  const text = own?.text ?? issueSdJwt(task)
  const shown = selectDisclosures(changeJwt(text, change), task)
  if (change === 'unbound' || task.query.require_cryptographic_holder_binding === false) return shown
  return alterBinding(`${shown}${bind(shown, holderKey, task)}`, text, task)
}

const publish = ({ d: _, ...key }: Jwk): Jwk => key

const findAlgorithm = ({ crv }: Jwk): WalletAlgorithm =>
  walletAlgorithms.find((alg) => walletSigning[alg].curve === crv) ?? 'ES256'

const needsDisclosure: ReadonlySet<PresentationChange> = new Set([
  ...textForms.map((form) => `${form}-claim` as const),
  ...(['altered-claim', 'missing-claim', ...needsSeveral] as const),
])

/** Whether a query needs several claims that are not parts of one another. */
function asksForSeveral(query: JsonObject): boolean {
  const names = chooseClaims(query).map((claim) => readPath(claim)[0])
  const [first = [], ...others] = (Array.isArray(query.claim_sets) ? query.claim_sets : []).filter(Array.isArray)
  const isReplaced = others.some((set) => set.every((id: JsonValue) => first.includes(id)))
  return !isReplaced && names.length > 1 && new Set(names).size === names.length
}

/** Whether a change makes a difference: whether there is what it changes. */
export function canChangeSdJwt(change: PresentationChange, { query, request, origin, own }: PresentationTask): boolean {
  const { meta, id = null, require_cryptographic_holder_binding: isBound } = query
  const clientId = typeof request.client_id === 'string' ? request.client_id : undefined
  const transactions = Array.isArray(request.transaction_data) ? request.transaction_data.map(readText) : []
  if (change === 'whole') return own === undefined
  if (ofMdocs.has(change)) return false
  if (ofTypes.has(change))
    return isObject(meta) && Array.isArray(meta.vct_values) && !meta.vct_values.includes(changeType(query, change))
  if (change === 'type-never') return findDisclosed(query) !== undefined
  if (change.endsWith('-transaction')) return transactions.some((text) => readIds(text).includes(id))
  if (change === 'other-value') return listCompared(query).some(isHidden)
  if (change === 'typed-value') return listTyped(query).some(isHidden)
  const isOfPrefix = change === 'namesake-audience' || change === 'unprefixed-audience'
  if (isOfPrefix && origin === undefined && !readText(request.client_id).includes(':')) return false
  if (change === 'client-audience' && (origin === undefined || [undefined, `origin:${origin}`].includes(clientId)))
    return false
  if (change === 'address-audience' && !isOtherAddress(request)) return false
  if (needsSeveral.has(change) && !asksForSeveral(query)) return false
  if (isBound === false && ofBinding.has(change)) return false
  if (needsDisclosure.has(change) || change === 'narrow-hash')
    return chooseClaims(query).length > 0 && chooseClaims(query).every(isHidden)
  if (own && (change === 'hidden-later' || change === 'shown-later'))
    return readAnySdJwt(own.text).disclosures.length > 1
  return true
}

/** Whether the address of the response is not the name of the client, prefix or not. */
const isOtherAddress = ({ response_uri: address, client_id: client }: JsonObject): boolean =>
  typeof address === 'string' && !readText(client).endsWith(address)

const ofMdocs: ReadonlySet<PresentationChange> = new Set([
  'critical-device',
  'critical-issuer',
  'unprotected-device',
  'unprotected-issuer',
  'other-address',
  'keyless-session',
  'signed-early',
  'relabelled',
  'moved-element',
])

const ofTypes: ReadonlySet<PresentationChange> = new Set([
  ...allForms.map((form) => `${form}-type` as const),
  ...(['other-type', 'listed-type'] as const),
])

const ofBinding: ReadonlySet<PresentationChange> = new Set([
  'usual-hash',
  ...allForms.flatMap((form) => [`${form}-nonce`, `${form}-audience`, `${form}-hash`] as const),
  'other-nonce',
  'other-audience',
  'namesake-audience',
  'client-audience',
  'address-audience',
  'no-audience',
  'no-nonce',
  'unbound',
  'other-holder',
  'self-named-holder',
  'hidden-holder',
  'broken-binding',
  'unsigned-binding',
  'other-typ',
  'hidden-later',
  'shown-later',
  'old-binding',
  'future-binding',
  'timeless-binding',
  'expired-binding',
  'early-binding',
  'critical-binding',
  'noted-binding',
  'mac-binding',
  'unprefixed-audience',
  'misnamed-binding',
  'nameless-binding',
  'listed-nonce',
  'listed-audience',
  'proof-typ',
  'longer-signature',
  'asn1-signature',
  'null-signature',
  'no-hash',
  'narrow-hash',
  'open-hash',
])

/** A claim of a query that is in a disclosure, and its path. */
export const findDisclosed = (query: JsonObject): ClaimPath | undefined =>
  chooseClaims(query).filter(isHidden).map(readPath).find(isClaimPath)

const isHidden = (claim: JsonObject): boolean => !plainClaims.has(readText(readPath(claim)[0]))

/** What the issuer signed, with a signature that is not its own. */
function changeJwt(text: string, change?: PresentationChange): string {
  if (change !== 'broken-signature') return text
  const [jwt = '', ...rest] = text.split('~')
  return [breakSignature(jwt), ...rest].join('~')
}

/** Changes one bit in the middle of a signature. */
function breakSignature(jwt: string): string {
  const [head = '', payload = '', signature = ''] = jwt.split('.')
  const octets = Buffer.from(signature, 'base64url')
  octets.writeUInt8(octets.readUInt8(octets.length >> 1) ^ 1, octets.length >> 1)
  return [head, payload, octets.toString('base64url')].join('.')
}

/** Adds an octet to a signature. */
function lengthenSignature(jwt: string): string {
  const [head = '', payload = '', signature = ''] = jwt.split('.')
  return [head, payload, Buffer.from([...Buffer.from(signature, 'base64url'), 0]).toString('base64url')].join('.')
}

/** The credential with the disclosures that the query asks for. */
function selectDisclosures(text: string, { change, ...task }: IssuanceTask): string {
  const { query } = task
  const isRenamed = change !== undefined && ofFirst.has(change)
  const isMisnamed = change === 'misnamed-hash' || change === 'unknown-hash'
  // Without its change a credential has the same disclosures at the same places.
  const sdJwt = readAnySdJwt(isRenamed || isMisnamed ? issueSdJwt(task) : text)
  const all = text.split('~').slice(1, -1)
  const processed = applyDisclosures(sdJwt)
  const wanted = chooseClaims(query).map(readPath)
  const kept = keepClaims(wanted, change)
  const isShown = (i: number): boolean => {
    const place = processed?.disclosed[[...(processed?.places.keys() ?? [])].indexOf(i)]
    return place !== undefined && kept.some((path) => isCovered(splitPlace(place), path))
  }
  const shown = all.filter((_, i) => isShown(i))
  const [jwt = ''] = text.split('~')
  const more = change === 'hidden-later' ? all.filter((_, i) => !isShown(i)).slice(0, 1) : []
  const hidden = isRenamed ? all.slice(0, 1) : []
  return [jwt, ...hidden, ...changeDisclosures(shown, change), ...more, ''].join('~')
}

/** Changes of the first disclosure, of a claim for which no query asks. */
const ofFirst: ReadonlySet<PresentationChange> = new Set([
  'repeated-name',
  'reserved-name',
  'reserved-dots',
  'longer-disclosure',
])

function keepClaims<T>(wanted: readonly T[], change?: PresentationChange): readonly T[] {
  if (change === 'missing-claim') return []
  if (change === 'missing-first-claim') return wanted.slice(1)
  return change === 'missing-last-claim' ? wanted.slice(0, -1) : wanted
}

const invented = encodeBase64url(JSON.stringify(['c2FsdC1vZi0xMjgtYml0cw', 'nickname', 'invented']))

const inventedElement = encodeBase64url(JSON.stringify(['c2FsdC1vZi0xMjgtYml0cw', 'invented']))

function changeDisclosures(shown: readonly string[], change?: PresentationChange): readonly string[] {
  if (change === 'invented-claim') return [...shown, invented]
  if (change === 'invented-element') return [...shown, inventedElement]
  if (change !== 'altered-claim') return shown
  return shown.map((text, i) => (i === 0 ? alterDisclosure(text) : text))
}

function alterDisclosure(text: string): string {
  const content: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  const parts = Array.isArray(content) ? content : []
  return encodeBase64url(JSON.stringify([...parts.slice(0, -1), 'changed']))
}

function bind(shown: string, key: Jwk, task: PresentationTask): string {
  const { request, now, change, presents, alg } = task
  const isOther = change === 'other-holder' || change === 'self-named-holder'
  const full = { alg, typ: 'kb+jwt', ...changeHeader(change, alg) }
  const header = change === 'nameless-binding' ? dropMembers('alg')(full) : full
  // Who has one hash function for all finds its own here.
  const isMisnamed = change === 'misnamed-hash' || change === 'unknown-hash' || change === 'usual-hash'
  const bound =
    change === 'narrow-hash' ? `${shown.split('~')[0]}~` : change === 'open-hash' ? shown.slice(0, -1) : shown
  const hash = chooseHash(isMisnamed ? {} : readAnySdJwt(shown).payload)?.compute(bound) ?? ''
  const { iat: _, ...own } = presents?.binding({ iat: now }) ?? {}
  const claims: Record<string, JsonValue> = {
    ...own,
    ...chooseTime(now, change),
    aud: chooseAudience(task),
    nonce: chooseNonce(readText(request.nonce), change),
    sd_hash: writeNear(hash, 'hash', change),
    ...signTransactions(task),
    ...(change === 'noted-binding' && note),
  }
  if (change === 'no-audience') delete claims.aud
  if (change === 'no-nonce') delete claims.nonce
  if (change === 'no-hash') delete claims.sd_hash
  if (change === 'mac-binding') return writeMac({ ...header, alg: 'HS256' }, claims, key)
  if (change === 'unsigned-binding') return writeJwt({ ...header, alg: 'none' }, claims, () => Buffer.alloc(0))
  const other = alg === 'ES256' ? keys.forger : makeKey(alg).privateKey
  return writeJwt(header, claims, (input) => signText(alg, input, isOther ? other : key))
}

function changeHeader(change: PresentationChange | undefined, alg: WalletAlgorithm): JsonObject {
  if (change === 'misnamed-binding') return { alg: alg === 'ES384' ? 'ES256' : 'ES384' }
  if (change === 'self-named-holder') return { jwk: toPublic(keys.forger) }
  if (change === 'noted-binding') return note
  if (change === 'other-typ') return { typ: 'JWT' }
  if (change === 'proof-typ') return { typ: 'openid4vci-proof+jwt' }
  return change === 'critical-binding' ? criticalHeader : {}
}

const note: JsonObject = { 'x-note': 'a' }

function chooseTime(now: number, change?: PresentationChange): JsonObject {
  if (change === 'timeless-binding') return {}
  const [hours, year] = [2 * 3600, 365 * 86_400]
  if (change === 'expired-binding') return { iat: now, exp: now - hours }
  if (change === 'early-binding') return { iat: now, nbf: now + hours }
  return { iat: change === 'old-binding' ? now - year : change === 'future-binding' ? now + year : now }
}

function chooseNonce(nonce: string, change?: PresentationChange): JsonValue {
  if (change === 'other-nonce') return 'n-of-another-session-0S6_WzA2Mjq7'
  return change === 'listed-nonce' ? [nonce] : writeNear(nonce, 'nonce', change)
}

/** A JWT with an HMAC, whose secret is a public key that everyone knows. */
function writeMac(header: JsonObject, claims: JsonObject, key: Jwk): string {
  const input = [header, claims].map((part) => encodeBase64url(JSON.stringify(part))).join('.')
  return `${input}.${signByPublicKey(input, key).toString('base64url')}`
}

function chooseAudience({ request, origin, change }: PresentationTask): JsonValue {
  const client = readText(request.client_id)
  if (change === 'address-audience') return readText(request.response_uri)
  if (origin === undefined || change === 'client-audience') return changeAudience(client, change)
  return changeAudience(`origin:${origin}`, change)
}

function changeAudience(client: string, change?: PresentationChange): JsonValue {
  if (change === 'listed-audience') return [client]
  if (change === 'unprefixed-audience') return client.slice(client.indexOf(':') + 1)
  if (change === 'other-audience') return 'x509_san_dns:other.example'
  if (change === 'namesake-audience') return `${client.slice(0, client.indexOf(':'))}:other.example`
  return writeNear(client, 'audience', change)
}

/** The hashes of all transaction data that this credential may sign. */
function signTransactions({ request, query, change }: PresentationTask): JsonObject {
  const list = (Array.isArray(request.transaction_data) ? request.transaction_data : []).map(readText)
  const own = list.filter((text) => readIds(text).includes(query.id ?? null))
  if (own.length === 0 || change === 'unsigned-transaction') return {}
  const hashes = own.map((text) => chooseHash({})?.compute(change === 'other-transaction' ? `${text}A` : text) ?? '')
  return { transaction_data_hashes: hashes, transaction_data_hashes_alg: 'sha-256' }
}

function readIds(text: string): readonly JsonValue[] {
  try {
    const { credential_ids: ids }: { credential_ids?: JsonValue } = JSON.parse(
      Buffer.from(text, 'base64url').toString(),
    )
    return Array.isArray(ids) ? ids : []
  } catch {
    return []
  }
}

/** Changes what is shown after the holder has signed. */
function alterBinding(presented: string, credential: string, { change }: PresentationTask): string {
  const pieces = presented.split('~')
  const [jwt = '', ...rest] = pieces
  const binding = rest.pop() ?? ''
  if (change === 'broken-binding') return [jwt, ...rest, breakSignature(binding)].join('~')
  if (change === 'longer-signature') return [jwt, ...rest, lengthenSignature(binding)].join('~')
  if (change === 'asn1-signature') return [jwt, ...rest, writeAsn1Signature(binding)].join('~')
  if (change === 'null-signature') return [jwt, ...rest, clearSignature(binding)].join('~')
  if (change === 'hidden-later') return [jwt, ...rest.slice(0, -1), binding].join('~')
  if (change !== 'shown-later') return presented
  const more = credential
    .split('~')
    .slice(1, -1)
    .find((each) => !rest.includes(each))
  return [jwt, ...rest, ...(more === undefined ? [] : [more]), binding].join('~')
}
