import { allHaveRows, type TypedKind } from '../json/member-types.ts'
import { typedKinds as oauthKinds } from '../oauth/member-types.ts'
import { VCIATT, VCIMETA, VCIPROOF, VCIREQUEST, VCITOKEN } from './requirements.ts'

const configuration = 'credential_configurations_supported/*'
const display = `${configuration}/credential_metadata/display/#`
const claim = `${configuration}/credential_metadata/claims/#`
const attested = `${configuration}/proof_types_supported/*/key_attestations_required`

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
  ...oauthKinds,
] as const satisfies readonly TypedKind[]
