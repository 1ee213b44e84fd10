import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { proveMessages } from '../http/message-changes.ts'
import { type JwtChange, jwtProof } from '../jose/jwt-changes.ts'
import { type KeyChange, keyProof } from '../jose/key-changes.ts'
import { proveTexts } from '../json/text-changes.ts'
import {
  type Forge,
  listForgedFaults,
  listForgedVariants,
  type SampleFault,
  type SampleVariant,
} from '../kit/samples.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { messages } from './http-messages.ts'
import { texts } from './json-texts.ts'
import { jwtsOf, keysOf } from './requirements.ts'
import { usualMetadata, type VciChange } from './sample.ts'

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
}

export const keyFaults: readonly SampleFault<VciChange>[] = (
  ['metadata', 'signed', 'request', 'proof', 'attestation'] as const
).flatMap((name) => listForgedFaults(keysOf[name], keyProof, forges[name]))

/** A proof, or metadata, with another key would have to be signed by it. */
const keepSigner =
  (forge: Forge<KeyChange, VciChange>): Forge<KeyChange, VciChange> =>
  (change) =>
    change(toPublic(keys.issuer)).x === keys.issuer.x ? forge(change) : undefined

const signers = { signed: keys.issuer, proof: keys.holder, attestation: keys.other } as const

const subjects = {
  signed: 'vci-signed-metadata',
  proof: 'vci-proof',
  attestation: 'vci-key-attestation',
} as const

/** A signed message that shows no key. */
const forgeUnknown = (name: keyof typeof jwtsOf): VciChange => ({
  about: subjects[name],
  header: ({ jwk: _, ...rest }) => ({ ...rest, kid: 'did:example:1#1' }),
  facts: { jwks: undefined, anchors: undefined },
})

/** A signed message. A proof has one of `jwk` and `x5c`, and no other key than its own. */
const forgeJwt =
  (name: keyof typeof jwtsOf): Forge<JwtChange, VciChange> =>
  ({ header, payload, key, isUnknown }) => {
    if (isUnknown) return forgeUnknown(name)
    const signer = toPublic(signers[name])
    const shown = header?.({ jwk: signer }, signer)
    if (
      name === 'proof' &&
      shown?.x5c !== undefined &&
      shown.jwk !== undefined &&
      !isDeepStrictEqual(shown.jwk, signer)
    )
      return undefined
    return {
      about: subjects[name],
      header: (usual) => {
        const { jwk, ...rest } = header?.(usual, signer) ?? usual
        return (rest.x5c !== undefined && name === 'proof') || jwk === undefined ? rest : { ...rest, jwk }
      },
      content: (content) => payload?.(content, sampleTime) ?? content,
      ...(key && { key }),
    }
  }

export const jwtFaults: readonly SampleFault<VciChange>[] = (['signed', 'proof', 'attestation'] as const).flatMap(
  (name) => listForgedFaults(jwtsOf[name], jwtProof, forgeJwt(name)),
)

export const jwtVariants: readonly SampleVariant<VciChange>[] = (['signed', 'proof', 'attestation'] as const).flatMap(
  (name) => listForgedVariants(jwtsOf[name], jwtProof, forgeJwt(name)),
)

export const keyVariants: readonly SampleVariant<VciChange>[] = [
  ...(['metadata', 'request', 'attestation'] as const).flatMap((name) =>
    listForgedVariants(keysOf[name], keyProof, forges[name]),
  ),
  ...(['proof', 'signed'] as const).flatMap((name) =>
    listForgedVariants(keysOf[name], keyProof, keepSigner(forges[name])),
  ),
]

export const textProofs = proveTexts(texts, (about, write): VciChange => ({ about, write }))

export const messageProofs = proveMessages(messages, (about, { type, write, encoding }): VciChange => {
  const usual = about === 'vci-signed-metadata' ? 'application/jwt' : 'application/json'
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': type ? (type(usual) ?? null) : usual }
  return { about, ...(write && { write }), http: { status: 200, headers, ...(encoding && { encoding }) } }
})
