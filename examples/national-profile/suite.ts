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
    configuration: (configuration) => ({ ...configuration, vct }),
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
