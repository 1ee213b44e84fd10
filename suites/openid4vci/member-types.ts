import { allHaveRows, type JsonType, type MemberTypes, type TypedKind } from '../json/member-types.ts'
import { VCIPAR, VCISERVER } from './oauth-requirements.ts'
import { VCIATT, VCIMETA, VCIPROOF, VCIREQUEST, VCITOKEN } from './requirements.ts'

const configuration = 'credential_configurations_supported/*'
const display = `${configuration}/credential_metadata/display/#`
const claim = `${configuration}/credential_metadata/claims/#`
const attested = `${configuration}/proof_types_supported/*/key_attestations_required`

const nameEach = (names: readonly string[], type: JsonType, suffix = ''): MemberTypes =>
  Object.fromEntries(names.map((name) => [`${name}${suffix}`, type]))

export const serverTexts = ['issuer', 'jwks_uri', 'service_documentation', 'op_policy_uri', 'op_tos_uri']

export const serverEndpoints = [
  'authorization',
  'token',
  'pushed_authorization_request',
  'revocation',
  'introspection',
  'registration',
]

export const serverLists = [
  ...['response_types', 'response_modes', 'grant_types', 'code_challenge_methods', 'token_endpoint_auth_methods'],
  ...['token_endpoint_auth_signing_alg_values', 'client_attestation_signing_alg_values'],
].map((name) => `${name}_supported`)

/** The types of the members of each message. */
export const typedKinds = [
  { kind: 'vci-offer', off: allHaveRows },
  {
    kind: 'vci-issuer-metadata',
    row: VCIMETA.TYPES,
    types: {
      'credential_request_encryption/enc_values_supported/#': 'a string',
      'credential_response_encryption/alg_values_supported/#': 'a string',
      'credential_response_encryption/enc_values_supported/#': 'a string',
      'display/#/name': 'a string',
      'display/#/locale': 'a string',
      'display/#/logo/alt_text': 'a string',
      [`${configuration}/proof_types_supported/*`]: 'an object',
      [`${attested}/key_storage/#`]: 'a string',
      [`${attested}/user_authentication/#`]: 'a string',
      [`${configuration}/credential_metadata`]: 'an object',
      [`${display}/locale`]: 'a string',
      [`${display}/description`]: 'a string',
      [`${display}/background_color`]: 'a string',
      [`${display}/text_color`]: 'a string',
      [`${display}/logo/alt_text`]: 'a string',
      [`${claim}/mandatory`]: 'a boolean',
      [`${claim}/display`]: 'an array',
      [`${claim}/display/#`]: 'an object',
      [`${claim}/display/#/name`]: 'a string',
      [`${claim}/display/#/locale`]: 'a string',
    },
  },
  {
    kind: 'vci-token-response',
    row: VCITOKEN.TYPES,
    types: {
      expires_in: 'a whole number of seconds',
      scope: 'a string',
      refresh_token: 'a string',
      'authorization_details/#/type': 'a string',
    },
  },
  { kind: 'vci-nonce-response', off: allHaveRows },
  {
    kind: 'vci-credential-request',
    row: VCIREQUEST.TYPES,
    types: {
      'proofs/jwt/#': 'a string',
      'proofs/attestation/#': 'a string',
      'proofs/di_vp/#': 'an object',
      'credential_response_encryption/zip': 'a string',
    },
  },
  { kind: 'vci-proof', row: VCIPROOF.TYPES, types: { 'header/key_attestation': 'a string' } },
  {
    kind: 'vci-key-attestation',
    row: VCIATT.TYPES,
    types: {
      'payload/nonce': 'a string',
      'payload/certification': 'a string',
      'payload/status': 'an object',
    },
  },
  { kind: 'vci-credential-response', off: allHaveRows },
  { kind: 'vci-error-response', off: allHaveRows },
  { kind: 'vci-notification', off: allHaveRows },
  {
    kind: 'oauth-server-metadata',
    row: VCISERVER.TYPES,
    types: {
      ...nameEach(serverTexts, 'a string'),
      ...nameEach(serverEndpoints, 'a string', '_endpoint'),
      ...nameEach(serverLists, 'an array'),
      ...nameEach(serverLists, 'a string', '/#'),
      require_pushed_authorization_requests: 'a boolean',
      authorization_response_iss_parameter_supported: 'a boolean',
      'pre-authorized_grant_anonymous_access_supported': 'a boolean',
    },
  },
  {
    kind: 'oauth-pushed-response',
    row: VCIPAR.TYPES,
    types: { request_uri: 'a string', expires_in: 'a whole number of seconds' },
  },
] as const satisfies readonly TypedKind[]
