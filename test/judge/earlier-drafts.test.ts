import { describe, expect, it } from 'vitest'
import type { StandardProfile } from '../../model/decision.ts'
import { draftNames, ignoredNames } from '../../protocol/artefacts/draft-names.ts'
import type { JsonObject, JsonValue, Writable } from '../../protocol/encoding/json.ts'
import { openJournal } from '../../src/harness/journal.ts'
import { verify } from '../../src/verify/verify.ts'
import { makeSample as makeVci, setConfiguration, type VciChange, writeProof } from '../../suites/openid4vci/sample.ts'
import { makeSample as makeVp, type VpChange } from '../../suites/openid4vp/sample.ts'
import { makeVcSample } from '../../suites/sd-jwt-vc/sample.ts'
import type { Sample } from '../../suites/suite.ts'
import { makeSample as makeListSample } from '../../suites/token-status-list/sample.ts'

type Change = (content: JsonObject) => Writable

/** A message with a member under the name of a draft. */
const rename =
  (name: string, old: string, value?: JsonValue): Change =>
  ({ [name]: given, ...rest }) => ({ ...rest, [old]: value ?? given ?? null })

const put =
  (members: JsonObject): Change =>
  (content) => ({ ...content, ...members })

const vci = (about: NonNullable<VciChange['about']>, content: Change, more: VciChange = {}): Sample =>
  makeVci({ about, content, ...more })

const vp = (about: NonNullable<VpChange['about']>, content: Change): Sample => makeVp({ about, content })

const query = (members: JsonObject): Sample =>
  vp('vp-dcql-query', () => ({
    credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['a'] }, ...members }],
  }))

const metadata = (members: JsonObject): Sample =>
  vci('vci-issuer-metadata', (content) => setConfiguration(members)(content))

const proof = { proof_type: 'jwt', jwt: writeProof() }
const credential = 'eyJ.eyJ.c2ln~'
const key = { kty: 'EC', crv: 'P-256' }

const failing: readonly (readonly [says: string, profile: StandardProfile, sample: Sample])[] = [
  [
    '`credentials` is of drafts',
    'openid4vci-1.0',
    vci('vci-offer', rename('credential_configuration_ids', 'credentials')),
  ],
  [
    '`credentials_supported` is',
    'openid4vci-1.0',
    vci('vci-issuer-metadata', rename('credential_configurations_supported', 'credentials_supported')),
  ],
  ['`proof_types_supported` is an object', 'openid4vci-1.0', metadata({ proof_types_supported: ['jwt'] })],
  ['`claims` is an array', 'openid4vci-1.0', metadata({ credential_metadata: { claims: { given_name: {} } } })],
  [
    'the image has `uri`',
    'openid4vci-1.0',
    metadata({ credential_metadata: { display: [{ name: 'a', background_image: { url: 'https://a.example' } }] } }),
  ],
  [
    'the image has `uri`',
    'openid4vci-1.0',
    metadata({ credential_metadata: { display: [{ name: 'a', logo: { url: 'https://a.example' } }] } }),
  ],
  ['`dc+sd-jwt` (OpenID4VCI', 'haip-1.0', metadata({ format: 'vc+sd-jwt' })],
  [
    '`proof` is of drafts',
    'openid4vci-1.0',
    vci('vci-credential-request', () => ({ credential_configuration_id: 'member', proof })),
  ],
  [
    'a request is for one',
    'openid4vci-1.0',
    vci('vci-credential-request', rename('credential_configuration_id', 'credential_identifiers', ['a'])),
  ],
  ['`format` is of drafts', 'openid4vci-1.0', vci('vci-credential-request', () => ({ format: 'vc+sd-jwt', proof }))],
  [
    'beside the key',
    'openid4vci-1.0',
    vci(
      'vci-credential-request',
      put({ credential_response_encryption: { alg: 'ECDH-ES', enc: 'A256GCM', jwk: key } }),
    ),
  ],
  ['draft 14', 'openid4vci-1.0', vci('vci-credential-response', () => ({ credentials: [credential] }))],
  ['`credential` is of', 'openid4vci-1.0', vci('vci-credential-response', () => ({ credential, format: 'vc+sd-jwt' }))],
  ['`transaction_id`', 'openid4vci-1.0', vci('vci-credential-response', () => ({ acceptance_token: 'abc' }))],
  [
    '`key-attestation+jwt`',
    'openid4vci-1.0',
    makeVci({ about: 'vci-key-attestation', header: (header) => ({ ...header, typ: 'keyattestation+jwt' }) }),
  ],
  [
    '`presentation_definition` is',
    'openid4vp-1.0',
    vp('vp-request', rename('dcql_query', 'presentation_definition', { id: 'a', input_descriptors: [] })),
  ],
  ['`vp_formats` is', 'openid4vp-1.0', vp('vp-wallet-metadata', rename('vp_formats_supported', 'vp_formats'))],
  ['`dc+sd-jwt` (OpenID4VP', 'haip-1.0', query({ format: 'vc+sd-jwt' })],
  ['`claim_name` are of', 'openid4vp-1.0', query({ claims: [{ namespace: 'a', claim_name: 'b' }] })],
  ['`openid4vp` is of', 'openid4vp-1.0', vp('vp-dc-request', put({ protocol: 'openid4vp' }))],
  ['the object `data`', 'openid4vp-1.0', vp('vp-dc-request', rename('data', 'request', '{}'))],
  [
    '`presentation_submission` is',
    'openid4vp-1.0',
    vp('vp-response', put({ vp_token: 'a.b.c~', presentation_submission: { id: 'a' } })),
  ],
  ['a text is what', 'openid4vp-1.0', vp('vp-response', put({ vp_token: 'a.b.c~' }))],
  [
    'drafts of SD-JWT VC before 06',
    'sd-jwt-vc',
    makeVcSample({ header: (header) => ({ ...header, typ: 'vc+sd-jwt' }) }),
  ],
  [
    '`_sd_hash` is',
    'sd-jwt-vc',
    makeVcSample({ binding: { payload: ({ sd_hash: hash = '', ...payload }) => ({ ...payload, _sd_hash: hash }) } }),
  ],
  ['`lang` is', 'sd-jwt-vc', makeVcSample({ type: put({ display: [{ lang: 'en', name: 'Member' }] }) })],
  [
    '`statuslist+cwt` is',
    'token-status-list',
    makeListSample({ list: { format: 'cwt', header: (header) => ({ ...header, typ: 'statuslist+cwt' }) } }),
  ],
]

