import { toSlug } from '../../model/ids.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject, readText } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { readJws } from '../../protocol/jose/jws.ts'
import { jweAlterations } from '../jose/altered-jwe.ts'
import { type BroughtKeyName, broughtKeyNames, broughtKeys } from '../jose/brought-keys.ts'
import { clearSignature, writeAsn1Signature } from '../jose/signature-forms.ts'
import { type WalletAlgorithm, walletAlgorithms } from '../jose/wallet-algorithms.ts'
import { nearValues } from '../kit/near-values.ts'
import { dropMembers as drop, setMembers as put } from '../kit/samples.ts'
import { type DpopChange, dpopProbes } from '../oauth/dpop-probes.ts'
import { VCIDPOP } from '../oauth/requirements.ts'
import { VCIENC, VCIUSE } from './requirements.ts'

/** What a credential request does otherwise than the usual one. */
export interface RequestChange {
  /** How many proofs it has; with several, the last one is changed, or the first. */
  readonly count?: number
  /** The algorithm of its proofs, where it is not the usual one. */
  readonly alg?: WalletAlgorithm
  /** Whether the issuer has accepted a proof by the same key right before. */
  readonly isKnown?: true
  readonly changesFirst?: true
  readonly header?: (header: JsonObject, privateKey: Jwk) => JsonObject
  readonly claims?: (claims: JsonObject) => JsonObject
  /** Who signs a proof: another key, none, or a MAC with the public key as JSON or PEM. */
  readonly signer?: 'other' | 'none' | 'mac' | 'mac-pem'
  readonly jwt?: (text: string) => string
  readonly content?: (request: JsonObject) => JsonObject
  readonly token?: TokenProbe['token']
  /** The scheme of the access token has small letters in place of capital ones, and the other way around. */
  readonly recasesScheme?: true
  readonly isEncrypted?: boolean
  /** Members of the header of the encrypted request. */
  readonly sealedHeader?: JsonObject
  /** What happens to the request after its encryption. */
  readonly alters?: (jwe: string) => string
  /** The access token is in the URL, and not in the header. */
  readonly inQuery?: true
  /** The encryption that is asked for, where it would not be. */
  readonly asks?: (encryption: JsonObject) => JsonObject
  /** Whether it names a configuration that was not offered. */
  readonly namesOther?: true
  /** The nonce of the request before. */
  readonly reuses?: true
  /** What is wrong in a proof that is a key attestation. */
  readonly attestation?: {
    readonly header?: (header: JsonObject) => JsonObject
    readonly claims?: (claims: JsonObject) => JsonObject
    readonly isForged?: true
    /** How it brings the key of an attacker, who signs it. */
    readonly brings?: BroughtKeyName
  }
  /** A key attestation for another key, or for another one as well, whether the issuer requires one or not. */
  readonly attests?: 'other' | 'both'
  /** Whether all proofs of the request are made with one key. */
  readonly isOneKey?: true
  /** The proof of the key to which the access token is bound. */
  readonly dpop?: DpopChange
}

/** What an issuer has to have before a probe can be sent: an algorithm is one that it announces beside the usual one. */
export type ProbeNeed =
  | WalletAlgorithm
  | 'jwt'
  | 'path'
  | 'nonce'
  | 'no-nonce'
  | 'unoffered'
  | 'ungranted'
  | 'jwt-token'
  | 'batch'
  | 'several'
  | 'proofs'
  | 'identifiers'
  | 'request-encryption'
  | 'request-agreement'
  | 'request-encryption-required'
  | 'request-encryption-optional'
  | 'response-encryption'
  | 'response-encryption-required'
  | 'attestation'
  | 'attestation-optional'
  | 'attestation-alone'
  | 'attestation-batch'
  | 'provider'
  | `brings-${BroughtKeyName}`
  | 'dpop'
  | 'dpop-nonces'
  | 'dpop-times'

