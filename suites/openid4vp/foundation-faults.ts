import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { proveMessages } from '../http/message-changes.ts'
import { jweProof } from '../jose/jwe-changes.ts'
import { type JwtChange, jwtProof } from '../jose/jwt-changes.ts'
import { type KeyChange, keyProof } from '../jose/key-changes.ts'
import { proveTexts } from '../json/text-changes.ts'
import { proveTypes } from '../json/type-changes.ts'
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
import { typedKinds } from './member-types.ts'
import { jwtsOf, keysOf } from './request-requirements.ts'
import { encryptionKey, requestHeader } from './request-sample.ts'
import { jweOfResponse } from './response-requirements.ts'
import { sealedRequest } from './response-sample.ts'
import type { VpChange } from './sample.ts'

const keep = <T>(value: T): T => value

const withoutUse = ({ use: _, ...key }: typeof encryptionKey) => key

/** The key in the place where each kind has one. */
const forges: { readonly [K in keyof typeof keysOf]: Forge<KeyChange, VpChange> } = {
  metadata: (change) => ({
    about: 'vp-client-metadata',
    content: (all) => ({ ...all, jwks: { keys: [change(withoutUse(encryptionKey))] } }),
  }),
  object: (change) => ({
    about: 'vp-request-object',
    header: ({ x5c: _, ...all }) => ({ ...all, kid: 'v', jwk: change(toPublic(keys.issuer)) }),
    content: (all) => ({ ...all, client_id: 'verifier' }),
    facts: { jwks: { keys: [{ ...toPublic(keys.issuer), kid: 'v' }] } },
  }),
  attestation: (change) => ({
    about: 'vp-verifier-attestation',
    content: (all) => ({ ...all, cnf: { jwk: change(toPublic(keys.issuer)) } }),
  }),
  wallet: (change) => ({
    about: 'vp-wallet-metadata',
    content: (all) => ({ ...all, jwks: { keys: [change(withoutUse(encryptionKey))] } }),
  }),
}

const names = ['metadata', 'object', 'attestation', 'wallet'] as const

const signers = { object: keys.issuer, attestation: keys.other } as const

const subjects = { object: 'vp-request-object', attestation: 'vp-verifier-attestation' } as const

const forgeJwt =
  (name: keyof typeof jwtsOf): Forge<JwtChange, VpChange> =>
  ({ header = keep, payload = keep, key, isUnknown }) => {
    const signer = toPublic(signers[name])
    const hasOtherChain = name === 'object' && header(requestHeader, signer).x5c !== requestHeader.x5c
    return {
      about: subjects[name],
      ...(isUnknown && { facts: { jwks: undefined } }),
      header: (usual) => withoutChain(header(usual, signer), isUnknown),
      content: (content) => ({
        ...payload(content, sampleTime),
        ...((hasOtherChain || (isUnknown && name === 'object')) && registered),
      }),
      ...(key && { key }),
    }
  }

const registered = { client_id: 'verifier' }

const withoutChain = ({ x5c, ...header }: JsonObject, isUnknown = false): JsonObject =>
  x5c === undefined || isUnknown ? header : { ...header, x5c }

const signed = ['object', 'attestation'] as const

export const jwtFaults: readonly SampleFault<VpChange>[] = signed.flatMap((name) =>
  listForgedFaults(jwtsOf[name], jwtProof, forgeJwt(name)),
)

export const jwtVariants: readonly SampleVariant<VpChange>[] = signed.flatMap((name) =>
  listForgedVariants(jwtsOf[name], jwtProof, forgeJwt(name)),
)

export const keyFaults: readonly SampleFault<VpChange>[] = names.flatMap((name) =>
  listForgedFaults(keysOf[name], keyProof, forges[name]),
)

export const keyVariants: readonly SampleVariant<VpChange>[] = names.flatMap((name) =>
  listForgedVariants(keysOf[name], keyProof, forges[name]),
)

export const textProofs = proveTexts(texts, (about, write): VpChange => ({ about, write }))

const mediaTypes = {
  'vp-request-object': 'application/oauth-authz-req+jwt',
  'vp-wallet-metadata': 'application/x-www-form-urlencoded',
  'vp-response': 'application/x-www-form-urlencoded',
  'vp-endpoint-response': 'application/json',
} as const

export const messageProofs = proveMessages(messages, (kind, { type, write, encoding }): VpChange => {
  const usual = mediaTypes[kind]
  const headers = { Accept: mediaTypes['vp-request-object'], 'Content-Type': type ? (type(usual) ?? null) : usual }
  if (usual === mediaTypes['vp-response'])
    return { about: 'vp-http-request', isAnswer: kind === 'vp-response', http: { headers } }
  return {
    about: kind as VpChange['about'] & {},
    ...(write && { write }),
    http: { status: 200, headers, ...(encoding && { encoding }) },
  }
})

/** Messages with every member that has a type. */
const complete = {
  'vp-client-metadata': [
    {
      client_name: 'a',
      logo_uri: 'https://verifier.example/logo.png',
      vp_formats_supported: {
        mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] },
        ldp_vc: { proof_type_values: ['DataIntegrityProof'], cryptosuite_values: ['ecdsa-rdfc-2019'] },
        jwt_vc_json: { alg_values: ['ES256'] },
      },
    },
  ],
  'vp-verifier-attestation': [{ payload: { redirect_uris: ['https://verifier.example/cb'] } }],
  'vp-wallet-metadata': [
    {
      vp_formats_supported: { 'dc+sd-jwt': {} },
      authorization_endpoint: 'openid4vp:',
      jwks: { keys: [withoutUse(encryptionKey)] },
    },
  ],
} as const

export const typeProofs = proveTypes(
  typedKinds,
  complete,
  (about, { payload, ...content }): VpChange => ({
    about: about as VpChange['about'] & {},
    content: (all) => (isObject(payload) ? { ...all, ...payload } : content),
  }),
)

export const jweFaults = listForgedFaults(
  jweOfResponse,
  jweProof,
  (write): VpChange => ({ about: 'vp-encrypted-response', write, facts: { presentationRequest: sealedRequest } }),
)
