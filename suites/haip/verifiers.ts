import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readSdJwtText } from '../../protocol/openid4vp/presentations.ts'
import { readAnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { makeActorFault, makeActorVariant } from '../kit/actor-changes.ts'
import type { VpPresentation, VpVerifierSteps } from '../openid4vp/actors/verifier-steps.ts'
import { drop } from '../openid4vp/changes.ts'
import { VPREQ } from '../openid4vp/request-requirements.ts'
import {
  changeAnswer,
  changeRequest,
  combine,
  look,
  requireMdoc,
  set,
  type VerifierFault,
  type VerifierMutation,
  type VerifierVariant,
} from '../openid4vp/verifier/faults.ts'
import { VPUSE } from '../openid4vp/verifier/requirements.ts'
import { requireEncrypted } from '../openid4vp/wallet/requests.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { HAIPVP } from './requirements.ts'

/** Changes the metadata in a request. */
export const changeMetadata = (change: (metadata: JsonObject) => JsonObject): VerifierMutation =>
  changeRequest(({ client_metadata: metadata, ...all }) => ({
    ...all,
    client_metadata: change(isObject(metadata) ? metadata : {}),
  }))

/** Asks for responses that are encrypted to the key of the request. */
const askEncryption = requireEncrypted({ encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'] })

/** The reference verifier under HAIP 1.0. */
export const makeHaipVerifier: VerifierMutation = combine(
  set({ prefix: 'x509_hash', chooseKey: (_, makeKey) => makeKey() }),
  askEncryption,
)

const fault = makeActorFault<VpVerifierSteps>({ base: makeHaipVerifier })

const isNamed = ({ value }: VpPresentation): boolean => {
  const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? ''))
  return !('value' in read) || read.value.signatures.every(({ header }) => header.kid !== undefined)
}

/** Knows keys by their names alone. */
const findByName = look('issuer-signed', (usual, facts) => facts.presentations.every(isNamed) && usual(facts))

const reads = (enc: string): VerifierMutation => set({ reads: (header) => header.enc === enc })

// biome-ignore format: a table, one row a line.
export const haipVerifierFaults: readonly VerifierFault[] = [
  fault(HAIPVP.EPHEMERAL, 'has one key for all its requests', set({ chooseKey: (own) => own })),
  fault(HAIPVP.READS, 'reads responses by A128GCM alone', reads('A128GCM'), [VPUSE['ENC-DEFAULT']]),
  fault(HAIPVP.READS, 'reads responses by A256GCM alone', combine(reads('A256GCM'), changeMetadata((all) => ({ ...all, encrypted_response_enc_values_supported: ['A256GCM', 'A128GCM'] }))), [VPUSE['ENC-DEFAULT']]),
  fault(HAIPVP.CHAIN, 'knows the keys of issuers by their names alone', findByName),
  fault(HAIPVP.ENC, 'supports one of two content encryptions', changeMetadata((all) => ({ ...all, encrypted_response_enc_values_supported: ['A256GCM'] }))),
  fault(HAIPVP.CLIENT, 'is named by its host', set({ prefix: 'x509_san_dns' })),
  fault(HAIPVP.URI, 'has its request object in the link', set({ delivery: 'object' })),
  fault(HAIPVP.MODE, 'asks for responses in plain text', changeRequest((all) => ({ ...all, response_mode: 'direct_post' })), [VPREQ['ENC-UNUSED']]),
  fault(HAIPVP.RETURN, 'sends users nowhere', changeAnswer('response', (response) => (response.status === 200 ? { ...response, body: '{}' } : response))),
]

const variant = makeActorVariant<VpVerifierSteps>('HAIP', { base: makeHaipVerifier })

const listKeys = ({ jwks }: JsonObject): readonly JsonObject[] =>
  isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys.filter(isObject) : []

/** A key that is the same in every request, and is not for responses. */
const signingKey: JsonObject = { ...toPublic(keys.issuer), kid: 's', use: 'sig', alg: 'ES256' }

// biome-ignore format: a table, one row a line.
export const haipVerifierVariants: readonly VerifierVariant[] = [
  variant('is a verifier of this profile', (steps) => steps),
  variant('is a verifier that gives its request object by GET', set({ delivery: 'get' })),
  variant('is a verifier with more content encryptions', changeMetadata((all) => ({ ...all, encrypted_response_enc_values_supported: ['A256CBC-HS512', 'A256GCM', 'A128GCM'] }))),
  variant('is a verifier that has a key for signatures beside that for responses', changeMetadata((all) => ({ ...all, jwks: { keys: [signingKey, ...listKeys(all)] } }))),
  variant('is a verifier that gives no state', changeRequest(drop('state'))),
  variant('is a verifier of mdocs', requireMdoc()),
  variant('is a verifier that invokes wallets by the scheme of this profile', set({ scheme: 'haip-vp' })),
  variant('is a verifier that answers all responses by 200, and rejects later', changeAnswer('response', (response) => (response.status === 400 ? { ...response, status: 200, body: '{}' } : response))),
]

// biome-ignore format: a table, one row a line.
export const haipDcVerifierVariants: readonly VerifierVariant[] = [
  variant('is a verifier that puts signed requests to the Digital Credentials API', set({ delivery: 'signed' })),
  variant('is a verifier that puts unsigned requests for mdocs to the Digital Credentials API', combine(set({ delivery: 'unsigned' }), requireMdoc())),
]
