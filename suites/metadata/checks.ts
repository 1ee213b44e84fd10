import { type Check, checkArtefact, checkExchange } from '../../model/check.ts'
import { collectContents, hasSucceeded, type ParsedMessage, selectMessagesTo } from '../../model/exchange.ts'
import { expectSame, finding, type Inspection, inconclusive, notApplicable, showValue } from '../../model/finding.ts'
import { readDeeplink } from '../../protocol/artefacts/deeplink.ts'
import { describeKind, isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jwe, openJweWithAny, readJwe } from '../../protocol/jose/jwe.ts'
import { computeThumbprint, type Jwk, listKeys, listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { readMediaType } from '../kit/media-type.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { CEREMONY, KEY_SOURCE, METHOD, PATH, PROFILE } from './decisions.ts'
import { META } from './requirements.ts'
import { insertWellKnownPath } from './well-known.ts'

const standard = 'only where the metadata follow OpenID4VCI'

const templates = checkArtefact(META.TEMPLATES, 'metadata', function* (metadata, { decide }) {
  if (decide(PROFILE) === 'none') return notApplicable('further fields are not looked at')
  const { credential_configurations_supported: supported } = metadata
  if (supported === undefined && decide(PROFILE) === 'names')
    return notApplicable('the text does not say where templates stand')
  if (!isObject(supported) || Object.keys(supported).length === 0) {
    yield finding('/credential_configurations_supported', 'one template at least', describeKind(supported))
  }
  return undefined
})

const encryption = checkArtefact(
  META.ENCRYPTION,
  'metadata',
  function* ({ credential_request_encryption: found }, { decide }) {
    const elsewhere = decide(KEY_SOURCE) !== 'metadata' && decide(CEREMONY) === 'no'
    if (found === undefined && elsewhere) return notApplicable('the key comes from elsewhere')
    if (!isObject(found)) yield finding('/credential_request_encryption', 'an object', describeKind(found))
    return undefined
  },
)

const identity = checkArtefact(META.IDENTITY, 'metadata', function* ({ credential_issuer }, { issuer, decide }) {
  if (decide(PROFILE) !== 'openid4vci-1.0') return notApplicable(standard)
  if (issuer === undefined) return inconclusive('the address of the issuer is not known: give --issuer')
  yield* expectSame('/credential_issuer', credential_issuer, issuer)
  return undefined
})

const encryptionKeys = ({ credential_request_encryption: found }: JsonObject) =>
  isObject(found) ? listKeys(found.jwks) : []

const keySet = checkArtefact(
  META['KEY-SET'],
  'metadata',
  function* ({ credential_request_encryption: found }, { decide }) {
    if (decide(PROFILE) !== 'openid4vci-1.0') return notApplicable(standard)
    if (!isObject(found)) return inconclusive('`credential_request_encryption` is no object')
    const at = '/credential_request_encryption'
    const kids = listKeys(found.jwks).map(({ kid }) => kid)
    if (kids.length === 0) yield finding(`${at}/jwks`, 'a key set', describeKind(found.jwks))
    if (new Set(kids).size < kids.length)
      yield finding(`${at}/jwks`, 'distinct key ids', kids.map(showValue).join(', '))
    const { enc_values_supported: enc, encryption_required: required } = found
    if (!Array.isArray(enc) || enc.length === 0)
      yield finding(`${at}/enc_values_supported`, 'one value at least', describeKind(enc))
    if (typeof required !== 'boolean') yield finding(`${at}/encryption_required`, 'a boolean', describeKind(required))
    return undefined
  },
)

const keyAlg = checkArtefact(META['KEY-ALG'], 'metadata', function* (metadata, { decide }) {
  if (decide(PROFILE) !== 'openid4vci-1.0') return notApplicable(standard)
  const keys = encryptionKeys(metadata)
  if (keys.length === 0) return inconclusive('no encryption key is published')
  for (const [i, { alg }] of keys.entries()) {
    const at = `/credential_request_encryption/jwks/keys/${i}/alg`
    if (typeof alg !== 'string') yield finding(at, 'the name of an algorithm', describeKind(alg))
  }
  return undefined
})

const publicOnly = checkArtefact(META.PUBLIC, 'metadata', function* (metadata) {
  for (const [i, key] of encryptionKeys(metadata).entries()) {
    const secrets = listPrivateMembers(key)
    const at = `/credential_request_encryption/jwks/keys/${i}`
    if (secrets.length > 0) yield finding(at, 'a public key', `a key with ${secrets.join(', ')}`)
  }
  return undefined
})

const wellKnown = '/.well-known/openid-credential-issuer'

/** Answers that say that nothing is there, in contrast to those that only keep it back. */
const absent: readonly (number | undefined)[] = [404, 410]

const address = checkExchange(META.ADDRESS, function* ({ messages }, { decide }) {
  const asked = selectMessagesTo(messages, 'issuerMetadata').filter(({ message }) =>
    message.request.url.includes(wellKnown),
  )
  // Who answers nowhere else either is at another place altogether, which says nothing of this path.
  const isThere = messages.some((each) => each.message.to === 'issuer' && hasSucceeded(each))
  // The document shows no method, and some answer 404 to the wrong one; the standard knows only GET.
  const isMethodOpen = decide(METHOD) === 'GET' && decide(PATH) === 'literal'
  const missing = isThere ? asked.filter(({ message }) => absent.includes(message.response?.status)) : []
  for (const { message: hop } of missing) {
    const { status } = hop.response ?? {}
    if (!isMethodOpen || status === 410) yield finding(wellKnown, 'metadata', `status ${status}`)
  }
  if (missing.length > 0 && isMethodOpen)
    return inconclusive('nothing was found there with GET; with POST it may be: endpoints.issuerMetadata.method')
  return asked.some(hasSucceeded) ? undefined : inconclusive('nobody was served metadata at the well-known path')
})

const inserted = checkExchange(META.INSERTED, function* ({ messages }, { issuer, decide }) {
  if (decide(PATH) !== 'insertion') return notApplicable('the address of the metadata is made otherwise, by decision')
  if (issuer === undefined) return inconclusive('the address of the issuer is not known: give --issuer')
  const isThere = messages.some((each) => each.message.to === 'issuer' && hasSucceeded(each))
  const asked = selectMessagesTo(messages, 'issuerMetadata').filter(
    ({ message }) => message.request.url === insertWellKnownPath(issuer),
  )
  const missing = isThere ? asked.filter(({ message }) => absent.includes(message.response?.status)) : []
  for (const { message: hop } of missing) yield finding(wellKnown, 'metadata', `status ${hop.response?.status}`)
  const found = asked.filter(hasSucceeded)
  for (const { credential_issuer: named } of decide(PROFILE) === 'none' ? [] : collectContents(found, 'metadata')) {
    // An identifier at another host is for the row that compares identifiers.
    if (
      typeof named !== 'string' ||
      !isOfHost(named, issuer) ||
      insertWellKnownPath(named) === insertWellKnownPath(issuer)
    )
      continue
    yield finding('/credential_issuer', 'an identifier whose path stands behind the well-known path', 'another path')
  }
  return found.length > 0 ? undefined : inconclusive('nobody was served metadata at that address')
})

const isOfHost = (url: string, other: string): boolean =>
  URL.canParse(url) && URL.canParse(other) && new URL(url).origin === new URL(other).origin

/** Whether a caller takes JSON: who takes anything, or does not say, does. */
const takesJson = (accept = ''): boolean => accept === '' || /\*\/\*|application\/(?:\*|json)/i.test(accept)

const json = checkExchange(META.JSON, function* ({ messages }) {
  const answers = selectMessagesTo(messages, 'issuerMetadata').filter(
    (each) => hasSucceeded(each) && takesJson(each.message.request.headers.accept),
  )
  if (answers.length === 0) return inconclusive('nobody who takes JSON was served metadata')
  for (const { message } of answers) {
    const type = readMediaType(message.response)
    if (type !== 'application/json') yield finding('Content-Type', 'application/json', type ?? 'nothing')
  }
  return undefined
})

/** What a deeplink carries that is encrypted. */
function sealedIn({ message }: ParsedMessage): readonly Jwe[] {
  const link = attempt(() => readDeeplink(message.request.url))
  const values = 'value' in link ? link.value.parameters.map(([, value]) => value) : []
  return values.flatMap((value) => {
    const read = attempt(() => readJwe(value))
    return 'value' in read ? [read.value] : []
  })
}

const keyUsed = checkExchange(META['KEY-USED'], function* ({ messages }, { keys, decide }) {
  if (decide(KEY_SOURCE) !== 'metadata') return notApplicable('the key does not come from the metadata, by decision')
  let judged = 0
  for (const link of selectMessagesTo(messages, 'deeplink')) {
    const published = publishedBefore(link, messages)
    if (published.length === 0) continue
    for (const jwe of sealedIn(link)) {
      judged++
      const doubt = yield* usesOneOf(published, jwe, keys ?? [])
      if (doubt) return doubt
    }
  }
  return judged > 0 ? undefined : inconclusive('no request was seen together with metadata that publish a key')
})

/** Every key that had been published by then: an issuer that changes its key has to open what was on its way. */
const publishedBefore = ({ message: { number } }: ParsedMessage, passages: readonly ParsedMessage[]): readonly Jwk[] =>
  collectContents(
    selectMessagesTo(passages, 'issuerMetadata').filter((each) => hasSucceeded(each) && each.message.number < number),
    'metadata',
  ).flatMap(({ credential_request_encryption: found }) => (isObject(found) ? listKeys(found.jwks) : []))

/** A key shows in what it opens; where the private keys are not ours, in the id that the message gives. */
function* usesOneOf(published: readonly Jwk[], jwe: Jwe, keys: readonly Jwk[]): Inspection {
  const prints = new Set(published.map(computeThumbprint))
  const opened = attempt(() => openJweWithAny(jwe, keys))
  if ('value' in opened) {
    if (!prints.has(computeThumbprint(opened.value.key)))
      yield finding('deeplink', 'a key of the metadata', 'another key')
    return undefined
  }
  const { kid } = jwe.header
  const named = published.find((key) => typeof kid === 'string' && key.kid === kid)
  const isOurs = keys.some((key) => prints.has(computeThumbprint(key)))
  if (isOurs && opened.problem.code === 'jwe-decrypt') {
    yield finding('deeplink', 'a key of the metadata', 'none of them opens it')
  } else if (kid !== undefined && !named && published.every((key) => key.kid !== undefined)) {
    yield finding('deeplink › header/kid', 'the id of a key of the metadata', 'another')
  } else if (named?.alg !== undefined && jwe.header.alg !== named.alg) {
    yield finding('deeplink › header/alg', showValue(named.alg), showValue(jwe.header.alg))
  } else if (!named) return inconclusive('the request does not name its key, and was not opened')
  return undefined
}

export const checks: readonly Check[] = [
  templates,
  encryption,
  checkSchema(META['RESPONSE-ENCRYPTION'], 'metadata'),
  identity,
  keySet,
  keyAlg,
  publicOnly,

  address,
  inserted,
  json,
  keyUsed,
]
