import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import type { CheckContext } from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { locateHeaderKeys, locateKey } from '../jose/key-rules.ts'
import { type FoundKeys, findSignerKeys, selectKeys } from '../jose/signer-keys.ts'
import { jsonCauses, jwsCauses } from '../json/causes.ts'
import { findUnless, isText } from '../kit/values.ts'
import { isLanguageTag } from '../sd-jwt-vc/values.ts'
import { jwtsOf, keysOf, VCICLIENT, VCIDPOP, VCIPAR, VCISERVER } from './requirements.ts'

const server = 'oauth-server-metadata'
const dpop = 'oauth-dpop-proof'
const client = 'oauth-client-attestation'
const pop = 'oauth-client-attestation-pop'

const endpoints = [
  ...['authorization', 'token', 'pushed_authorization_request', 'revocation', 'introspection', 'registration'].map(
    (name) => `${name}_endpoint`,
  ),
  'jwks_uri',
]

/** Those that RFC 6749, sections 3.1 and 3.2, forbids to have a fragment. */
const bare: ReadonlySet<string> = new Set(['authorization_endpoint', 'token_endpoint'])

const isScope = (value: JsonValue): boolean => isText(value) && /^[!#-[\]-~]+$/.test(value)

const ofServer: readonly Check[] = [
  checkReadable(VCISERVER.JSON, server, jsonCauses),
  // What runs on the same machine as an issuer without TLS needs none.
  checkArtefact(VCISERVER.HTTPS, server, function* (content, { plainOrigin }) {
    for (const name of endpoints) {
      const { [name]: url } = content
      if (!isText(url)) continue
      const isOnMachine = plainOrigin !== undefined && URL.parse(url)?.hostname === new URL(plainOrigin).hostname
      yield* findUnless(/^https:/i.test(url) || isOnMachine, `/${name}`, 'an HTTPS URL', url)
      yield* findUnless(!bare.has(name) || !url.includes('#'), `/${name}`, 'a URL without a fragment', url)
    }
    return undefined
  }),
  checkArtefact(VCISERVER.SCOPES, server, function* ({ scopes_supported: scopes }) {
    const areScopes = scopes === undefined || (Array.isArray(scopes) && scopes.every(isScope))
    yield* findUnless(areScopes, '/scopes_supported', 'values of `scope`', scopes)
    return undefined
  }),
  checkArtefact(VCISERVER.LANGUAGES, server, function* ({ ui_locales_supported: locales }) {
    const areTags = locales === undefined || (Array.isArray(locales) && locales.every(isLanguageTag))
    yield* findUnless(areTags, '/ui_locales_supported', 'language tags', locales)
    return undefined
  }),
]

/** A DPoP proof is signed with the key in its header. */
const findShownKey = (jwk: JsonValue | undefined): FoundKeys =>
  isObject(jwk) ? { keys: [jwk] } : { unknown: 'there is no `jwk` in the header' }

/** Issuers decide whom to trust: without roots, the key of the first certificate is enough. */
function findProviderKeys(header: JsonObject, context: CheckContext): FoundKeys {
  const found = findSignerKeys(header, context, 'the provider of the wallet')
  return header.x5c !== undefined && !context.anchors && 'keys' in found ? { keys: found.keys } : found
}

/** The proof for an attestation is signed with the attested key, whatever its `kid`. */
const findAttestedKey = ({ alg = '' }: JsonObject, jwks: JsonObject | undefined): FoundKeys =>
  jwks ? selectKeys({ alg }, jwks) : { unknown: 'the key of the wallet attestation is unknown: pass --jwks' }

const ofTokens: readonly Check[] = [
  checkReadable(VCIDPOP.JWS, dpop, jwsCauses),
  ...checkFacet(jwtsOf.dpop, (jws) => [{ at: '', view: { ...jws, findKeys: () => findShownKey(jws.header.jwk) } }]),
  ...checkFacet(keysOf.dpop, ({ header }) => locateHeaderKeys(header)),
  checkReadable(VCICLIENT.JWS, client, jwsCauses),
  ...checkFacet(jwtsOf.client, (jws) => [
    { at: '', view: { ...jws, findKeys: (context) => findProviderKeys(jws.header, context) } },
  ]),
  ...checkFacet(keysOf.client, ({ payload: { cnf } }) =>
    locateKey('/cnf/jwk', isObject(cnf) ? cnf.jwk : undefined, 'sig'),
  ),
  checkReadable(VCICLIENT['POP-JWS'], pop, jwsCauses),
  ...checkFacet(jwtsOf.pop, (jws) => [
    { at: '', view: { ...jws, findKeys: ({ jwks }) => findAttestedKey(jws.header, jwks) } },
  ]),
]

/** What looks at the messages of an authorization server and of its clients. */
export const checks: readonly Check[] = [
  ...ofServer,
  checkReadable(VCIPAR.JSON, 'oauth-pushed-response', jsonCauses),
  ...ofTokens,
]
