import type { VciRequestFacts, VciValidationName } from '../../../model/openid4vci/issuer-steps.ts'

/** The error of each validation that does not hold. */
const errors: Readonly<Record<VciValidationName, string>> = {
  'code-known': 'invalid_grant',
  'code-unused': 'invalid_grant',
  'tx-code-present': 'invalid_request',
  'tx-code-right': 'invalid_grant',
  'tx-code-expected': 'invalid_request',
  authorized: 'invalid_token',
  'request-encrypted': 'invalid_encryption_parameters',
  identified: 'invalid_credential_request',
  'identifier-known': 'unknown_credential_identifier',
  'configuration-known': 'unknown_credential_configuration',
  'response-encrypted': 'invalid_encryption_parameters',
  'proofs-present': 'invalid_proof',
  'proofs-one-type': 'invalid_credential_request',
  'proofs-few': 'invalid_credential_request',
  'proof-readable': 'invalid_proof',
  'proof-typ': 'invalid_proof',
  'proof-alg': 'invalid_proof',
  'proof-one-key': 'invalid_proof',
  'proof-public': 'invalid_proof',
  'proof-signed': 'invalid_proof',
  'proof-aud': 'invalid_proof',
  'proof-iat': 'invalid_proof',
  'proof-nonce-present': 'invalid_proof',
  'proof-nonce-known': 'invalid_nonce',
  'proof-fresh': 'invalid_proof',
  'attestation-present': 'invalid_proof',
  'attestation-good': 'invalid_proof',
  'attestation-holds': 'invalid_proof',
  'transaction-known': 'invalid_transaction_id',
  'transaction-unused': 'invalid_transaction_id',
  'notification-known': 'invalid_notification_id',
}

/** What each endpoint looks at, in this order. */
export const validationsOf = {
  token: ['code-known', 'code-unused', 'tx-code-expected', 'tx-code-present', 'tx-code-right'],
  credential: [
    'authorized',
    'request-encrypted',
    'identified',
    'identifier-known',
    'configuration-known',
    'response-encrypted',
    'proofs-present',
    'proofs-one-type',
    'proofs-few',
    'proof-readable',
    'proof-typ',
    'proof-alg',
    'proof-one-key',
    'proof-public',
    'proof-signed',
    'proof-aud',
    'proof-iat',
    'proof-nonce-present',
    'proof-nonce-known',
    'proof-fresh',
    'attestation-present',
    'attestation-good',
    'attestation-holds',
  ],
  deferred: ['authorized', 'request-encrypted', 'transaction-known', 'transaction-unused', 'response-encrypted'],
  notification: ['authorized', 'notification-known'],
} as const satisfies Readonly<Record<string, readonly VciValidationName[]>>

/** The error of the first validation that does not hold; nothing, if all do. */
export function findRefusal(
  endpoint: keyof typeof validationsOf,
  validations: Readonly<Record<VciValidationName, (facts: VciRequestFacts) => boolean>>,
  facts: VciRequestFacts,
): string | undefined {
  const broken = validationsOf[endpoint].find((name) => !validations[name](facts))
  return broken && errors[broken]
}
