import {
  checkArtefact,
  defineSuite,
  expectSame,
  finding,
  interoperability,
  makeFault,
  makeVariant,
  notApplicable,
  type Requirement,
  section,
  security,
  showValue,
  stated,
} from 'assay/suite-kit'

// The profile of an identity card over HAIP 1.0: a credential type with its claims, its algorithms, and a validity.

const vct = 'urn:example:identity-card:1'
const algorithms = ['ES256', 'ES384']
const tenYears = 10 * 365 * 86_400
const fiveMinutes = 300

const mixedUp = security('Another credential is taken for an identity card.')
const unread = interoperability('Verifiers in this country cannot read the card.')

const CARD = section('CARD', '2', {
  TYPE: stated('issuer', `The type of the credential is \`${vct}\`.`, 'sd-jwt', {
    standard: 'Identity card, section 2.1',
    consequence: mixedUp,
  }),
  COUNTRY: stated('issuer', '`issuing_country` is two capital letters.', 'sd-jwt', {
    standard: 'Identity card, section 2.2',
    consequence: unread,
  }),
  LEVEL: stated('issuer', '`assurance_level` is `high` or `substantial`.', 'sd-jwt', {
    standard: 'Identity card, section 2.3',
    consequence: security('A verifier trusts an identity that was not checked.'),
  }),
  VALIDITY: stated('issuer', 'A card expires at most ten years after it was issued.', 'sd-jwt', {
    standard: 'Identity card, section 2.4',
    consequence: security('A lost card is accepted for decades.'),
  }),
  STORAGE: stated('wallet', 'The key of a card is in a storage of level `iso_18045_high`.', 'vci-key-attestation', {
    standard: 'Identity card, section 4.1',
    consequence: security('The key of a card can be copied.'),
  }),
  PROMPT: stated('wallet', 'A Key Binding JWT has an `exp` of at most five minutes after `iat`.', 'sd-jwt', {
    standard: 'Identity card, section 4.2',
    consequence: security('Who intercepts a presentation can use it later.'),
  }),
  QUERY: stated('verifier', 'A query for a card names the type of the card, and no other.', 'vp-dcql-query', {
    standard: 'Identity card, section 5',
    consequence: mixedUp,
  }),
  ALGS: stated('issuer', 'Cards are signed by ES256 or ES384.', 'vci-issuer-metadata', {
    standard: 'Identity card, section 3',
    consequence: unread,
  }),
})

/** A check of a claim. */
const checkClaim = (row: Requirement, name: string, isGood: (value: unknown) => boolean, expected: string) =>
  checkArtefact(row, 'sd-jwt', function* ({ payload }) {
    if (!isGood(payload[name])) yield finding(`/${name}`, expected, showValue(payload[name]))
    return undefined
  })

const checks = [
  checkArtefact(CARD.TYPE, 'sd-jwt', function* ({ payload }) {
    yield* expectSame('/vct', payload.vct, vct)
    return undefined
  }),
  checkClaim(CARD.COUNTRY, 'issuing_country', (value) => /^[A-Z]{2}$/.test(String(value)), 'two capital letters'),
  checkClaim(
    CARD.LEVEL,
    'assurance_level',
    (value) => ['high', 'substantial'].includes(String(value)),
    'high or substantial',
  ),
  checkArtefact(CARD.VALIDITY, 'sd-jwt', function* ({ payload: { iat, exp } }) {
    if (typeof iat !== 'number' || typeof exp !== 'number') return notApplicable('it has no `iat` and `exp`')
    if (exp - iat > tenYears) yield finding('/exp', 'at most ten years after `iat`', `${exp - iat} seconds after it`)
    return undefined
  }),
  checkArtefact(CARD.STORAGE, 'vci-key-attestation', function* ({ payload: { key_storage: levels } }) {
    if (![levels].flat().includes('iso_18045_high')) yield finding('/key_storage', 'iso_18045_high', showValue(levels))
    return undefined
  }),
  checkArtefact(CARD.PROMPT, 'sd-jwt', function* ({ keyBinding }) {
    if (!keyBinding || 'problem' in keyBinding) return notApplicable('it has no Key Binding JWT that can be read')
    const { iat, exp } = keyBinding.jws.payload
    if (!(Number(exp) - Number(iat) <= fiveMinutes))
      yield finding('/exp', 'at most 300 seconds after `iat`', showValue(exp))
    return undefined
  }),
  checkArtefact(CARD.QUERY, 'vp-dcql-query', function* ({ credentials }) {
    for (const [i, query] of [credentials ?? []].flat().entries()) {
      const { vct_values: types } = Object(Object(query).meta)
      if (String(types) !== vct) yield finding(`/credentials/${i}/meta/vct_values`, vct, showValue(types))
    }
    return undefined
  }),
  checkArtefact(CARD.ALGS, 'vci-issuer-metadata', function* ({ credential_configurations_supported: all }) {
    for (const [id, configuration] of Object.entries(Object(all))) {
      const { vct: type, credential_signing_alg_values_supported: named = [] } = Object(configuration)
      const other = type === vct ? [named].flat().find((each) => !algorithms.includes(String(each))) : undefined
      if (other !== undefined)
        yield finding(`/credential_configurations_supported/${id}`, algorithms.join(' or '), showValue(other))
    }
    return undefined
  }),
]