/** A credential request that is put to an issuer, and what it has to do with it. */
export interface IssuerProbe {
  readonly id: string
  readonly row: Requirement
  readonly description: string
  readonly change: RequestChange
  readonly needs: readonly ProbeNeed[]
  readonly expects: 'refusal' | 'issuance'
  /** The sentence that obliges the issuer; absent where it may do as it likes. */
  readonly obligation?: string
  /** The error that the specification names; another is a remark. */
  readonly error?: string
  /** Whether the error is about the content of the request, which has codes of its own. */
  readonly isAboutContent: boolean
}

const section = (number: string): string => `OpenID4VCI 1.0, section ${number}`

interface ProbeOptions {
  readonly needs?: readonly ProbeNeed[]
  readonly obligation?: string
  readonly error?: string
  readonly isAboutContent?: boolean
}

const make =
  (expects: IssuerProbe['expects']) =>
  (
    row: Requirement,
    description: string,
    change: RequestChange,
    { needs = [], isAboutContent = expects === 'refusal', ...rest }: ProbeOptions,
  ): IssuerProbe => ({
    id: `${row.id}/${toSlug(description)}`,
    row,
    description,
    change,
    needs,
    expects,
    isAboutContent,
    ...rest,
  })

const refused = make('refusal')
const issued = make('issuance')

/** A proof that is wrong in one place. */
const proof = (
  description: string,
  change: RequestChange,
  about: string | undefined,
  error = 'invalid_proof',
  needs: readonly ProbeNeed[] = [],
) =>
  refused(VCIUSE.REFUSES, description, change, {
    needs: ['jwt', ...needs],
    error,
    ...(about !== undefined && { obligation: section(about) }),
  })

/** A key attestation that is a proof by itself, and wrong in one place. */
const attested = (
  description: string,
  attestation: NonNullable<RequestChange['attestation']>,
  about: string,
  error = 'invalid_proof',
  needs: readonly ProbeNeed[] = [],
) =>
  refused(
    VCIUSE.REFUSES,
    description,
    { attestation },
    { needs: ['attestation-alone', ...needs], error, obligation: section(about) },
  )

/** The beginning of 2001, in seconds. */
const longAgo = 978_307_200

/** What is wrong with a key attestation, with the place that says so. */
const badAttestations: readonly (readonly [
  text: string,
  change: NonNullable<RequestChange['attestation']>,
  obligation: string,
  needs?: readonly ProbeNeed[],
])[] = [
  ['that another key signed', { isForged: true }, section('F.1, F.4, item 4, and 8.3')],
  ['that expired long ago', { claims: put({ exp: longAgo }) }, 'RFC 7519, section 4.1.4', ['provider']],
  ['with the type of any JWT', { header: put({ typ: 'JWT' }) }, section('D.1 and F.4, item 2'), ['provider']],
]

/** What is wrong with the nonce of a key attestation. */
const staleAttestations: typeof badAttestations = [
  ['without a nonce', { claims: drop('nonce') }, section('F.1, key_attestation, and 12.2.4'), ['nonce']],
  [
    'with a nonce that was made up',
    { claims: put({ nonce: 'a nonce of nowhere' }) },
    section('F.1, key_attestation, and 12.2.4'),
    ['nonce'],
  ],
]

/**
 * Keys that key attestations bring along. Whom an issuer trusts is its own affair (section D); a certificate that is not by
 * the authority that it names is not valid in any case.
 */
const broughtAttestations = broughtKeyNames.map((brings) => ({
  text: `a key attestation ${broughtKeys[brings].description}`,
  change: { attestation: { brings } },
  needs: [`brings-${brings}`] as const,
  about: { error: 'invalid_proof', ...(brings === 'namesake' && { obligation: 'RFC 7515, section 4.1.6' }) },
}))

const foreign = 'https://issuer.invalid/other'

/** A credential request whose DPoP proof is wrong in one place. */
const bound = (
  row: Requirement,
  description: string,
  dpop: DpopChange,
  obligation?: string,
  needs: readonly ProbeNeed[] = [],
) =>
  refused(
    row,
    `a credential request with ${description}`,
    { dpop },
    {
      needs: ['dpop', ...needs],
      isAboutContent: false,
      ...(obligation !== undefined && { obligation }),
    },
  )

