import type { SchemaName } from '../../protocol/artefacts/shape.ts'
import { type Change, grant } from './shape-examples.ts'

const notText = [undefined, null, 1, ['a'], {}]
const noText = ['', ...notText]
const noString = [null, 1, true, ['a'], {}]
const notObject = [null, 'a', 1, true, []]
const noOctets = [
  ...noText,
  'A',
  'A'.repeat(42),
  'A'.repeat(44),
  `${'A'.repeat(42)}B`,
  `${'A'.repeat(42)}=`,
  `+${'A'.repeat(42)}`,
]
const noList = [undefined, null, 'a', 1, {}]
const notES256 = [undefined, null, 'none', 'es256', 'HS256', ['ES256']]
const noInteger = [...noText, 'A', 'AB', 'AAB', 'AQAB=', 'AQ+B', 'A'.repeat(20_000)]
const noUrl = [
  '',
  'issuer.example',
  '//issuer.example',
  'https:',
  'https://',
  'https:///a',
  'https://?a',
  'https://:80',
]
const neitherUrl = [
  'ftp://issuer.example',
  'https://issuer .example',
  'https://issuer.example/ ',
  'https://[a',
  'javascript:1',
]
const aUuid = '4f1c6b6e-9f0a-4c55-8b52-0d6c5a9a7e10'
const noUuid = [
  aUuid.replace('4c', '1c'),
  aUuid.replace('8b', 'cb'),
  aUuid.replaceAll('-', ''),
  `${aUuid} `,
  `{${aUuid}}`,
]

/** For each requirement that a schema stands for: where to put which values, each of which breaks it and no other. */
const table: readonly (readonly [
  SchemaName,
  Readonly<Record<string, readonly (readonly [string, readonly unknown[]])[]>>,
])[] = [
  ['issuer-config-request', { 'CFG-DEVICE': [['/device_id', notText]], 'CFG-DEVICE-TELLS': [['/device_id', ['']]] }],
  [
    'issuer-config-response',
    { 'CFG-IDENTIFIER': [['/credential_identifier', noText]], 'CFG-NONCE': [['/nonce', noText]] },
  ],
  [
    'offer',
    {
      'OFFER-ISSUER': [['/credential_issuer', [...notText, ...noUrl, ...neitherUrl]]],
      'OFFER-IDS': [
        ['/credential_configuration_ids', [...noList, [1], ['a', null], ['a', 'a', 1]]],
        ['/credential_configuration_ids/1', noString],
      ],
      'OFFER-DISTINCT': [['/credential_configuration_ids', [[], ['a', 'a'], ['a', 'b', 'a']]]],
      'OFFER-GRANTS': [['/grants', [undefined, ...notObject]]],
      'OFFER-CODE': [
        [`/grants/${grant}`, [...notObject, {}]],
        [`/grants/${grant}/pre-authorized_code`, noText],
      ],
    },
  ],
  [
    'metadata',
    {
      'META-ENCRYPTION': [['/credential_request_encryption', notObject]],
      'META-RESPONSE-ENCRYPTION': [['/credential_response_encryption', notObject]],
    },
  ],
  [
    'request',
    {
      'REQ-IDENTIFIER': [['/credential_identifier', ['', null, 1, {}]]],
      'REQ-EXCLUSIVE': [['/credential_configuration_id', ['a']]],
      'REQ-ENCRYPTION': [['/credential_response_encryption', notObject]],
    },
  ],
  [
    'credential-response-encryption',
    {
      'CRE-JWK': [['/jwk', [undefined, ...notObject]]],
      'CRE-KTY': [['/jwk/kty', [undefined, null, 'OKP', 'oct', 'rsa', ['RSA']]]],
      'CRE-KID': [['/jwk/kid', [null, 7, '', ['a']]]],
      'CRE-USE': [['/jwk/use', [null, 'sig', '', ['enc']]]],
      'CRE-RSA': [
        ['/jwk/n', noInteger],
        ['/jwk/e', noInteger],
      ],
      'CRE-ENC': [['/enc', [undefined, null, '', 'A256KW', 'a256gcm', 1]]],
      'CRE-ZIP': [['/zip', [null, '', 'def', 'GZIP', true]]],
    },
  ],
  [
    'attestation-header',
    {
      'ATT-ALG': [['/alg', notES256]],
      'ATT-X5C': [
        ['/x5c', [...noList, []]],
        ['/x5c/1', noString],
      ],
    },
  ],
  [
    'attestation-payload',
    {
      'ATT-NONCE': [['/nonce', noText]],
      'ATT-KEYS': [
        ['/attested_keys', [...noList, []]],
        ['/attested_keys/1', notObject],
      ],
      'ATT-KTY': [
        ['/attested_keys/1/kty', [undefined, null, 'RSA', 'ec', ['EC']]],
        ['/attested_keys/1', [{}, { kty: 'RSA', n: 'AQAB', e: 'AQAB' }, { crv: 'P-384', x: 1 }]],
      ],
      'ATT-CRV': [
        ['/attested_keys/1/crv', [undefined, null, 'P-384', 'p-256']],
        ['/attested_keys/1', [{ kty: 'EC' }, { kty: 'EC', crv: 'P-521', x: 1 }]],
      ],
      'ATT-X': [['/attested_keys/1/x', noOctets]],
      'ATT-Y': [['/attested_keys/1/y', noOctets]],
    },
  ],
  [
    'validation-request',
    {
      'VAL-UID': [
        ['/uid', [...noText, '12341234123', '1234123412345', '1234 1234 1234', '१२३४१२३४१२३४', 123412341234]],
      ],
    },
  ],
  ['validation-response', { 'VAL-RESPONSE': [['/credential_response', noText]] }],
  [
    'callback',
    {
      'CALLBACK-IDENTIFIER': [['/credential_identifier', noText]],
      'CALLBACK-ARRAY': [
        ['/credentials', [...noList, []]],
        ['/credentials/0', notObject],
      ],
    },
  ],
  ['credential-header', { 'CRED-ALG': [['/alg', notES256]], 'CRED-KID': [['/kid', noText]] }],
  [
    'credential-payload',
    {
      'CRED-ISS': [['/iss', noText]],
      'CRED-ID': [['/id', [...noText, ...noUuid]]],
      'CRED-SD': [
        ['/_sd', noList],
        ['/_sd/1', noOctets.filter((value) => value !== undefined)],
      ],
      'CRED-CNF': [
        ['/cnf', [undefined, ...notObject, {}, { kid: 'holder-1' }]],
        ['/cnf/jwk', [undefined, ...notObject]],
      ],
      'CNF-KTY': [['/cnf/jwk/kty', [undefined, null, 'RSA', 'ec']]],
      'CNF-CRV': [['/cnf/jwk/crv', [undefined, null, 'P-384']]],
      'CNF-X': [['/cnf/jwk/x', noOctets]],
      'CNF-Y': [['/cnf/jwk/y', noOctets]],
      'CNF-KID': [['/cnf/jwk/kid', noText]],
      'CNF-ALG': [['/cnf/jwk/alg', notES256]],
    },
  ],
  [
    'jwks',
    {
      'JWKS-SET': [
        ['', [null, 'a', []]],
        ['/keys', [...noList, []]],
        ['/keys/0', [...notObject, {}]],
        ['/keys/0/kty', notText],
      ],
    },
  ],
  ['status-header', { 'STATUS-ALG': [['/alg', notES256]] }],
]