export default defineSuite({
  name: 'identity-card',
  title: 'Identity card 1.0',
  on: 'haip-1.0',
  requirements: Object.values(CARD),
  checks,
  reference: {
    claims: (claims) => ({ ...claims, vct, issuing_country: 'XA', assurance_level: 'high' }),
    configuration: (configuration) => ({
      ...configuration,
      vct,
      proof_types_supported: {
        jwt: {
          proof_signing_alg_values_supported: algorithms,
          key_attestations_required: { key_storage: ['iso_18045_high'] },
        },
      },
    }),
  },
  wallet: {
    reference: { binding: (claims) => ({ ...claims, exp: Number(claims.iat) + fiveMinutes }) },
    faults: [
      makeFault(CARD.STORAGE, 'attests a storage of a moderate level', {
        attestation: (claims) => ({ ...claims, key_storage: ['iso_18045_moderate'] }),
      }),
      makeFault(CARD.PROMPT, 'presents for an hour', {
        binding: (claims) => ({ ...claims, exp: Number(claims.iat) + 3600 }),
      }),
      makeFault(CARD.PROMPT, 'presents without an end', { binding: ({ exp: _, ...claims }) => claims }),
    ],
    variants: [
      makeVariant('attests two levels', {
        attestation: (claims) => ({ ...claims, key_storage: ['https://levels.example/1', 'iso_18045_high'] }),
      }),
      makeVariant('presents for a minute', { binding: (claims) => ({ ...claims, exp: Number(claims.iat) + 60 }) }),
    ],
  },
  verifier: {
    reference: { query: (query) => ({ ...query, meta: { vct_values: [vct] } }) },
    faults: [
      makeFault(CARD.QUERY, 'takes the next version as well', {
        query: (query) => ({ ...query, meta: { vct_values: [vct, `${vct}0`] } }),
      }),
    ],
    variants: [
      makeVariant('asks for the country alone', {
        query: (query) => ({ ...query, claims: [{ path: ['issuing_country'] }] }),
      }),
    ],
  },
  faults: [
    makeFault(CARD.TYPE, 'issues another version of the type', {
      claims: (claims) => ({ ...claims, vct: `${vct}0` }),
      configuration: (configuration) => ({ ...configuration, vct: `${vct}0` }),
    }),
    makeFault(CARD.COUNTRY, 'writes the country in small letters', {
      claims: (claims) => ({ ...claims, issuing_country: 'xa' }),
    }),
    makeFault(CARD.COUNTRY, 'leaves out the country', { claims: ({ issuing_country: _, ...claims }) => claims }),
    makeFault(CARD.LEVEL, 'names a low level', { claims: (claims) => ({ ...claims, assurance_level: 'low' }) }),
    makeFault(CARD.VALIDITY, 'issues for a century', {
      claims: (claims) => ({ ...claims, exp: Number(claims.iat) + 10 * tenYears }),
    }),
    makeFault(CARD.ALGS, 'announces ES512 as well', {
      configuration: (configuration) => ({
        ...configuration,
        credential_signing_alg_values_supported: ['ES256', 'ES512'],
      }),
    }),
  ],
  variants: [
    makeVariant('issues with a substantial level', {
      claims: (claims) => ({ ...claims, assurance_level: 'substantial' }),
    }),
    makeVariant('issues for exactly ten years', {
      claims: (claims) => ({ ...claims, exp: Number(claims.iat) + tenYears }),
    }),
  ],
})
