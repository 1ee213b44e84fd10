import { allHaveRows, type TypedKind } from '../json/member-types.ts'
import { VPATT, VPMETA, VPPOST } from './request-requirements.ts'

/** The types of the members of each message. */
export const typedKinds = [
  { kind: 'vp-request', off: allHaveRows },
  { kind: 'vp-dcql-query', off: allHaveRows },
  {
    kind: 'vp-client-metadata',
    row: VPMETA.TYPES,
    types: {
      client_name: 'a string',
      logo_uri: 'a string',
      'vp_formats_supported/mso_mdoc/issuerauth_alg_values/#': 'an integer',
      'vp_formats_supported/mso_mdoc/deviceauth_alg_values/#': 'an integer',
      'vp_formats_supported/ldp_vc/proof_type_values/#': 'a string',
      'vp_formats_supported/ldp_vc/cryptosuite_values/#': 'a string',
      'vp_formats_supported/jwt_vc_json/alg_values/#': 'a string',
    },
  },
  {
    kind: 'vp-verifier-attestation',
    row: VPATT.TYPES,
    types: { 'payload/redirect_uris': 'an array', 'payload/redirect_uris/#': 'a string' },
  },
  { kind: 'vp-dc-request', off: allHaveRows },
  {
    kind: 'vp-wallet-metadata',
    row: VPPOST.TYPES,
    types: {
      authorization_endpoint: 'a string',
      jwks: 'an object',
      'jwks/keys': 'an array',
      'jwks/keys/#': 'an object',
    },
  },
  { kind: 'vp-response', off: allHaveRows },
  { kind: 'vp-endpoint-response', off: allHaveRows },
] as const satisfies readonly TypedKind[]
