import type { Requirement } from '../../model/requirement.ts'
import { type JsonObject, readText } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { type BroughtKeyName, broughtKeyNames, broughtKeys } from '../jose/brought-keys.ts'
import { dropMembers as drop, setMembers as put } from '../kit/samples.ts'
import { VCICLIENT } from './requirements.ts'

/** A signed part of how a wallet authenticates itself, and what is wrong with it. */
export interface ClientTokenChange {
  readonly header?: (header: JsonObject) => JsonObject
  readonly claims?: (claims: JsonObject, privateKey: Jwk) => JsonObject
  readonly signer?: 'other' | 'none'
  /** How it brings the key of an attacker, who signs it. */
  readonly brings?: BroughtKeyName
  /** What is sent in place of it; null for nothing. */
  readonly text?: string | null
}

/** What a wallet does otherwise when it authenticates itself. */
export interface ClientChange {
  readonly attestation?: ClientTokenChange
  readonly pop?: ClientTokenChange
  readonly isMissing?: true
}

/** A way to authenticate that is wrong in one place. */
export interface ClientProbe {
  readonly row: Requirement
  readonly description: string
  readonly change: ClientChange
  readonly obligation?: string
  /** Whether it takes a server that gives challenges, or one that gives none. */
  readonly withChallenges?: boolean
  /** The one error that may be given, and the requirement that it is. */
  readonly error?: string
  readonly named?: Requirement
}

const noJwt = 'a.text.of-three-parts'

const year = 365 * 86_400

const shift =
  (name: string) =>
  (claims: JsonObject): JsonObject => ({ ...claims, [name]: Number(claims[name]) - year })

/** Is valid from next year on. */
const begin = (claims: JsonObject): JsonObject => ({ ...claims, nbf: Number(claims.iat) + year })

const draft = (section: string): string => `draft-ietf-oauth-attestation-based-client-auth-07, section ${section}`

const wallet = (
  row: Requirement,
  description: string,
  attestation: ClientTokenChange,
  section: string,
): ClientProbe => ({
  row,
  description: `a wallet attestation ${description}`,
  change: { attestation },
  obligation: draft(section),
})

const pop = (
  description: string,
  change: ClientTokenChange,
  section: string | undefined,
  withChallenges?: boolean,
): ClientProbe => ({
  row: VCICLIENT.POP,
  description: `a proof for a wallet attestation ${description}`,
  change: { pop: change },
  ...(section !== undefined && { obligation: draft(section) }),
  ...(withChallenges !== undefined && { withChallenges }),
})

const withoutChallenge = (description: string, claims: NonNullable<ClientTokenChange['claims']>): ClientProbe => ({
  ...pop(description, { claims }, '9, item 8', true),
  error: 'use_attestation_challenge',
  named: VCICLIENT['CHALLENGE-ERROR'],
})

// biome-ignore format: a table, one row a line.
export const clientProbes: readonly ClientProbe[] = [
  wallet(VCICLIENT.TRUSTED, 'that another key signed', { signer: 'other' }, '9, item 5'),
  wallet(VCICLIENT.TRUSTED, 'without a signature', { header: put({ alg: 'none' }), signer: 'none' }, '9, item 4'),
  ...broughtKeyNames.map((brings) => wallet(VCICLIENT.TRUSTED, broughtKeys[brings].description, { brings }, '9, item 5')),
  wallet(VCICLIENT.VALID, 'with the type of any JWT', { header: put({ typ: 'JWT' }) }, '5.1 and 9, item 2'),
  wallet(VCICLIENT.VALID, 'that is no JWT', { text: noJwt }, '5.1 and 9, item 2'),
  wallet(VCICLIENT.VALID, 'with `crit`', { header: put({ crit: ['x-assay'], 'x-assay': 1 }) }, '9; RFC 7515, section 4.1.11'),
  wallet(VCICLIENT.VALID, 'of last year', { claims: shift('exp') }, '5.1'),
  wallet(VCICLIENT.VALID, 'that is not valid yet', { claims: begin }, '5.1'),
  wallet(VCICLIENT.VALID, 'without an end', { claims: drop('exp') }, '5.1 and 9, item 2'),
  wallet(VCICLIENT.SAME, 'without `sub`', { claims: drop('sub') }, '5.1 and 9, item 13'),
  wallet(VCICLIENT.VALID, 'with a private key', { claims: (claims, jwk) => ({ ...claims, cnf: { jwk } }) }, '9, item 6'),
  wallet(VCICLIENT.SAME, 'for another client', { claims: put({ sub: 'another-wallet' }) }, '9, item 13'),
  { ...wallet(VCICLIENT.SAME, 'for another client, as its proof is', {}, '9, item 13'), change: { attestation: { claims: put({ sub: 'another-wallet' }) }, pop: { claims: put({ iss: 'another-wallet' }) } } },
  pop('that another key signed', { signer: 'other' }, '9, item 7'),
  pop('without a signature', { header: put({ alg: 'none' }), signer: 'none' }, '9, item 4'),
  pop('with the type of any JWT', { header: put({ typ: 'JWT' }) }, '5.2 and 9, item 3'),
  pop('that is no JWT', { text: noJwt }, '5.2 and 9, item 3'),
  pop('with `crit`', { header: put({ crit: ['x-assay'], 'x-assay': 1 }) }, '9; RFC 7515, section 4.1.11'),
  pop('for a server whose name is longer', { claims: (claims) => ({ ...claims, aud: `${readText(claims.aud)}/other` }) }, '9, item 10'),
  pop('for another server', { claims: put({ aud: 'https://issuer.invalid' }) }, '9, item 10'),
  pop('without `jti`', { claims: drop('jti') }, '5.2 and 9, item 3'),
  pop('that is not valid yet', { claims: begin }, '5.2'),
  pop('without a time', { claims: drop('iat') }, '5.2 and 9, item 3'),
  pop('of next year', { claims: (claims) => ({ ...claims, iat: Number(claims.iat) + year }) }, '9, item 9', false),
  withoutChallenge('without the challenge', drop('challenge')),
  pop('of a year ago', { claims: shift('iat') }, '9, item 9', false),
  withoutChallenge('with a challenge that was made up', put({ challenge: 'a challenge of nowhere' })),
  pop('of another issuer', { claims: put({ iss: 'another-wallet' }) }, undefined),
]

/** What a server may not take that has no other way to authenticate. */
export const missingClients: readonly ClientProbe[] = [
  {
    row: VCICLIENT.NEEDED,
    description: 'no wallet attestation',
    change: { isMissing: true },
    obligation: VCICLIENT.NEEDED.standard ?? '',
  },
  wallet(VCICLIENT.VALID, 'that is missing beside its proof', { text: null }, '6.1 and 9, item 2'),
  pop('that is missing', { text: null }, '6.1 and 9, item 3'),
]
