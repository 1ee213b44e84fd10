import { answerDecision, type Profile } from '../../../model/decision.ts'
import { decisions as every } from '../all/decisions.ts'
import type { Combination } from '../kit/combinations.ts'

// What no draw of legal settings combines, each with the reason.

/** Variants of one message that no whole exchange has as it is: the other messages would have to follow. */
export const singleMessages: Readonly<Record<string, string>> = {
  'CFG/sends-one-character-as-device_id': 'the id of a device is the same in every session',
  'CFG/also-returns-the-six-values-of-the-sequence': 'the code in it is not the one that is offered',
  'OFFER/offers-credential-configurations-with-any-strings-as-ids': 'the metadata name other templates',
  'REQ/sends-any-string-as-credential_identifier': 'the issuer named another dataset',
  'CRE/sends-an-rsa-key-of-4096-bits': 'the response is encrypted to the key of the reference wallet',
  'CRE/sends-an-rsa-key-with-the-exponent-3': 'the response is encrypted to the key of the reference wallet',
  'CRE/requests-rsa-oaep': 'the issuer announces other algorithms',
  'LINK/is-an-https-link': 'the session has another redirect address',
  'VAL/is-about-any-holder': 'the session was opened for another holder',
  'VAL/is-about-a-holder-whose-number-does-not-begin-with-zeros': 'the session was opened for another holder',
  'VAL/is-about-a-holder-whose-number-begins-with-zeros': 'the session was opened for another holder',
  'CALLBACK/delivers-two-credentials': 'one was issued',
  'CALLBACK/delivers-eight-credentials': 'one was issued',
  'CALLBACK/delivers-a-credential-that-is-still-encrypted': 'another text was issued',
  'CALLBACK/has-any-credential_identifier': 'the session has another identifier',
}

/** Variants and answers that exclude one another. Where several values of one answer are listed, each of them does. */
interface Exclusion {
  readonly variants?: readonly string[]
  readonly decisions?: Readonly<Record<string, string | readonly string[]>>
  readonly profiles?: readonly string[]
  readonly reason: string
}

export const exclusions: readonly Exclusion[] = [
  {
    decisions: { 'sd.digest': ['parts', 'parts-json-value', 'parts-bare-salt', 'parts-bare-salt-json-value'] },
    profiles: ['document-rfc9901', 'document-sd-jwt-vc', 'document-openid4vci'],
    reason: 'these profiles follow RFC 9901, which computes the digest of a whole disclosure',
  },
  {
    decisions: {
      'sd.conformance': 'rfc9901',
      'sd.digest': ['parts', 'parts-json-value', 'parts-bare-salt', 'parts-bare-salt-json-value'],
    },
    reason: 'RFC 9901 computes the digest of a whole disclosure',
  },
  {
    variants: ['ATT/attests-a-key-that-has-no-certificate'],
    decisions: { 'certificates.location': ['callback', 'request'] },
    reason: 'there is a certificate for each attested key',
  },
  {
    variants: ['ATT/attests-many-keys'],
    decisions: { 'certificates.location': ['callback', 'request'] },
    reason: 'there is a certificate for each attested key',
  },
  {
    variants: ['OFFER/has-a-code-of-sixteen-characters'],
    decisions: { 'code.presented': 'request' },
    reason: 'the issuer gave another code',
  },
  {
    variants: ['CFG/returns-any-string-as-nonce'],
    decisions: { 'code.presented': 'request' },
    reason: 'the issuer gave another code',
  },
  {
    variants: ['NONCE/returns-the-nonce-as-nonce', 'NONCE/returns-4000-characters'],
    reason: 'one renames the member that the other makes longer',
  },
]

/** Whether nothing in a combination excludes something else in it. */
export const isLegalCombination = (combination: Combination): boolean =>
  !combination.variants.some(({ id }) => id in singleMessages) &&
  !exclusions.some((each) => isExcluded(each, combination))

const isExcluded = (
  { variants: needed = [], decisions = {}, profiles }: Exclusion,
  { profile, decisions: given, variants }: Combination,
): boolean =>
  needed.every((wanted) => variants.some(({ id }) => id === wanted)) &&
  (profiles === undefined || profiles.includes(profile)) &&
  Object.entries(decisions).every(([id, values]) => [values].flat().includes(readAnswer(id, profile, given)))

/** The answer in force, which a draw may leave to the profile. */
function readAnswer(id: string, profile: Profile, given: Readonly<Record<string, string>>): string {
  const decision = every.find((each) => each.id === id)
  return decision ? answerDecision(decision, profile, given).value : ''
}
