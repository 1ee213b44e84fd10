import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { type KeyChange, keyProof } from '../jose/key-changes.ts'
import {
  type Forge,
  listForgedFaults,
  listForgedVariants,
  type SampleFault,
  type SampleVariant,
} from '../kit/samples.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { keysOf } from './requirements.ts'
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

export const keyVariants: readonly SampleVariant<VciChange>[] = [
  ...(['metadata', 'request', 'attestation'] as const).flatMap((name) =>
    listForgedVariants(keysOf[name], keyProof, forges[name]),
  ),
  ...(['proof', 'signed'] as const).flatMap((name) =>
    listForgedVariants(keysOf[name], keyProof, keepSigner(forges[name])),
  ),
]