/** What is wrong with the access token of a request, or with the proof of its key, at any endpoint that takes one. */
export interface TokenProbe {
  readonly row: Requirement
  readonly text: string
  /** What is sent as the access token, by that of the wallet and by the code that it was obtained with; nothing, for none. */
  readonly token?: (token: string, code: string) => string | undefined
  readonly needs?: readonly ['jwt-token']
  readonly dpop?: DpopChange
  /** The sentence, where it is not that of the endpoint. */
  readonly obligation?: string
}

const unproven = (text: string, dpop: DpopChange, obligation: string): TokenProbe => ({
  ...{ row: VCIDPOP.BOUND, text, dpop, obligation },
})

/** Writes a JWT without its signature (RFC 7515, appendix A.5). */
function unsign(jwt: string): string {
  const header = Buffer.from(JSON.stringify({ ...readJws(jwt).header, alg: 'none' })).toString('base64url')
  return `${header}.${jwt.split('.')[1]}.`
}

// biome-ignore format: a table, one row a line.
export const tokenProbes: readonly TokenProbe[] = [
  { row: VCIUSE.AUTHORIZED, text: 'without an access token', token: () => undefined },
  { row: VCIUSE.AUTHORIZED, text: 'with an access token that was made up', token: () => 'a-token-of-nowhere' },
  { row: VCIUSE.AUTHORIZED, text: 'with the code of its access token in place of that', token: (_, code) => code },
  { row: VCIUSE.AUTHORIZED, text: 'whose access token says that it is not signed', token: unsign, needs: ['jwt-token'] },
  ...nearValues.map(({ what, write }) => ({ row: VCIUSE.AUTHORIZED, text: `whose access token ${what}`, token: write })),
  unproven('with a DPoP proof of another key', { isForeign: true }, 'RFC 9449, section 4.3, item 12, and 7.1'),
  unproven('with a DPoP proof for no token', { claims: drop('ath') }, 'RFC 9449, section 4.3, item 12, and 7.1'),
  unproven('with a bound token and no DPoP proof', { isMissing: 'DPoP' }, 'RFC 9449, section 7.1'),
  unproven('with a bound token as a bearer token', { isMissing: 'Bearer' }, 'RFC 9449, section 7.2'),
]

const boundProbes = dpopProbes.map(({ description, change, item, withNonces }) =>
  bound(
    VCIDPOP.RESOURCE,
    description,
    change,
    `RFC 9449, section 4.3, ${item}, and 7.1`,
    withNonces === undefined ? [] : [withNonces ? 'dpop-nonces' : 'dpop-times'],
  ),
)

