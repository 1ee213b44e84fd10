import { hash } from 'node:crypto'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { type SampleFault, sampleFault } from '../../kit/samples.ts'
import { CRED } from '../credential/requirements.ts'
import { SD } from '../disclosure/requirements.ts'
import type { CredentialDraft } from '../model/actors.ts'
import { type ChangeDraft, many, type PopulationChange } from './population-change.ts'
import { AUDIT } from './requirements.ts'

const fault = sampleFault<PopulationChange>()

/** The places of the credential that has something of the first one. */
const again = 7

const changeLater =
  (change: (draft: CredentialDraft, first: CredentialDraft) => CredentialDraft): ChangeDraft =>
  (draft, place, first) =>
    place === again ? change(draft, first) : draft

const changePayload =
  (change: (payload: JsonObject, place: number) => JsonObject): ChangeDraft =>
  (draft, place) => ({ ...draft, payload: { ...draft.payload, ...change(draft.payload, place) } })

/** Gives every claim another salt. */
const saltClaims =
  (
    salt: (claim: { readonly name: string; readonly i: number }, draft: CredentialDraft, place: number) => string,
  ): ChangeDraft =>
  (draft, place) => ({
    ...draft,
    claims: draft.claims.map((claim, i) => ({ ...claim, salt: salt({ name: claim.name, i }, draft, place) })),
  })

/** A number of 16 octets in base64url, as a salt. */
function writeOctets(number: bigint): string {
  return Buffer.from(number.toString(16).padStart(32, '0'), 'hex').toString('base64url')
}

const takeSalt = (draft: CredentialDraft, salt: string): CredentialDraft => ({
  ...draft,
  claims: draft.claims.map((claim, i) => (i === 0 ? { ...claim, value: 'another', salt } : claim)),
})

/** A number of a credential that looks random and is not the same for any two. */
const drawNumber = (place: number): bigint => BigInt(`0x${hash('sha256', `credential ${place}`).slice(0, 28)}`)

const seconds = (place: number): bigint => 1_795_000_000n + BigInt(place)

export const faults: readonly SampleFault<PopulationChange>[] = [
  fault(CRED.UNIQUE, 'issues two credentials with one id', {
    draft: changeLater((draft, first) => ({ ...draft, payload: { ...draft.payload, id: first.payload.id ?? '' } })),
  }),
  fault(SD['SALT-ONCE'], 'uses a salt again for another value in another credential', {
    draft: changeLater((draft, first) => takeSalt(draft, first.claims[3]?.salt ?? '')),
  }),
  fault(
    SD['SALT-ONCE'],
    'begins its salts again after some credentials',
    {
      draft: saltClaims(({ name, i }, _, place) =>
        hash('sha256', `${name} ${i} ${place % 9}`, 'base64url').slice(0, 22),
      ),
    },
    [AUDIT.DISCLOSURE],
  ),
  fault(SD.GUESSLESS, 'counts its salts', {
    credentials: many,
    draft: saltClaims(({ i }, { claims }, place) => writeOctets(BigInt(place * claims.length + i))),
  }),
  fault(SD.GUESSLESS, 'counts its salts in decimal digits', {
    credentials: many,
    draft: saltClaims(({ i }, { claims }, place) => String(place * claims.length + i).padStart(22, '0')),
  }),
  fault(SD.GUESSLESS, 'takes its salts from the clock', {
    credentials: many,
    draft: saltClaims(({ i }, _, place) => writeOctets(seconds(place) * 1_000_000_000n + BigInt(i) * 1_000n)),
  }),
  fault(SD.GUESSLESS, 'draws 40 bits for each salt', {
    credentials: many,
    draft: saltClaims(({ name }, _, place) =>
      writeOctets(BigInt(`0x${hash('sha256', `${name} ${place}`).slice(0, 10)}`)),
    ),
  }),
  fault(SD.GUESSLESS, 'draws one number for each credential and counts on from it', {
    credentials: many,
    draft: saltClaims(({ i }, _, place) => writeOctets((drawNumber(place) << 14n) + BigInt(i))),
  }),
  fault(SD.GUESSLESS, 'takes digests of the id and the names of the claims as salts', {
    draft: saltClaims(({ name }, { payload }) => hash('sha256', `${payload.id}:${name}`, 'base64url')),
  }),
  fault(SD.GUESSLESS, 'takes digests of the time and the indexes of the claims as salts', {
    draft: (draft, place, first) => {
      const timed = { ...draft, payload: { ...draft.payload, iat: Number(seconds(place)) } }
      const salted = saltClaims(({ i }, { payload }) => hash('md5', `${payload.iat}-${i}`, 'base64url'))
      return salted(timed, place, first)
    },
  }),
  fault(SD.SHUFFLED, 'leaves the digests in the order of the claims', { order: (digests) => digests }),
  fault(SD.SHUFFLED, 'begins with another claim in each credential and keeps their order', {
    order: (digests, place) => [...digests.slice(place % digests.length), ...digests.slice(0, place % digests.length)],
  }),
  fault(SD.SHUFFLED, 'puts the digest of the name first and shuffles the others', {
    order: ([first = '', ...others]) => [first, ...others.toSorted()],
  }),
  fault(AUDIT.STATUS, 'gives two credentials one status URL', {
    draft: changeLater((draft, first) => ({
      ...draft,
      payload: { ...draft.payload, status: first.payload.status ?? '' },
    })),
  }),
  fault(AUDIT.JTI, 'gives two credentials one `jti`', {
    draft: changePayload((_, place) => ({ jti: `urn:example:${place === again ? 0 : place}` })),
  }),
  fault(
    AUDIT.DISCLOSURE,
    'copies a claim with its salt into another credential',
    {
      draft: changeLater((draft, first) => ({
        ...draft,
        claims: [...first.claims.slice(0, 1), ...draft.claims.slice(1)],
      })),
    },
    [SD['SALT-ONCE']],
  ),
  fault(AUDIT.KEY, 'binds two credentials to one key', {
    draft: changeLater((draft, first) => ({ ...draft, payload: { ...draft.payload, cnf: first.payload.cnf ?? {} } })),
  }),
  fault(AUDIT.ORDER, 'puts the time at the beginning of the id', {
    credentials: 120,
    draft: changePayload(({ id }, place) => {
      const time = seconds(place)
      const digits = (time * 1000n).toString(16).padStart(12, '0')
      return { id: `${digits.slice(0, 8)}-${digits.slice(8)}${String(id).slice(13)}`, iat: Number(time) }
    }),
  }),
  fault(AUDIT.ORDER, 'counts down in the id', {
    credentials: 120,
    draft: changePayload(({ id }, place) => {
      const digits = (900_000 - place).toString(16).padStart(8, '0')
      return { id: `${digits}${String(id).slice(8)}`, iat: Number(seconds(place)) }
    }),
  }),
  fault(AUDIT.DECOYS, 'adds three decoys to any number of claims', {
    credentials: 200,
    draft: (draft, place) => ({ ...draft, claims: draft.claims.slice(place % 4) }),
    order: (digests, place) => [...digests, ...makeDecoys(place, 3)].toSorted(),
  }),
]

/** Digests of nothing. */
export const makeDecoys = (place: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => hash('sha256', `decoy ${place} ${i}`, 'base64url'))
