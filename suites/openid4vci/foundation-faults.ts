import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { proveMessages } from '../http/message-changes.ts'
import { type JwtChange, jwtProof } from '../jose/jwt-changes.ts'
import { type KeyChange, keyProof, signerProof } from '../jose/key-changes.ts'
import { proveTexts } from '../json/text-changes.ts'
import { type CompleteMessages, proveTypes } from '../json/type-changes.ts'
import {
  type Forge,
  listForgedFaults,
  listForgedVariants,
  type SampleFault,
  type SampleVariant,
} from '../kit/samples.ts'
import { serverEndpoints, serverLists, serverTexts } from '../oauth/member-types.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { messages } from './http-messages.ts'
import { texts } from './json-texts.ts'
import { typedKinds } from './member-types.ts'
import { jwtsOf, keysOf } from './requirements.ts'
import { setConfiguration, usualMetadata, type VciChange, writeAttestation, writeProof } from './sample.ts'

const encryptionKey = { ...toPublic(keys.issuer), kid: 'e1', alg: 'ECDH-ES' }

const requestEncryption = (key: JsonObject): JsonValue => ({
  ...(usualMetadata.credential_request_encryption as JsonObject), // the usual one has it
  jwks: { keys: [key] },
})

/** The key in the place where each kind has one. */
const forges: { readonly [K in keyof typeof keysOf]: Forge<KeyChange, VciChange> } = {
  metadata: (change) => ({
    about: 'vci-issuer-metadata',
    content: (all) => ({ ...all, credential_request_encryption: requestEncryption(change(encryptionKey)) }),
  }),
  signed: (change) => ({
    about: 'vci-signed-metadata',
    header: ({ kid: _, ...header }) => ({ ...header, jwk: change(toPublic(keys.issuer)) }),
  }),
  request: (change) => ({
    about: 'vci-credential-request',
    content: (all) => ({
      ...all,
      credential_response_encryption: { jwk: change({ ...toPublic(keys.holder), alg: 'ECDH-ES' }), enc: 'A256GCM' },
    }),
  }),
  proof: (change) => ({
    about: 'vci-proof',
    header: ({ jwk, ...header }) => ({ ...header, jwk: change(isObject(jwk) ? jwk : {}) }),
  }),
  attestation: (change) => ({
    about: 'vci-key-attestation',
    content: (all) => ({ ...all, attested_keys: [toPublic(keys.holder), change(toPublic(keys.other))] }),
  }),
  dpop: (change) => ({
    about: 'oauth-dpop-proof',
    header: ({ jwk, ...header }) => ({ ...header, jwk: change(isObject(jwk) ? jwk : {}) }),
  }),
  client: (change) => ({
    about: 'oauth-client-attestation',
    content: (all) => ({ ...all, cnf: { jwk: change(toPublic(keys.holder)) } }),
  }),
}

/** The keys by which something is signed. */
const signing = ['signed', 'proof', 'attestation', 'dpop', 'client'] as const

export const keyFaults: readonly SampleFault<VciChange>[] = [
  ...(['metadata', 'request', ...signing] as const).flatMap((name) =>
    listForgedFaults(keysOf[name], keyProof, forges[name]),
  ),
  ...signing.flatMap((name) => listForgedFaults(keysOf[name], signerProof, forges[name])),
]

/** A proof, or metadata, with another key would have to be signed by it. */
const keepSigner =
  (forge: Forge<KeyChange, VciChange>): Forge<KeyChange, VciChange> =>
  (change) =>
    change(toPublic(keys.issuer)).x === keys.issuer.x ? forge(change) : undefined

const signers = {
  ...{ signed: keys.issuer, proof: keys.holder, attestation: keys.other },
  ...{ dpop: keys.holder, client: keys.other, pop: keys.holder },
} as const

/** Whether a message is signed by the key that it shows. */
const isSelfSigned = (name: keyof typeof jwtsOf): boolean => name === 'proof' || name === 'dpop'

const subjects = {
  signed: 'vci-signed-metadata',
  proof: 'vci-proof',
  attestation: 'vci-key-attestation',
  dpop: 'oauth-dpop-proof',
  client: 'oauth-client-attestation',
  pop: 'oauth-client-attestation-pop',
} as const

/** A signed message that shows no key. */
const forgeUnknown = (name: keyof typeof jwtsOf): VciChange => ({
  about: subjects[name],
  header: ({ jwk: _, ...rest }) => ({ ...rest, kid: 'did:example:1#1' }),
  facts: { jwks: undefined, anchors: undefined },
})