/** Changes the first character of a signature, of which every bit counts. */
const spoil = (jwt: string): string =>
  jwt.replace(/\.(.)([^.]*)$/, (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`)

const year = 365 * 86_400

/** What is wrong in one of two proofs, with the item of appendix F.4. */
const inBatches: readonly (readonly [
  text: string,
  change: RequestChange,
  item: string,
  needs?: readonly ProbeNeed[],
  error?: string,
])[] = [
  ['is signed by another key', { signer: 'other' }, '4'],
  ['has the type of any JWT', { header: put({ typ: 'JWT' }) }, '2'],
  ['is for another issuer', { claims: put({ aud: foreign }) }, '1'],
  ['has no time', { claims: drop('iat') }, '1'],
  ['has no signature', { header: put({ alg: 'none' }), signer: 'none' }, '3'],
  ['has a private key', { header: (header, privateKey) => ({ ...header, jwk: privateKey }) }, '5'],
  ['has no nonce', { claims: drop('nonce') }, '6', ['nonce']],
  ['has a nonce that was made up', { claims: put({ nonce: 'a nonce of nowhere' }) }, '6', ['nonce'], 'invalid_nonce'],
]

/** What is wrong in a proof by each algorithm that the issuer announces, or by a key that it knows, with the item of appendix F.4. */
const mistakesOfProofs: typeof inBatches = [
  ['with one character of its signature changed', { jwt: spoil }, '4'],
  ['with the type of any JWT', { header: put({ typ: 'JWT' }) }, '2'],
  ['for another issuer', { claims: put({ aud: foreign }) }, '1'],
  ['without a nonce', { claims: drop('nonce') }, '6', ['nonce']],
  ['with a nonce that was made up', { claims: put({ nonce: 'a nonce of nowhere' }) }, '6', ['nonce'], 'invalid_nonce'],
]
const byAlgorithms: typeof inBatches = [
  ['that another key signed', { signer: 'other' }, '4'],
  ['with a private key', { header: (header, privateKey) => ({ ...header, jwk: privateKey }) }, '5'],
  ...mistakesOfProofs,
]

const emptyLists = (request: JsonObject): JsonObject => ({
  ...request,
  proofs: Object.fromEntries(Object.keys(isObject(request.proofs) ? request.proofs : {}).map((type) => [type, []])),
})

// biome-ignore format: a table, one row a line.
export const issuerProbes: readonly IssuerProbe[] = [
  proof('a proof with the type of any JWT', { header: put({ typ: 'JWT' }) }, 'F.4, item 2'),
  proof('a proof without a type', { header: drop('typ') }, 'F.4, item 2'),
  proof('a proof without a signature', { header: put({ alg: 'none' }), signer: 'none' }, 'F.4, item 3'),
  proof('a proof that names `none` as the algorithm of its signature', { header: put({ alg: 'none' }) }, 'F.4, item 3'),
  proof('a proof with a MAC by its public key', { header: put({ alg: 'HS256' }), signer: 'mac' }, 'F.4, item 3'),
  proof('a proof with a MAC by its public key as PEM', { header: put({ alg: 'HS256' }), signer: 'mac-pem' }, 'F.4, item 3'),
  proof('a proof that another key signed', { signer: 'other' }, 'F.1 and F.4, item 4'),
  proof('a proof with one character of its signature changed', { jwt: spoil }, 'F.1 and F.4, item 4'),
  proof('a proof with a signature in ASN.1', { jwt: writeAsn1Signature }, 'F.4, item 4; RFC 7518, section 3.4'),
  proof('a proof with a signature of zeros', { jwt: clearSignature }, 'F.4, item 4'),
  proof('a proof with a private key', { header: (header, privateKey) => ({ ...header, jwk: privateKey }) }, 'F.4, item 5'),
  proof('a proof for another issuer', { claims: put({ aud: foreign }) }, 'F.1, aud, and F.4, item 1'),
  proof('a proof for no issuer', { claims: drop('aud') }, 'F.4, item 1'),
  proof('a proof without a time', { claims: drop('iat') }, 'F.4, item 1'),
  proof('a proof without a nonce', { claims: drop('nonce') }, 'F.4, item 1 and 6', 'invalid_proof', ['nonce']),
  proof('a proof with a nonce that was made up', { claims: put({ nonce: 'a nonce of nowhere' }) }, 'F.4, item 6', 'invalid_nonce', ['nonce']),
  ...nearValues.map(({ what, write }) => proof(`a proof whose nonce ${what}`, { claims: (claims) => ({ ...claims, nonce: write(readText(claims.nonce)) }) }, 'F.4, item 6', 'invalid_nonce', ['nonce'])),
  proof('a proof for an issuer whose name is longer', { claims: (claims) => ({ ...claims, aud: `${readText(claims.aud)}/other` }) }, 'F.1, aud, and F.4, item 1'),
  proof('a proof for the host of the issuer', { claims: (claims) => ({ ...claims, aud: new URL(readText(claims.aud)).origin }) }, 'F.1, aud, and F.4, item 1', 'invalid_proof', ['path']),
  proof('a proof with the type of a Key Binding JWT', { header: put({ typ: 'kb+jwt' }) }, 'F.4, item 2'),
  refused(VCIUSE.REFUSES, 'a proof with `crit`', { header: put({ crit: ['x-assay'], 'x-assay': 1 }) }, { needs: ['jwt'], error: 'invalid_proof', obligation: 'RFC 7515, section 4.1.11' }),
  ...inBatches.flatMap(([text, change, item, needs = [], error]) => [
    proof(`two proofs of which the first ${text}`, { ...change, count: 2, changesFirst: true }, `F.4, item ${item}`, error, ['batch', ...needs]),
    proof(`two proofs of which the second ${text}`, { ...change, count: 2 }, `F.4, item ${item}`, error, ['batch', ...needs]),
  ]),
  ...walletAlgorithms.flatMap((alg) => [
    issued(VCIUSE.ALGORITHMS, `a proof by ${alg}`, { alg }, { needs: ['jwt', alg], obligation: section('12.2.4') }),
    ...byAlgorithms.map(([text, change, item, needs = [], error]) =>
      proof(`a proof by ${alg} ${text}`, { ...change, alg }, `F.4, item ${item}`, error, [alg, ...needs]),
    ),
  ]),
  ...mistakesOfProofs.map(([text, change, item, needs = [], error]) =>
    proof(`a proof by a key that was accepted before, ${text}`, { ...change, isKnown: true }, `F.4, item ${item}`, error, needs),
  ),
  // What is encrypted may be read in another way.
  ...mistakesOfProofs.map(([text, change, item, needs = [], error]) =>
    proof(`a proof in an encrypted request, ${text}`, { ...change, isEncrypted: true }, `F.4, item ${item}`, error, ['request-encryption-optional', ...needs]),
  ),
  refused(VCIUSE.AUTHORIZED, 'an encrypted request without an access token', { isEncrypted: true, token: () => undefined }, { needs: ['request-encryption-optional'], obligation: section('8 and 8.3.1.1'), isAboutContent: false }),
  refused(VCIUSE.AUTHORIZED, 'an encrypted request with an access token that was made up', { isEncrypted: true, token: () => 'a-token-of-nowhere' }, { needs: ['request-encryption-optional'], obligation: section('8 and 8.3.1.1'), isAboutContent: false }),
  // No section gives `nbf` and `exp` a meaning in proofs, and what is not understood is ignored (RFC 7519, section 4).
  proof('a proof that is not valid yet', { claims: (claims) => ({ ...claims, nbf: Number(claims.iat) + year }) }, undefined),
  proof('a proof that has expired', { claims: (claims) => ({ ...claims, exp: Number(claims.iat) - year }) }, undefined),
  proof('a proof of a year ago', { claims: (claims) => ({ ...claims, iat: Number(claims.iat) - year }) }, undefined, 'invalid_proof', ['nonce']),
  proof('a proof of a year ago, where there are no nonces', { claims: (claims) => ({ ...claims, iat: Number(claims.iat) - year }) }, 'F.4, item 7', 'invalid_proof', ['no-nonce']),
  proof('a proof with the nonce of the request before', { reuses: true }, undefined, 'invalid_nonce', ['nonce']),
  proof('a proof with `kid` beside `jwk`', { header: put({ kid: 'a' }) }, undefined),

  attested('a key attestation with the type of any JWT', { header: put({ typ: 'JWT' }) }, 'F.4, item 2'),
  attested('a key attestation that another key signed', { isForged: true }, 'F.4, item 4'),
  refused(VCIUSE.REFUSES, 'a key attestation that expired long ago', { attestation: { claims: put({ exp: longAgo }) } }, { needs: ['attestation-alone'], obligation: 'RFC 7519, section 4.1.4', error: 'invalid_proof' }),
  attested('a key attestation without a nonce', { claims: drop('nonce') }, 'F.3 and F.4, item 6', 'invalid_proof', ['nonce']),
  attested('a key attestation with a nonce that was made up', { claims: put({ nonce: 'a nonce of nowhere' }) }, 'F.4, item 6', 'invalid_nonce', ['nonce']),

  refused(VCIUSE['ATTESTED-NEEDED'], 'a proof without a key attestation', { header: drop('key_attestation') }, { needs: ['jwt', 'attestation'], obligation: section('12.2.4'), error: 'invalid_proof' }),
  ...[...badAttestations, ...staleAttestations].map(([text, attestation, obligation, needs = []]) =>
    refused(VCIUSE['ATTESTED-NEEDED'], `a proof with a key attestation ${text}`, { attestation }, { needs: ['jwt', 'attestation', ...needs.filter((need) => need !== 'provider')], obligation, error: 'invalid_proof' }),
  ),
  ...(['first', 'second'] as const).map((which) =>
    refused(VCIUSE['ATTESTED-NEEDED'], `two proofs of which the ${which} has a key attestation that another key signed`, { attestation: { isForged: true }, count: 2, ...(which === 'first' && { changesFirst: true }) }, { needs: ['attestation-batch'], obligation: section('12.2.4'), error: 'invalid_proof' }),
  ),
  ...broughtAttestations.flatMap(({ text, change, needs, about }) => [
    refused(VCIUSE.REFUSES, text, change, { needs: ['attestation-alone', ...needs], ...about }),
    refused(VCIUSE['ATTESTED-NEEDED'], `a proof with ${text}`, change, { needs: ['jwt', 'attestation', ...needs], ...about }),
  ]),
  // An issuer may ignore an attestation that it does not require, and then issues for the key of the proof alone.
  ...badAttestations.map(([text, attestation, obligation, needs = []]) =>
    refused(VCIUSE.REFUSES, `a proof with a key attestation for a second key, ${text}`, { attestation, attests: 'both', count: 2 }, { needs: ['jwt', 'attestation-optional', ...needs], obligation }),
  ),
  refused(VCIUSE.ATTESTED, 'a proof with a key attestation for another key', { attests: 'other' }, { needs: ['jwt', 'attestation'], obligation: section('D.1'), error: 'invalid_proof' }),

  refused(VCIUSE.PROVEN, 'a request without proofs', { content: drop('proofs') }, { needs: ['proofs'], obligation: section('8.2'), error: 'invalid_proof' }),
  refused(VCIUSE.PROVEN, 'a request with an empty array of proofs', { content: emptyLists }, { needs: ['proofs'], obligation: section('8.2') }),
  refused(VCIUSE.PROVEN, 'a request with two types of proofs', { content: (request) => ({ ...request, proofs: { ...Object(request.proofs), 'x-proof': ['a'] } }) }, { needs: ['proofs'] }),

  refused(VCIUSE.INVALID, 'a request that names no credential', { content: drop('credential_configuration_id', 'credential_identifier') }, { obligation: section('8.3.1'), error: 'invalid_credential_request' }),
  refused(VCIUSE.INVALID, 'a request for an identifier that was made up', { content: put({ credential_identifier: 'an identifier of nowhere' }) }, { needs: ['identifiers'], obligation: section('8.3.1'), error: 'unknown_credential_identifier', isAboutContent: false }),
  refused(VCIUSE.INVALID, 'a request by an identifier and by a configuration', { content: (request) => ({ credential_identifier: 'a', credential_configuration_id: 'a', ...request }) }, { error: 'invalid_credential_request' }),
  refused(VCIUSE.UNSUPPORTED, 'a request for a configuration that was made up', { content: (request) => ({ ...drop('credential_identifier')(request), credential_configuration_id: 'a configuration of nowhere' }) }, { obligation: section('8.3.1.2'), error: 'unknown_credential_configuration' }),

  refused(VCIUSE['OFFERED-ALONE'], 'a request for a credential that was not offered, by a token of a pre-authorized code', { namesOther: true }, { needs: ['unoffered'], obligation: section('6.1'), isAboutContent: false }),
  refused(VCIUSE['GRANTED-ALONE'], 'a request for a credential that the user did not authorize', { namesOther: true }, { needs: ['ungranted'], obligation: VCIUSE['GRANTED-ALONE'].standard ?? '', isAboutContent: false }),
  ...tokenProbes.flatMap(({ row, text, token, needs = [] }) => (token ? [refused(row, `a credential request ${text}`, { token }, { needs, obligation: section('8 and 8.3.1.1'), isAboutContent: false })] : [])),

  refused(VCIENC.WANTED, 'a request for encryption by an algorithm that does not exist', { asks: put({ enc: 'A999GCM' }) }, { needs: ['response-encryption'], obligation: section('8.3'), error: 'invalid_encryption_parameters' }),
  refused(VCIENC.WANTED, 'a request without encryption, where it is required', { content: drop('credential_response_encryption') }, { needs: ['response-encryption-required'], error: 'invalid_encryption_parameters' }),
  ...Object.values(jweAlterations).map(({ description, alter, obligation }) =>
    refused(VCIENC.INTACT, `an encrypted request ${description}`, { isEncrypted: true, alters: alter }, { needs: ['request-encryption'], obligation, isAboutContent: false }),
  ),
  proof('a proof for another issuer in a request for an encrypted response', { asks: (encryption) => encryption, claims: put({ aud: foreign }) }, 'F.4, item 1', 'invalid_proof', ['response-encryption']),
  refused(VCIENC.REQUIRED, 'a request in plain text, where encryption is required', { isEncrypted: false }, { needs: ['request-encryption-required'], obligation: section('10'), error: 'invalid_encryption_parameters' }),
  refused(VCIUSE.BATCH, 'a request with one proof more than `batch_size`', { count: Number.POSITIVE_INFINITY }, { needs: ['jwt', 'several'] }),

  ...boundProbes,
  bound(VCIDPOP.BOUND, 'a DPoP proof of another key', { isForeign: true }, 'RFC 9449, section 4.3, item 12, and 7.1'),
  bound(VCIDPOP.BOUND, 'a DPoP proof for another token', { claims: put({ ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo' }) }, 'RFC 9449, section 4.3, item 12, and 7.1'),
  bound(VCIDPOP.BOUND, 'a DPoP proof with the beginning of the hash of its token', { claims: (claims) => ({ ...claims, ath: readText(claims.ath).slice(0, 22) }) }, 'RFC 9449, section 4.3, item 12, and 7.1'),
  bound(VCIDPOP.BOUND, 'a DPoP proof for no token', { claims: drop('ath') }, 'RFC 9449, section 4.3, item 12, and 7.1'),
  bound(VCIDPOP.BOUND, 'a bound token and no DPoP proof', { isMissing: 'DPoP' }, 'RFC 9449, section 7.1'),
  bound(VCIDPOP.BOUND, 'a bound token as a bearer token', { isMissing: 'Bearer' }, 'RFC 9449, section 7.2'),
  bound(VCIDPOP.RESOURCE, 'a DPoP proof with the `jti` of the one before', { repeats: true }),

  issued(VCIUSE.IGNORES, 'a request with a parameter that is not known', { content: put({ 'x-note': { a: ['b'] } }) }, { obligation: section('8.2') }),
  issued(VCIUSE['SCHEME-CASE'], 'a request whose access token has its scheme in other letters', { recasesScheme: true }, { obligation: VCIUSE['SCHEME-CASE'].standard ?? '' }),
  refused(VCIUSE.BOUND, 'a request with two proofs by one key', { count: 2, isOneKey: true }, { needs: ['batch'] }),
  issued(VCIUSE.BATCH, 'a request with two proofs', { count: 2 }, { needs: ['batch'], obligation: section('12.2.4') }),
  issued(VCIENC.REQUEST, 'a request that is encrypted', { isEncrypted: true }, { needs: ['request-encryption'], obligation: section('8.2') }),
  ...(['apu', 'apv'] as const).map((name) =>
    issued(VCIENC.REQUEST, `an encrypted request that has \`${name}\``, { isEncrypted: true, sealedHeader: { [name]: 'YXNzYXk' } }, { needs: ['request-agreement'], obligation: `RFC 7518, section ${name === 'apu' ? '4.6.1.2' : '4.6.1.3'}` }),
  ),
  issued(VCIENC.WANTED, 'a request for an encrypted response', { asks: (encryption) => encryption }, { needs: ['response-encryption'], obligation: section('8.3') }),
  issued(VCIENC.WANTED, 'another request for an encrypted response', { asks: (encryption) => encryption }, { needs: ['response-encryption'], obligation: section('8.3') }),
]
