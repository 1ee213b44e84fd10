import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { type CheckContext, type Finding, notApplicable } from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { listKeys } from '../../protocol/jose/jwk.ts'
import { locateHeaderKeys, locateKey } from '../jose/key-rules.ts'
import { inspectType } from '../jose/media-type.ts'
import { findSignerKeys } from '../jose/signer-keys.ts'
import { jsonCauses, jwsCauses } from '../json/causes.ts'
import { findUnless, isClaimsPath, isFilled, isText, listElements, listMembers } from '../kit/values.ts'
import { isHttps, isIssuerUrl, isLanguageTag, readAsSecure } from '../sd-jwt-vc/values.ts'
import { isMac } from '../token-status-list/secured-checks.ts'
import { jwtsOf, keysOf, VCIMETA, VCISIGNED } from './requirements.ts'

const kind = 'vci-issuer-metadata'

const checkMetadata = (
  row: Requirement,
  inspect: (content: JsonObject, context: CheckContext) => Generator<Finding>,
): Check =>
  checkArtefact(row, kind, function* (content, context) {
    yield* inspect(content, context)
    return undefined
  })

/** A check of each credential configuration. */
const checkEach = (row: Requirement, inspect: (configuration: JsonObject, at: string) => Generator<Finding>): Check =>
  checkMetadata(row, function* ({ credential_configurations_supported: all }) {
    for (const [at, each] of listMembers(all, '/credential_configurations_supported')) yield* inspect(each, at)
  })

/** A check of the keys for requests. */
const checkKeys = (row: Requirement, inspect: (keys: readonly JsonObject[], at: string) => Generator<Finding>): Check =>
  checkMetadata(row, ({ credential_request_encryption: encryption }) =>
    inspect(listKeys(isObject(encryption) ? encryption.jwks : undefined), '/credential_request_encryption/jwks/keys'),
  )

