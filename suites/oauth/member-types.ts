import type { JsonType, MemberTypes, TypedKind } from '../json/member-types.ts'
import { VCIPAR, VCISERVER } from './requirements.ts'

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