/** A signed message. A proof has no other key than its own, in one of `jwk` and `x5c`; that of DPoP has it in `jwk`. */
const forgeJwt =
  (name: keyof typeof jwtsOf): Forge<JwtChange, VciChange> =>
  ({ header, payload, key, isUnknown }) => {
    if (isUnknown) return forgeUnknown(name)
    const signer = toPublic(signers[name])
    const shown = header?.({ jwk: signer }, signer)
    if (
      isSelfSigned(name) &&
      shown?.x5c !== undefined &&
      shown.jwk !== undefined &&
      !isDeepStrictEqual(shown.jwk, signer)
    )
      return undefined
    return {
      about: subjects[name],
      header: (usual) => {
        const { jwk, ...rest } = header?.(usual, signer) ?? usual
        if (name === 'dpop') return { ...rest, jwk: jwk ?? signer }
        return (rest.x5c !== undefined && name === 'proof') || jwk === undefined ? rest : { ...rest, jwk }
      },
      content: (content) => payload?.(content, sampleTime) ?? content,
      ...(key && { key }),
    }
  }

export const jwtFaults: readonly SampleFault<VciChange>[] = (Object.keys(jwtsOf) as (keyof typeof jwtsOf)[]).flatMap(
  (name) => listForgedFaults(jwtsOf[name], jwtProof, forgeJwt(name)),
)

export const jwtVariants: readonly SampleVariant<VciChange>[] = (
  Object.keys(jwtsOf) as (keyof typeof jwtsOf)[]
).flatMap((name) => listForgedVariants(jwtsOf[name], jwtProof, forgeJwt(name)))

export const keyVariants: readonly SampleVariant<VciChange>[] = [
  ...(['metadata', 'request', 'attestation', 'client'] as const).flatMap((name) =>
    listForgedVariants(keysOf[name], keyProof, forges[name]),
  ),
  ...(['proof', 'signed', 'dpop'] as const).flatMap((name) =>
    listForgedVariants(keysOf[name], keyProof, keepSigner(forges[name])),
  ),
  ...signing.flatMap((name) => listForgedVariants(keysOf[name], signerProof, forges[name])),
]

export const textProofs = proveTexts(texts, (about, write): VciChange => ({ about, write }))

export const messageProofs = proveMessages(messages, (about, { type, write, encoding }): VciChange => {
  const usual = about === 'vci-signed-metadata' ? 'application/jwt' : 'application/json'
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': type ? (type(usual) ?? null) : usual }
  return { about, ...(write && { write }), http: { status: 200, headers, ...(encoding && { encoding }) } }
})

const display = { name: 'a', locale: 'en', description: 'b', background_color: '#fff', text_color: '#000' }
const logo = { uri: 'https://issuer.example/logo.png', alt_text: 'a' }

/** Messages with every member that has a type. Those of JWTs are in a header or a payload. */
const complete: CompleteMessages = {
  'vci-issuer-metadata': [
    {
      ...setConfiguration({
        proof_types_supported: {
          jwt: {
            proof_signing_alg_values_supported: ['ES256'],
            key_attestations_required: {
              key_storage: ['iso_18045_high'],
              user_authentication: ['iso_18045_high'],
            },
          },
        },
        credential_metadata: {
          display: [{ ...display, logo }],
          claims: [{ path: ['a'], mandatory: true, display: [{ name: 'a', locale: 'en' }] }],
        },
      })(usualMetadata),
      display: [{ name: 'a', locale: 'en', logo }],
    },
  ],
  'vci-token-response': [
    {
      access_token: 'a token',
      token_type: 'DPoP',
      expires_in: 600,
      scope: 'member',
      refresh_token: 'another token',
      authorization_details: [
        { type: 'openid_credential', credential_configuration_id: 'member', credential_identifiers: ['1'] },
      ],
    },
  ],
  'vci-credential-request': [
    {
      credential_configuration_id: 'member',
      proofs: { jwt: [writeProof()] },
      credential_response_encryption: { jwk: encryptionKey, enc: 'A256GCM', zip: 'DEF' },
    },
    { credential_configuration_id: 'member', proofs: { attestation: [writeAttestation()] } },
    { credential_configuration_id: 'member', proofs: { di_vp: [{ type: ['VerifiablePresentation'] }] } },
  ],
  'oauth-server-metadata': [
    {
      ...Object.fromEntries(serverTexts.map((name) => [name, 'https://login.example/a'])),
      ...Object.fromEntries(serverEndpoints.map((name) => [`${name}_endpoint`, 'https://login.example/a'])),
      ...Object.fromEntries(serverLists.map((name) => [name, ['a']])),
      require_pushed_authorization_requests: true,
      authorization_response_iss_parameter_supported: true,
      'pre-authorized_grant_anonymous_access_supported': true,
    },
  ],
  'oauth-pushed-response': [{ request_uri: 'urn:example:1', expires_in: 60 }],
  'vci-proof': [{ header: { key_attestation: writeAttestation() } }],
  'vci-key-attestation': [
    { payload: { nonce: 'a', certification: 'https://example.com/certificate', status: { status_list: {} } } },
  ],
}

export const typeProofs = proveTypes(typedKinds, complete, (about, content): VciChange => {
  const { header, payload } = content
  if (!isObject(header) && !isObject(payload))
    return { about: about as VciChange['about'] & string, content: () => content }
  return { about, header: (all) => ({ ...all, ...Object(header) }), content: (all) => ({ ...all, ...Object(payload) }) }
})