/** A message that breaks one requirement. */
export interface Control {
  readonly schema: SchemaName
  readonly breaks: string
  readonly changes: readonly Change[]
}

/** `credential_configuration_id` cannot be broken beside the other identifier without breaking that rule, too. */
const apart: readonly Control[] = ['', null, 1, {}].map((value) => ({
  schema: 'request',
  breaks: 'REQ-CONFIGURATION',
  changes: [
    ['/credential_identifier', undefined],
    ['/credential_configuration_id', value],
  ],
}))

export const controls: readonly Control[] = [
  ...apart,
  ...table.flatMap(([schema, rows]) =>
    Object.entries(rows).flatMap(([breaks, places]) =>
      places.flatMap(([at, values]) =>
        values.map((value): Control => ({ schema, breaks, changes: [[at, value] satisfies Change] })),
      ),
    ),
  ),
]

/** Messages that look odd and are right. */
export const odd: readonly (readonly [SchemaName, readonly Change[]])[] = [
  ...['http://localhost', 'HTTPS://a.b:8443/c?d=e#f', 'http://[::1]:80/', 'https://u:p@a.b', 'https://xn--p1ai'].map(
    (url) => ['offer', [['/credential_issuer', url]]] as const,
  ),
  ['offer', [['/grants', {}]]],
  ['offer', [['/grants/authorization_code', 1]]],
  ['metadata', [['', {}]]],
  ['nonce-response', [['', { nonce: 1, c_nonce: null }]]],
  ['request', [['', {}]]],
  ['request', [['', { credential_configuration_id: 'identity' }]]],
  ['credential-response-encryption', [['/jwk', { kty: 'EC', kid: '1', use: 'enc' }]]],
  ['credential-response-encryption', [['/zip', undefined]]],
  ['credential-payload', [['/_sd', []]]],
  ['credential-payload', [['/id', aUuid.toUpperCase()]]],
  ['attestation-payload', [['/iat', undefined]]],
  ['jwks', [['/keys/0', { kty: 'oct' }]]],
]