const listDiagnoses = (profile: StandardProfile, { text, kind, facts }: Sample): readonly string[] =>
  verify(text, { ...facts, profile, as: kind })
    .results.filter(({ outcome }) => outcome === 'failed')
    .flatMap(({ findings }) => findings.flatMap(({ diagnosis }) => diagnosis ?? []))

describe('a finding about a name of an earlier draft says so', () => {
  it.each(failing)('%s', (says, profile, sample) => {
    expect(listDiagnoses(profile, sample).join('\n')).toContain(says)
  })

  it('for every line of the table', () => {
    const said = new Set(failing.flatMap(([, profile, sample]) => listDiagnoses(profile, sample)))

    expect(draftNames.map(({ says }) => says).filter((says) => !said.has(says))).toEqual([])
  })

  it('and not about another mistake at the same place', () => {
    const said = [
      listDiagnoses('openid4vci-1.0', vci('vci-offer', put({ credential_configuration_ids: [] }))),
      listDiagnoses('openid4vci-1.0', vci('vci-credential-request', put({ proofs: {} }))),
      listDiagnoses('openid4vp-1.0', vp('vp-response', put({ vp_token: {} }))),
      listDiagnoses('sd-jwt-vc', makeVcSample({ header: (header) => ({ ...header, typ: 'JWT' }) })),
    ].flat()

    expect(said.filter((each) => each.includes('draft'))).toEqual([])
  })
})

const ignored: readonly Sample[] = [
  vci('vci-token-response', put({ c_nonce: 'abc' })),
  vci('vci-credential-response', put({ c_nonce: 'abc' })),
  vci('vci-offer', put({ grants: { a: { user_pin_required: true } } })),
  vci('vci-issuer-metadata', put({ authorization_server: 'https://a.example' })),
  vci('vci-issuer-metadata', put({ batch_credential_endpoint: 'https://a.example' })),
  metadata({ cryptographic_suites_supported: ['ES256'] }),
  metadata({ format: 'vc+sd-jwt' }),
  vp('vp-request-object', put({ client_id: 'a.example', client_id_scheme: 'x509_san_dns' })),
  vp('vp-request', put({ presentation_definition: {} })),
  vp('vp-client-metadata', put({ vp_formats: {} })),
  vp('vp-client-metadata', put({ vp_formats_supported: { 'vc+sd-jwt': {} } })),
  vp('vp-client-metadata', put({ authorization_encrypted_response_alg: 'ECDH-ES' })),
  query({ format: 'vc+sd-jwt' }),
  vp('vp-wallet-metadata', put({ client_id_schemes_supported: ['did'] })),
  vp('vp-response', put({ presentation_submission: {} })),
]

const listNotes = (samples: readonly Sample[], profile: StandardProfile): readonly string[] => {
  const journal = openJournal({ profile })
  for (const { kind, text, facts } of samples) journal.judge('a message', text, kind, facts)
  return journal.notes
}

describe('a report notes names of earlier drafts that break no requirement', () => {
  it('once, for every line of the table', () => {
    const notes = listNotes([...ignored, ...ignored], 'openid4vp-1.0')

    expect(notes.toSorted()).toEqual([...new Set(ignoredNames.map(({ says }) => says))].toSorted())
  })

  it('and nothing about messages of the final versions', () => {
    const kinds = ['vci-offer', 'vci-issuer-metadata', 'vci-token-response', 'vci-credential-response'] as const

    expect(
      listNotes(
        [...kinds.map((about) => makeVci({ about })), makeVp(), makeVp({ about: 'vp-response' })],
        'openid4vp-1.0',
      ),
    ).toEqual([])
  })
})
