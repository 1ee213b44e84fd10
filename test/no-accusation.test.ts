import { describe, expect, it } from 'vitest'
import { faults } from '../suites/document/all/faults.ts'
import { variants } from '../suites/document/all/variants.ts'
import { listProbes } from '../suites/document/explain/list-probes.ts'

// What honest receivers do, and what comes of it. No sentence obliges the receiver to reject the faults in `unprobed`: they are
// mistakes of the sender, and no probe. The probes in `accepted` must be accepted. The variants in `legal` fail no check of the sender.

interface Reading {
  readonly unprobed?: readonly string[]
  readonly accepted?: readonly string[]
  readonly legal?: readonly string[]
  readonly refused?: readonly string[]
}

const readings: Readonly<Record<string, Reading>> = {
  'unknown header parameters, `b64` without `crit` as well': {
    unprobed: ['ATT-COMPACT/sends-b64-false'],
    accepted: ['ATT/has-an-unknown-header-parameter', 'STATUS/has-an-unknown-header-parameter'],
    legal: ['CRED/has-an-unknown-header-parameter', 'CRED/has-b64-true', 'STATUS/has-b64-true'],
  },
  'URLs that are compared as RFC 3986 does, section 6.2.2, or that lead to the same server': {
    unprobed: ['OFFER-BASE/sends-another-url-that-leads-to-the-server-of-the-issuer'],
    legal: [
      'OFFER/spells-the-url-of-the-issuer-in-another-way',
      'CRED/spells-the-url-of-the-issuer-in-another-way',
      'STATUS/writes-the-status-url-differently',
    ],
    refused: ['OFFER-BASE/sends-a-url-that-resembles-that-of-the-issuer'],
  },
  'digests that belong to no disclosure, and odd ones': {
    unprobed: ['CRED-SD/adds-an-invalid-digest', 'CRED-SD/adds-a-digest-that-is-not-a-string'],
    accepted: ['CRED/has-many-digests-that-belong-to-no-disclosure'],
  },
  'no `_sd_alg`': { unprobed: ['CRED-SD-ALG/leaves-out-the-hash-algorithm'] },
  'no `_sd`': { unprobed: ['CRED-SD/leaves-out-the-digests-and-the-disclosures'], legal: ['CRED/has-no-claims'] },
  'unknown members with anything in them': {
    unprobed: ['SD-FLAT/puts-a-digest-into-an-array'],
    accepted: ['PROOF/sends-an-unknown-member-in-its-proof', 'CRED/has-further-members-in-the-holder-key'],
    legal: ['CRED/has-an-unknown-member-in-the-payload', 'BODY/has-unknown-members-at-every-level'],
  },
  'a further `jwk` in the header of an attestation: ignored, and not trusted': {
    unprobed: ['ATT-ONE-KEY/sends-jwk-in-the-header', 'ATT-ONE-KEY/sends-jku-in-the-header'],
    refused: ['ATT-SIGNED/signs-with-another-key-and-sends-that-key-as-jwk-in-the-header'],
  },
  'private members in a key, `qi` in an EC key as well': {
    unprobed: [
      'CRE-PUBLIC/sends-an-ec-key-with-d',
      'CRE-PUBLIC/sends-an-rsa-key-with-private-members',
      'ATT-PUBLIC/attests-a-key-with-its-private-member-d',
      'ATT-PUBLIC/attests-a-key-with-a-shared-secret-k',
    ],
  },
  'further grants': {
    unprobed: ['OFFER-ONE-GRANT/offers-the-authorization-code-grant-as-well'],
    accepted: ['OFFER-OTHER/offers-the-authorization-code-grant-as-well'],
    legal: ['OFFER/offers-further-grants', 'OFFER/offers-an-unknown-grant-type'],
  },
  'members of the metadata that the document does not show': {
    accepted: [
      'META-EXTRAS/serves-metadata-with-an-unknown-member',
      'META-EXTRAS/serves-metadata-with-an-unknown-member-in-the-key',
      'META/announces-how-responses-can-be-encrypted',
    ],
  },
  'milliseconds where no unit is given': {
    unprobed: ['CRED-IAT/gives-iat-in-milliseconds', 'STATUS-TIMES/gives-a-time-in-milliseconds'],
  },
  'null members': {
    unprobed: [
      'REQ-EXCLUSIVE/sends-credential_identifier-and-a-null-credential_configuration_id',
      'REQ-ENCRYPTION/sends-null-as-credential_response_encryption',
    ],
  },
  'JSON that is labelled otherwise': {
    unprobed: ['BODY-MEDIA/sends-a-callback-as-text', 'BODY-MEDIA/sends-a-nonce-response-as-application-jwt'],
  },
  'no Content-Type': { unprobed: ['BODY-TYPED/sends-a-request-without-a-media-type'] },
  'a `kid` that is a hint, and no `iss`': {
    unprobed: [
      'CRED-KID/sends-anything-but-a-string-as-kid',
      'CRED-RESOLVED/names-an-unknown-key',
      'CRED-SIGNED/names-its-next-key-and-signs-with-the-present-one',
      'JWKS-ES256/gives-none-of-its-keys-an-id',
      'CRED-ISS/leaves-out-iss',
    ],
    refused: [
      'CRED-KID/leaves-out-kid-and-signs-with-the-key-in-its-own-header',
      'CRED-SIGNED/signs-with-the-key-that-it-is-bound-to',
    ],
  },
  'forms of status and response that the document leaves open': {
    legal: [
      'STATUS/signs-with-a-key-of-its-own-and-names-none',
      'STATUS/signs-with-another-algorithm-where-responses-have-another-format',
      'ENC/signs-its-response-with-another-algorithm-where-that-was-agreed',
      'RESP/returns-its-credentials-in-a-list-of-strings-where-that-was-agreed',
      'RESP/returns-an-mdoc-beside-its-credentials',
    ],
  },
  'a key without `kid` or `use`': {
    unprobed: ['CRE-USE/sends-use-sig', 'CRE-KID/sends-an-empty-kid'],
    accepted: ['JWKS/publishes-a-key-without-an-id', 'JWKS/publishes-keys-without-use'],
    legal: ['CRE/leaves-out-kid', 'CRE/leaves-out-use'],
  },
  'times that are rounded for privacy': {
    legal: [
      'CRED/rounds-iat-down-to-the-hour',
      'CRED/rounds-iat-down-to-the-day',
      'CRED/moves-iat-back-by-a-random-part-of-a-day',
    ],
  },
  'a corrected spelling that is accepted besides': {
    unprobed: [
      'VAL-FIELD/spells-the-member-with-the-request-differently',
      'CFG-DEVICE/sends-deviceid-instead-of-device_id',
      'PROOF-ARRAY/sends-proofs-instead-of-proof',
      'PROOF-TYPE/writes-the-type-of-its-only-proof-in-capitals',
      'ATT-TYP/sends-the-typ-of-the-final-standard',
      'OFFER-IDS/sends-credentials-instead-of-credential_configuration_ids',
      'OFFER-CODE/sends-pre_authorized_code-instead-of-pre-authorized_code',
      'META-TEMPLATES/sends-credentials_supported-instead-of-credential_configurations_supported',
      'NONCE-ANSWER/returns-nonce-where-c_nonce-was-agreed-on',
      'CALLBACK-IDENTIFIER/calls-it-credential_id',
      'CRED-SD-ALG/spells-the-hash-algorithm-in-capitals',
      'STATUS-VALUE/spells-the-status-active-spelling-1',
      'NONCE-ATTESTED/attests-the-nonce-in-upper-case',
    ],
  },
  'one proof object for a list, and a list for one': {
    unprobed: [
      'PROOF-ARRAY/sends-one-proof-instead-of-an-array',
      'PROOF-ARRAY/sends-an-array-of-proofs-where-one-proof-was-agreed-on',
      'PROOF-MAP/sends-an-attestation-instead-of-an-array',
      'PROOF-ATTESTATION/sends-the-attestation-in-an-array',
    ],
  },
  'certificates in another form or order': {
    unprobed: [
      'ATT-DER/encodes-a-certificate-in-base64url',
      'ATT-DER/encodes-a-certificate-as-pem',
      'ATT-DER/appends-octets-to-a-certificate',
      'ATT-CHAIN/sends-the-ca-certificates-in-reverse-order',
      'ATT-CHAIN/sends-the-intermediate-certificate-twice',
    ],
    legal: ['ATT/has-a-root-certificate-that-has-expired-and-is-no-ca-certificate-as-in-older-devices'],
    refused: [
      'ATT-CHAIN/sends-the-certificate-of-another-ca-with-the-same-name',
      'ATT-ANCHOR/has-a-self-made-root-certificate',
    ],
  },
  'numbers for text, padding, and any `zip`': {
    unprobed: [
      'VAL-UID/sends-uid-as-a-number',
      'VAL-UID/sends-a-uid-that-is-not-twelve-digits-spaces-between-groups',
      'CFG-DEVICE/sends-a-number-or-a-boolean-as-device_id',
      'CRE-RSA/pads-n',
      'CRE-RSA/sends-e-as-a-number',
      'ATT-X/pads-x',
      'CRE-ZIP/sends-an-unknown-zip',
    ],
  },
  'a verifier that does exactly RFC 9901 section 7, and neither types nor future credentials': {
    unprobed: ['CRED-NBF/gives-nbf-in-milliseconds', 'CRED-TYP/spells-typ-in-another-way'],
  },
}

const faultIds = new Set(faults.map(({ id }) => id))
const variantIds = new Set(variants.map(({ id }) => id))
const probes = listProbes()
const listIds = (answer: string) => new Set(probes.flatMap(({ id, expected }) => (expected === answer ? [id] : [])))
const [toReject, toAccept] = [listIds('rejected'), listIds('accepted')]

/** What of a reading is not as its table says. */
function* listDifferences({ unprobed = [], accepted = [], legal = [], refused = [] }: Reading): Generator<string> {
  for (const id of unprobed)
    if (!faultIds.has(id) || toReject.has(id)) yield `${id} must be rejected, or does not exist`
  for (const id of accepted) if (!toAccept.has(id)) yield `${id} need not be accepted`
  for (const id of refused) if (!toReject.has(id)) yield `${id} need not be rejected`
  for (const id of legal) if (!variantIds.has(id)) yield `${id} is not a variant`
}

describe('a conforming receiver does not fail for', () => {
  it.each(Object.entries(readings))('%s', (_, reading) => {
    expect([...listDifferences(reading)]).toEqual([])
  })
})
