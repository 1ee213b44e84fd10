import { type Check, checkArtefact } from '../../../model/check.ts'
import type { Decide } from '../../../model/decision.ts'
import { collectContents, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { expectSame, finding, type Inspection, inconclusive, notApplicable, showValue } from '../../../model/finding.ts'
import { readDeeplink } from '../../../protocol/artefacts/deeplink.ts'
import { describeKind, isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { isSameUrl } from '../../../protocol/encoding/url.ts'
import { listRequestKeys, locateRequestKeys } from '../../../protocol/jose/agreed-encryption.ts'
import { type Jwe, openJweWithAny, readJwe } from '../../../protocol/jose/jwe.ts'
import { computeThumbprint, type Jwk, listKeys } from '../../../protocol/jose/jwk.ts'
import { findWrongMember } from '../../../protocol/jose/key-purpose.ts'
import { describeWeakKey, isComputableKey } from '../../../protocol/jose/sound-key.ts'
import { readMediaType } from '../kit/media-type.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { checkExchange, checkMessages } from '../model/check.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { CEREMONY, KEY_SOURCE, METHOD, PATH, PROFILE } from './decisions.ts'
import { describeWrongUse, findSecretKeys } from './published-keys.ts'
import { META } from './requirements.ts'
import { insertWellKnownPath, wellKnown } from './well-known.ts'

const onlyStandard = 'it applies only to metadata that follow OpenID4VCI'

const configurations = checkArtefact(META.TEMPLATES, 'metadata', function* (metadata, { decide }) {
  if (decide(PROFILE) === 'none') return notApplicable('further members are not checked, by decision')
  const { credential_configurations_supported: supported } = metadata
  if (supported === undefined && decide(PROFILE) === 'names')
    return notApplicable('the document does not define the member')
  if (!isObject(supported) || Object.keys(supported).length === 0) {
    yield finding(
      '/credential_configurations_supported',
      'at least one credential configuration',
      describeKind(supported),
    )
  }
  return undefined
})

/** Whether an object with the key is empty, or its key set is. The document does not define its members. */
const hasNoKey = (found: JsonObject): boolean =>
  Object.keys(found).length === 0 ||
  (isObject(found.jwks) && Array.isArray(found.jwks.keys) && found.jwks.keys.length === 0)

/** Whether no key is published, `null` in its place included, because it comes from elsewhere. */
const isElsewhere = (found: JsonValue | undefined, decide: Decide): boolean =>
  (found === undefined || found === null) && decide(KEY_SOURCE) !== 'metadata' && decide(CEREMONY) === 'no'

const keyIsElsewhere = 'the key does not come from the metadata, by decision'

const encryption = checkArtefact(
  META.ENCRYPTION,
  'metadata',
  function* ({ credential_request_encryption: found }, { decide }) {
    if (isElsewhere(found, decide)) return notApplicable(keyIsElsewhere)
    if (!isObject(found)) yield finding('/credential_request_encryption', 'an object', describeKind(found))
    else if (hasNoKey(found)) yield finding('/credential_request_encryption', 'a key', 'none')
    return undefined
  },
)

const identity = checkArtefact(META.IDENTITY, 'metadata', function* ({ credential_issuer }, { issuer, decide }) {
  if (decide(PROFILE) !== 'openid4vci-1.0') return notApplicable(onlyStandard)
  if (issuer === undefined) return inconclusive('the address of the issuer is unknown: pass --issuer')
  yield* expectSame('/credential_issuer', credential_issuer, issuer)
  return undefined
})

const listEncryptionKeys = ({ credential_request_encryption: found }: JsonObject) => listRequestKeys(found)

const keySet = checkArtefact(
  META['KEY-SET'],
  'metadata',
  function* ({ credential_request_encryption: found }, { decide }) {
    if (decide(PROFILE) !== 'openid4vci-1.0') return notApplicable(onlyStandard)
    if (isElsewhere(found, decide)) return notApplicable(keyIsElsewhere)
    if (!isObject(found)) return inconclusive('`credential_request_encryption` is not an object')
    const at = '/credential_request_encryption'
    const kids = listKeys(found.jwks).map(({ kid }) => kid)
    if (kids.length === 0) yield finding(`${at}/jwks`, 'a JWK Set with at least one key', describeKind(found.jwks))
    if (new Set(kids).size < kids.length)
      yield finding(`${at}/jwks`, 'distinct key IDs', kids.map(showValue).join(', '))
    const { enc_values_supported: enc, encryption_required: required } = found
    if (!Array.isArray(enc) || enc.length === 0)
      yield finding(`${at}/enc_values_supported`, 'an array with at least one element', describeKind(enc))
    if (typeof required !== 'boolean') yield finding(`${at}/encryption_required`, 'a boolean', describeKind(required))
    return undefined
  },
)

const keyAlg = checkArtefact(META['KEY-ALG'], 'metadata', function* (metadata, { decide }) {
  if (decide(PROFILE) !== 'openid4vci-1.0') return notApplicable(onlyStandard)
  if (isElsewhere(metadata.credential_request_encryption, decide)) return notApplicable(keyIsElsewhere)
  const keys = listEncryptionKeys(metadata)
  if (keys.length === 0) return inconclusive('no encryption key is published')
  for (const [i, { alg }] of keys.entries()) {
    const at = `/credential_request_encryption/jwks/keys/${i}/alg`
    if (typeof alg !== 'string') yield finding(at, 'a string', describeKind(alg))
  }
  return undefined
})

const publicOnly = (['metadata', 'issuer-config-response', 'offer'] as const).map((kind) =>
  checkArtefact(META.PUBLIC, kind, function* (content) {
    for (const { at, what } of findSecretKeys(content)) yield finding(at, 'no private or symmetric key', what)
    return undefined
  }),
)

const describeUnusable = (key: JsonValue): string | undefined =>
  isObject(key) && typeof key.kty === 'string'
    ? (describeWeakKey(key) ?? describeWrongUse(key) ?? describeWrongMember(key))
    : `${describeKind(key)} without \`kty\``

function describeWrongMember(key: Jwk): string | undefined {
  const wrong = findWrongMember(key)
  return wrong && `\`${wrong.member}\` is not ${wrong.expected}`
}

const strong = checkArtefact(META.STRONG, 'metadata', function* (metadata) {
  const keys = locateRequestKeys(metadata.credential_request_encryption)
  if (keys.length === 0) return notApplicable('no key for encryption is published')
  for (const [at, key] of keys) {
    const defect = describeUnusable(key)
    if (defect) yield finding(`/credential_request_encryption${at}`, 'a sound key for encryption', defect)
  }
  const isKnown = keys.some(([, key]) => isObject(key) && isComputableKey(key))
  return isKnown ? undefined : inconclusive('nothing is known of a key of this type or size')
})

/** Statuses of a missing resource, in contrast to one that is only protected. */
const missingStatuses: readonly (number | undefined)[] = [404, 410]

const isMissing = ({ message: { response } }: ParsedMessage): boolean =>
  missingStatuses.includes(response?.status) || response?.status === 405

const address = checkExchange(META.ADDRESS, function* ({ messages }, { decide }) {
  const calls = selectMessagesTo(messages, 'issuerMetadata').filter(({ message }) =>
    message.request.url.includes(wellKnown),
  )
  // An issuer that answers no other request either may have another address: then the path is not the cause.
  const isReachable = messages.some((each) => each.message.to === 'issuer' && hasSucceeded(each))
  // The document defines no method, and some servers answer 404 to the wrong one; the standard defines only GET.
  const hasTriedOther = calls.some((each) => each.message.request.method !== decide(METHOD) && isMissing(each))
  const isMethodOpen = decide(METHOD) === 'GET' && decide(PATH) === 'literal' && !hasTriedOther
  const missing = isReachable ? calls.filter(({ message }) => missingStatuses.includes(message.response?.status)) : []
  for (const { message } of missing) {
    const { status } = message.response ?? {}
    if (!isMethodOpen || status === 410) yield finding(wellKnown, 'metadata', `status ${status}`)
  }
  if (missing.length > 0 && isMethodOpen)
    return inconclusive('GET found nothing there; POST may: see endpoints.issuerMetadata.method')
  return calls.some(hasSucceeded) ? undefined : inconclusive('no metadata was returned at the well-known path')
})

const inserted = checkExchange(META.INSERTED, function* ({ messages }, { issuer, decide }) {
  if (decide(PATH) !== 'insertion') return notApplicable('the URL of the metadata is built differently, by decision')
  if (issuer === undefined) return inconclusive('the address of the issuer is unknown: pass --issuer')
  const isReachable = messages.some((each) => each.message.to === 'issuer' && hasSucceeded(each))
  const calls = selectMessagesTo(messages, 'issuerMetadata').filter(({ message }) =>
    isSameUrl(message.request.url, insertWellKnownPath(issuer)),
  )
  const missing = isReachable ? calls.filter(({ message }) => missingStatuses.includes(message.response?.status)) : []
  for (const { message } of missing) yield finding(wellKnown, 'metadata', `status ${message.response?.status}`)
  const found = calls.filter(hasSucceeded)
  for (const { credential_issuer: named } of decide(PROFILE) === 'none' ? [] : collectContents(found, 'metadata')) {
    // META-IDENTITY is about identifiers at another host.
    if (
      typeof named !== 'string' ||
      !isSameOrigin(named, issuer) ||
      isSameUrl(insertWellKnownPath(named), insertWellKnownPath(issuer))
    )
      continue
    yield finding('/credential_issuer', 'an identifier with the path that follows the well-known path', 'another path')
  }
  return found.length > 0 ? undefined : inconclusive('no metadata was returned at that URL')
})

const isSameOrigin = (url: string, other: string): boolean =>
  URL.canParse(url) && URL.canParse(other) && new URL(url).origin === new URL(other).origin

/** Whether a client accepts JSON. Without an `Accept` header field it accepts anything. */
const acceptsJson = (accept = ''): boolean => accept === '' || /\*\/\*|application\/(?:\*|json)/i.test(accept)

const json = checkMessages(META.JSON, function* ({ messages }) {
  const answers = selectMessagesTo(messages, 'issuerMetadata').filter(
    (each) => hasSucceeded(each) && acceptsJson(each.message.request.headers.accept),
  )
  if (answers.length === 0) return inconclusive('no metadata was returned to a client that accepts JSON')
  for (const { message } of answers) {
    const type = readMediaType(message.response)
    if (type !== 'application/json') yield finding('Content-Type', 'application/json', type ?? 'nothing')
  }
  return undefined
})

/** The encrypted parameters of a deeplink. */
function listEncrypted({ message }: ParsedMessage): readonly Jwe[] {
  const link = attempt(() => readDeeplink(message.request.url))
  const values = 'value' in link ? link.value.parameters.map(([, value]) => value) : []
  return values.flatMap((value) => {
    const read = attempt(() => readJwe(value))
    return 'value' in read ? [read.value] : []
  })
}

const keyUsed = checkMessages(META['KEY-USED'], function* ({ messages }, { keys, decide }) {
  if (decide(KEY_SOURCE) !== 'metadata') return notApplicable(keyIsElsewhere)
  let compared = 0
  for (const link of selectMessagesTo(messages, 'deeplink')) {
    const published = listKeysBefore(link, messages)
    if (published.length === 0) continue
    for (const jwe of listEncrypted(link)) {
      compared++
      const remark = yield* checkKeyUse(published, jwe, keys ?? [])
      if (remark) return remark
    }
  }
  return compared > 0 ? undefined : inconclusive('no request was seen together with metadata that publish a key')
})

/** Every key published before a deeplink: an issuer that changes its key still has to decrypt requests on their way. */
const listKeysBefore = ({ message: { number } }: ParsedMessage, messages: readonly ParsedMessage[]): readonly Jwk[] =>
  collectContents(
    selectMessagesTo(messages, 'issuerMetadata').filter((each) => hasSucceeded(each) && each.message.number < number),
    'metadata',
  ).flatMap(({ credential_request_encryption: found }) => listRequestKeys(found))

/** Identifies the key by decryption or, without the private key, by the key ID in the header. */
function* checkKeyUse(published: readonly Jwk[], jwe: Jwe, keys: readonly Jwk[]): Inspection {
  const thumbprints = new Set(published.map(computeThumbprint))
  const opened = attempt(() => openJweWithAny(jwe, keys))
  if ('value' in opened) {
    if (!thumbprints.has(computeThumbprint(opened.value.key)))
      yield finding('deeplink', 'a key of the metadata', 'another key')
    return undefined
  }
  const { kid } = jwe.header
  const named = published.find((key) => typeof kid === 'string' && key.kid === kid)
  const isOurs = keys.some((key) => thumbprints.has(computeThumbprint(key)))
  if (isOurs && opened.problem.code === 'jwe-decrypt') {
    yield finding('deeplink', 'a key of the metadata', 'none of them decrypts it')
  } else if (kid !== undefined && !named && published.every((key) => key.kid !== undefined)) {
    yield finding('deeplink › header/kid', 'the key ID of a key of the metadata', 'another key ID')
  } else if (named?.alg !== undefined && jwe.header.alg !== named.alg) {
    yield finding('deeplink › header/alg', showValue(named.alg), showValue(jwe.header.alg))
  } else if (!named) return inconclusive('the request has no `kid` and could not be decrypted')
  return undefined
}

export const checks: readonly Check[] = [
  configurations,
  encryption,
  checkSchema(META['RESPONSE-ENCRYPTION'], 'metadata'),
  identity,
  keySet,
  keyAlg,
  ...publicOnly,
  strong,

  address,
  inserted,
  json,
  keyUsed,
]