/** One value of `scope` (RFC 6749, section 3.3). */
const isScopeValue = (value: JsonValue | undefined): boolean => typeof value === 'string' && /^[!#-[\]-~]+$/.test(value)

const algorithms = [
  ['alg_values_supported', isFilled],
  ['enc_values_supported', isFilled],
  ['encryption_required', (value: JsonValue | undefined) => typeof value === 'boolean'],
] as const

function* findEncryption(value: JsonValue | undefined, at: string, from: number): Generator<Finding> {
  if (value === undefined) return
  yield* findUnless(isObject(value), at, 'an object', value)
  if (!isObject(value)) return
  for (const [name, isGood] of algorithms.slice(from)) {
    const wanted = name === 'encryption_required' ? 'a boolean' : 'a non-empty array'
    yield* findUnless(isGood(value[name]), `${at}/${name}`, wanted, value[name])
  }
  if (from > 0)
    yield* findUnless(listKeys(value.jwks).length > 0, `${at}/jwks`, 'a set with at least one key', value.jwks)
}

/** The `display` of the issuer and of each credential. */
function listDisplays(content: JsonObject): readonly (readonly [at: string, display: JsonValue])[] {
  const own = content.display === undefined ? [] : [['/display', content.display] as const]
  const each = listMembers(content.credential_configurations_supported, '/credential_configurations_supported')
  const inside = each.flatMap(([at, { credential_metadata: more }]) =>
    isObject(more) && more.display !== undefined ? [[`${at}/credential_metadata/display`, more.display] as const] : [],
  )
  return [...own, ...inside]
}

/** Finds a language that has two objects. */
function* findTwice(display: JsonValue | undefined, at: string): Generator<Finding> {
  const locales = listElements(display, at).flatMap(([, { locale }]) => (isText(locale) ? [locale.toLowerCase()] : []))
  yield* findUnless(new Set(locales).size === locales.length, at, 'each language once', locales.join(', '))
}

const isAbsentOr = (isGood: (value: JsonValue) => boolean, value: JsonValue | undefined): boolean =>
  value === undefined || isGood(value)

const ofMetadata: readonly Check[] = [
  checkReadable(VCIMETA.JSON, kind, jsonCauses),
  checkMetadata(VCIMETA.ISSUER, function* ({ credential_issuer: issuer }, context) {
    const isGood = isIssuerUrl(readAsSecure(issuer, context))
    yield* findUnless(isGood, '/credential_issuer', 'an HTTPS URL without a query or fragment', issuer)
  }),
  checkArtefact(VCIMETA.SAME, kind, function* ({ credential_issuer: issuer }, { issuer: wanted }) {
    if (wanted === undefined) return notApplicable('the issuer is unknown: see --issuer')
    yield* findUnless(issuer === wanted, '/credential_issuer', wanted, issuer)
    return undefined
  }),
  checkMetadata(VCIMETA.SERVERS, function* ({ authorization_servers: servers }) {
    const isGood = isAbsentOr((value) => isFilled(value, isText), servers)
    yield* findUnless(isGood, '/authorization_servers', 'at least one string', servers)
  }),
  checkMetadata(VCIMETA['SERVERS-HTTPS'], function* ({ authorization_servers: servers }, context) {
    for (const [i, url] of (Array.isArray(servers) ? servers : []).entries()) {
      const isGood = !isText(url) || isIssuerUrl(readAsSecure(url, context)) || isOnMachine(url, context)
      yield* findUnless(isGood, `/authorization_servers/${i}`, 'an HTTPS URL without a query or fragment', url)
    }
  }),
  checkMetadata(VCIMETA.CREDENTIAL, function* ({ credential_endpoint: url }, context) {
    yield* findUnless(isHttps(readAsSecure(url, context)), '/credential_endpoint', 'an HTTPS URL', url)
  }),
  checkMetadata(VCIMETA.ENDPOINTS, function* (content, context) {
    for (const name of ['nonce_endpoint', 'deferred_credential_endpoint', 'notification_endpoint'])
      yield* findUnless(
        isAbsentOr((value) => isHttps(readAsSecure(value, context)), content[name]),
        `/${name}`,
        'an HTTPS URL',
        content[name],
      )
  }),
  checkMetadata(VCIMETA['REQUEST-ENCRYPTION'], ({ credential_request_encryption: value }) =>
    findEncryption(value, '/credential_request_encryption', 1),
  ),
  checkKeys(VCIMETA.KID, function* (keys, at) {
    for (const [i, { kid }] of keys.entries()) {
      const isOwn = isText(kid) && keys.filter((each) => each.kid === kid).length === 1
      yield* findUnless(isOwn, `${at}/${i}/kid`, 'a unique `kid`', kid)
    }
  }),
  checkKeys(VCIMETA.ALG, function* (keys, at) {
    for (const [i, { alg }] of keys.entries()) yield* findUnless(isText(alg), `${at}/${i}/alg`, 'a string', alg)
  }),
  ...checkFacet(keysOf.metadata, ({ credential_request_encryption: encryption }) =>
    listKeys(isObject(encryption) ? encryption.jwks : undefined).flatMap((key, i) =>
      locateKey(`/credential_request_encryption/jwks/keys/${i}`, key, 'enc'),
    ),
  ),
  checkMetadata(VCIMETA['RESPONSE-ENCRYPTION'], ({ credential_response_encryption: value }) =>
    findEncryption(value, '/credential_response_encryption', 0),
  ),
  checkMetadata(VCIMETA.ENCRYPTABLE, function* (content) {
    const { credential_response_encryption: response, credential_request_encryption: request } = content
    if (!isObject(response) || response.encryption_required !== true) return
    yield* findUnless(request !== undefined, '/credential_request_encryption', 'how requests are encrypted', request)
  }),
  checkMetadata(VCIMETA.BATCH, function* ({ batch_credential_issuance: batch }) {
    if (batch === undefined) return
    const size = isObject(batch) ? batch.batch_size : undefined
    const isGood = Number.isInteger(size) && Number(size) >= 2
    yield* findUnless(isGood, '/batch_credential_issuance/batch_size', 'an integer of 2 or more', size)
  }),
  checkMetadata(VCIMETA.CONFIGURATIONS, function* ({ credential_configurations_supported: all }) {
    const isGood = isObject(all) && Object.values(all).every(isObject)
    yield* findUnless(isGood, '/credential_configurations_supported', 'an object of objects', all)
  }),
  checkEach(VCIMETA.FORMAT, function* ({ format }, at) {
    yield* findUnless(isText(format), `${at}/format`, 'a string', format)
  }),
  checkEach(VCIMETA.VCT, function* ({ format, vct }, at) {
    if (format === 'dc+sd-jwt') yield* findUnless(isText(vct), `${at}/vct`, 'a string', vct)
  }),
  checkEach(VCIMETA.DOCTYPE, function* ({ format, doctype }, at) {
    if (format === 'mso_mdoc') yield* findUnless(isText(doctype), `${at}/doctype`, 'a string', doctype)
  }),
  checkEach(VCIMETA.SCOPE, function* ({ scope }, at) {
    yield* findUnless(isAbsentOr(isScopeValue, scope), `${at}/scope`, 'a single scope value', scope)
  }),
  checkEach(VCIMETA.BINDING, function* ({ cryptographic_binding_methods_supported: methods }, at) {
    const isGood = isAbsentOr((value) => isFilled(value, isText), methods)
    yield* findUnless(isGood, `${at}/cryptographic_binding_methods_supported`, 'at least one string', methods)
  }),
  checkEach(VCIMETA['PROOF-TYPES'], function* (each, at) {
    const { proof_types_supported: types } = each
    const isBound = each.cryptographic_binding_methods_supported !== undefined
    const isGood = isBound ? isObject(types) : types === undefined
    yield* findUnless(isGood, `${at}/proof_types_supported`, isBound ? 'an object' : 'nothing', types)
  }),
  checkEach(VCIMETA['PROOF-ALGS'], function* ({ proof_types_supported: types }, at) {
    for (const [place, { proof_signing_alg_values_supported: values }] of listMembers(
      types,
      `${at}/proof_types_supported`,
    ))
      yield* findUnless(isFilled(values), `${place}/proof_signing_alg_values_supported`, 'a non-empty array', values)
  }),
  checkEach(VCIMETA['SIGNING-ALGS'], function* ({ credential_signing_alg_values_supported: values }, at) {
    const isGood = isAbsentOr((value) => isFilled(value), values)
    yield* findUnless(isGood, `${at}/credential_signing_alg_values_supported`, 'a non-empty array', values)
  }),
  checkMetadata(VCIMETA.DISPLAY, function* (content) {
    for (const [at, display] of listDisplays(content))
      yield* findUnless(isFilled(display, isObject), at, 'at least one object', display)
  }),
  checkMetadata(VCIMETA.LANGUAGES, function* (content) {
    const described = listClaims(content).flatMap(([at, claims]) =>
      listElements(claims, at).map(([place, { display }]) => [`${place}/display`, display] as const),
    )
    for (const [at, display] of [...listDisplays(content), ...described])
      for (const [place, { locale }] of listElements(display, at))
        if (isText(locale)) yield* findUnless(isLanguageTag(locale), `${place}/locale`, 'a language tag', locale)
  }),
  checkMetadata(VCIMETA.LOCALE, function* (content) {
    for (const [at, display] of listDisplays(content)) yield* findTwice(display, at)
  }),
]

/** The objects in `display` of the issuer, and of each credential. */
const listOwnDisplays = (content: JsonObject) => listElements(content.display, '/display')
const listCredentialDisplays = (content: JsonObject) =>
  listMembers(content.credential_configurations_supported, '/credential_configurations_supported').flatMap(
    ([at, { credential_metadata: more }]) =>
      listElements(isObject(more) ? more.display : undefined, `${at}/credential_metadata/display`),
  )

/** The descriptions of claims in each configuration. */
const listClaims = (content: JsonObject): readonly (readonly [at: string, claims: JsonValue])[] =>
  listMembers(content.credential_configurations_supported, '/credential_configurations_supported').flatMap(
    ([at, { credential_metadata: more }]) =>
      isObject(more) && more.claims !== undefined ? [[`${at}/credential_metadata/claims`, more.claims] as const] : [],
  )

const isUri = (value: JsonValue | undefined): boolean => isText(value) && URL.canParse(value)

type Displays = ReturnType<typeof listOwnDisplays>

function* findBadImages(displays: Displays, names: readonly string[]): Generator<Finding> {
  for (const [at, each] of displays)
    for (const name of names) {
      const image = each[name]
      const uri = isObject(image) ? image.uri : undefined
      yield* findUnless(image === undefined || isUri(uri), `${at}/${name}/uri`, 'a URI', uri)
    }
}

const ofDisplay: readonly Check[] = [
  checkMetadata(VCIMETA.NAME, function* (content) {
    for (const [at, { name }] of listCredentialDisplays(content))
      yield* findUnless(isText(name), `${at}/name`, 'a string', name)
  }),
  checkMetadata(VCIMETA.IMAGE, function* (content) {
    yield* findBadImages(listOwnDisplays(content), ['logo'])
    yield* findBadImages(listCredentialDisplays(content), ['logo', 'background_image'])
  }),
  checkMetadata(VCIMETA.CLAIMS, function* (content) {
    for (const [at, claims] of listClaims(content)) {
      yield* findUnless(isFilled(claims, isObject), at, 'at least one object', claims)
      for (const [place, { path }] of listElements(claims, at))
        yield* findUnless(isClaimsPath(path), `${place}/path`, 'at least one string, null or integer', path)
    }
  }),
  checkMetadata(VCIMETA['CLAIMS-LOCALE'], function* (content) {
    for (const [at, claims] of listClaims(content))
      for (const [place, { display }] of listElements(claims, at)) yield* findTwice(display, `${place}/display`)
  }),
  checkMetadata(VCIMETA['CLAIMS-ONCE'], function* (content) {
    for (const [at, claims] of listClaims(content)) {
      const paths = listElements(claims, at).map(([, { path = null }]) => JSON.stringify(path))
      yield* findUnless(new Set(paths).size === paths.length, at, 'each path once', claims)
    }
  }),
  checkEach(VCIMETA['KEY-STORAGE'], function* ({ proof_types_supported: types }, at) {
    for (const [place, { key_attestations_required: needed }] of listMembers(types, `${at}/proof_types_supported`)) {
      if (needed === undefined) continue
      yield* findUnless(isObject(needed), `${place}/key_attestations_required`, 'an object', needed)
      for (const name of ['key_storage', 'user_authentication']) {
        const levels = isObject(needed) ? needed[name] : undefined
        const where = `${place}/key_attestations_required/${name}`
        yield* findUnless(isAbsentOr(isFilled, levels), where, 'a non-empty array', levels)
      }
    }
  }),
  checkMetadata(VCIMETA.ZIP, function* (content) {
    for (const name of ['credential_request_encryption', 'credential_response_encryption']) {
      const encryption = content[name]
      const values = isObject(encryption) ? encryption.zip_values_supported : undefined
      const isGood = isAbsentOr((value) => isFilled(value, isText), values)
      yield* findUnless(isGood, `/${name}/zip_values_supported`, 'at least one string', values)
    }
  }),
  checkMetadata(VCIMETA['ENC-NAMES'], function* (content) {
    for (const name of ['credential_request_encryption', 'credential_response_encryption'])
      for (const [member, known] of Object.entries(ofEncryption)) {
        const encryption = content[name]
        const values = isObject(encryption) ? encryption[member] : undefined
        for (const value of (Array.isArray(values) ? values : []).filter(isText))
          yield* findUnless(known.test(value) || /[.:]/.test(value), `/${name}/${member}`, 'registered names', value)
      }
  }),
  checkEach(VCIMETA['ALG-NAMES'], function* (each, at) {
    const { format, credential_signing_alg_values_supported: algs, proof_types_supported: types } = each
    const isKnown = format === 'mso_mdoc' ? Number.isInteger : isRegistered
    const named = format === 'mso_mdoc' || format === 'dc+sd-jwt'
    for (const alg of named && Array.isArray(algs) ? algs : [])
      yield* findUnless(isKnown(alg), `${at}/credential_signing_alg_values_supported`, 'registered algorithms', alg)
    for (const [place, { proof_signing_alg_values_supported: values }] of listMembers(
      types,
      `${at}/proof_types_supported`,
    ))
      for (const alg of /\/(?:jwt|attestation)$/.test(place) && Array.isArray(values) ? values : [])
        yield* findUnless(
          isRegistered(alg),
          `${place}/proof_signing_alg_values_supported`,
          'registered algorithms',
          alg,
        )
  }),
]

/** Names for encryption in the registry "JSON Web Signature and Encryption Algorithms". */
const ofEncryption: Readonly<Record<string, RegExp>> = {
  alg_values_supported:
    /^(?:RSA1_5|RSA-OAEP(?:-(?:256|384|512))?|dir|(?:ECDH-ES\+)?A(?:128|192|256)KW|ECDH-ES|A(?:128|192|256)GCMKW|PBES2-HS(?:256\+A128|384\+A192|512\+A256)KW|HPKE-\w+(?:-KE)?)$/,
  enc_values_supported: /^(?:A128CBC-HS256|A192CBC-HS384|A256CBC-HS512|A(?:128|192|256)GCM|int)$/,
  zip_values_supported: /^DEF$/,
}

/** Whether a server is on this machine, as the issuer is. */
const isOnMachine = (url: string, { plainOrigin }: CheckContext): boolean =>
  plainOrigin !== undefined && URL.parse(url)?.hostname === new URL(plainOrigin).hostname

/** Algorithms for signatures in the registry "JSON Web Signature and Encryption Algorithms". */
const registered = new Set([
  ...['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
  ...['EdDSA', 'Ed25519', 'Ed448', 'ES256K', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'],
])

const isRegistered = (alg: JsonValue): boolean => typeof alg === 'string' && registered.has(alg)

const ofSigned: readonly Check[] = [
  checkReadable(VCISIGNED.JWS, 'vci-signed-metadata', jwsCauses),
  checkArtefact(VCISIGNED.TYP, 'vci-signed-metadata', ({ header: { typ } }) =>
    inspectType(typ, 'openidvci-issuer-metadata+jwt'),
  ),
  checkArtefact(VCISIGNED.ALG, 'vci-signed-metadata', function* ({ header: { alg } }) {
    yield* findUnless(isText(alg) && !/^none$/i.test(alg) && !isMac(alg), 'header/alg', 'a signature algorithm', alg)
    return undefined
  }),
  ...checkFacet(keysOf.signed, ({ header }) => locateHeaderKeys(header)),
  checkArtefact(VCISIGNED.SUB, 'vci-signed-metadata', function* ({ payload: { sub, credential_issuer: issuer } }) {
    yield* findUnless(isText(sub) && sub === issuer, '/sub', 'the `credential_issuer`', sub)
    return undefined
  }),
  checkArtefact(VCISIGNED.IAT, 'vci-signed-metadata', function* ({ payload: { iat } }) {
    yield* findUnless(iat !== undefined, '/iat', 'a number', iat)
    return undefined
  }),
  ...checkFacet(jwtsOf.signed, (jws) => [
    { at: '', view: { ...jws, findKeys: (context) => findSignerKeys(jws.header, context, 'the issuer') } },
  ]),
]

export const checks: readonly Check[] = [...ofMetadata, ...ofDisplay, ...ofSigned]
