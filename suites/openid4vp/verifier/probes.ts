import { toSlug } from '../../../model/ids.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { type JweAlteration, jweAlterationNames, jweAlterations } from '../../jose/altered-jwe.ts'
import { type WalletAlgorithm, walletAlgorithms } from '../../jose/wallet-algorithms.ts'
import { allForms, type NearForm, nearForms, textForms } from '../../kit/near-values.ts'
import type { TypeChange } from '../../sd-jwt-vc/served-types.ts'
import { VPUSE } from './requirements.ts'

/** What a status list is otherwise, or how it is given. */
export const listChanges = [
  'list-expired',
  'list-of-another',
  'list-signed-by-another',
  'list-of-another-type',
  'list-without-sub',
  'list-without-iat',
  'list-without-list',
  'list-missing',
  'list-unavailable',
  'list-noted',
  'list-moved',
  'list-endless',
  'list-compressed',
  'list-of-another-time',
  'list-behind-certificate',
  'list-aggregated',
] as const

/** What the metadata of an issuer are otherwise, or how they are given. */
export const issuerChanges = [
  'issuer-other',
  'issuer-unnamed',
  'issuer-other-key',
  'issuer-error',
  'issuer-endless',
  'issuer-moved-plain',
] as const

/** Changes of the last of several presentations, and what becomes of it. */
export const lastChanges = {
  'second-broken': 'broken-signature',
  'second-nonce': 'other-nonce',
  'second-audience': 'other-audience',
  'second-expired': 'expired',
  'second-claims': 'missing-claim',
  'second-type': 'other-type',
  'second-revoked': 'revoked',
} as const

/** What a verifier compares in a presentation, and in a response around it. */
type PresentedValue = 'nonce' | 'audience' | 'type' | 'hash' | 'claim'
type RespondedValue = 'state' | 'id'

/** What a presentation does otherwise than the usual one; each is one thing. */
export type PresentationChange =
  | `${NearForm}-${PresentedValue}`
  | 'listed-nonce'
  | 'listed-audience'
  | 'listed-type'
  | 'leaf-certified'
  | 'certified-before'
  | 'expired-text'
  | 'usual-hash'
  | 'spaced-disclosures'
  | 'typed-value'
  | 'moved-element'
  | 'misnamed-binding'
  | 'nameless-binding'
  | 'misnamed'
  | 'nameless'
  | 'critical-device'
  | 'critical-issuer'
  | 'unprotected-device'
  | 'unprotected-issuer'
  | keyof typeof lastChanges
  | 'other-nonce'
  | 'other-audience'
  | 'namesake-audience'
  | 'client-audience'
  | 'address-audience'
  | 'no-audience'
  | 'no-nonce'
  | 'other-address'
  | 'keyless-session'
  | 'signed-early'
  | 'unbound'
  | 'other-holder'
  | 'self-named-holder'
  | 'hidden-holder'
  | 'broken-binding'
  | 'unsigned-binding'
  | 'other-typ'
  | 'hidden-later'
  | 'shown-later'
  | 'other-issuer'
  | 'self-certified'
  | 'namesake-certified'
  | 'self-named'
  | 'broken-signature'
  | 'unsigned'
  | 'altered-claim'
  | 'invented-claim'
  | 'expired'
  | 'not-yet-valid'
  | 'other-type'
  | 'missing-claim'
  | 'missing-first-claim'
  | 'missing-last-claim'
  | 'other-value'
  | 'unsigned-transaction'
  | 'other-transaction'
  | 'old-binding'
  | 'future-binding'
  | 'timeless-binding'
  | 'expired-binding'
  | 'early-binding'
  | 'critical-binding'
  | 'noted-binding'
  | 'mac-binding'
  | 'unprefixed-audience'
  | 'proof-typ'
  | 'longer-signature'
  | 'asn1-signature'
  | 'null-signature'
  | 'expired-lately'
  | 'valid-soon'
  | 'misnamed-hash'
  | 'longer-disclosure'
  | 'no-hash'
  | 'narrow-hash'
  | 'open-hash'
  | 'invented-element'
  | 'unknown-hash'
  | 'expired-ever'
  | 'reserved-dots'
  | 'critical'
  | 'mac'
  | 'repeated-digest'
  | 'repeated-name'
  | 'reserved-name'
  | 'whole'
  | 'relabelled'
  | 'unnamed'
  | 'revoked'
  | 'suspended'
  | 'beyond-list'
  | (typeof listChanges)[number]
  | (typeof issuerChanges)[number]
  | TypeChange

/** What a response does otherwise, around its presentations. */
export type ResponseChange =
  | `${NearForm}-${RespondedValue}`
  | 'replayed'
  | 'empty'
  | 'emptied'
  | 'absent'
  | 'without-first'
  | 'without-last'
  | 'error'
  | 'renamed'
  | 'repeated'
  | 'as-text'
  | 'as-array'
  | 'unlisted'
  | 'unknown-parameter'
  | 'noted-encryption'
  | 'critical-encryption'
  | 'other-agreement'
  | 'other-state'
  | 'no-state'
  | 'plain'
  | NamedParty
  | JweAlteration

/** The name of a party in the header of an encrypted response. */
const namedParties = ['apu', 'apv'] as const
export type NamedParty = (typeof namedParties)[number]
export const isNamedParty = (name: string | undefined): name is NamedParty => namedParties.some((each) => each === name)

/** Which of two presentations for one query are changed. */
export type ChangedOfTwo = 'none' | 'first' | 'second' | 'both'

/** One thing that is put to a verifier, and what it has to do with it. */
export interface VerifierProbe {
  readonly id: string
  readonly row: Requirement
  readonly description: string
  readonly presentation?: PresentationChange
  readonly response?: ResponseChange
  /** The content encryption of the response, where the request names it. */
  readonly enc?: string
  /** The algorithm of the holder, where the request names it beside the usual one. */
  readonly alg?: WalletAlgorithm
  /** Whether the verifier has accepted the same credential right before, in another session. */
  readonly isKnown?: true
  /** Whether a wrong response was refused right before, in the same session. */
  readonly isRetried?: true
  /** Which of two presentations for one query with `multiple` have the change. */
  readonly twice?: ChangedOfTwo
  /** Whether the change is in a credential of another format than the first. */
  readonly isOther?: true
  /**
   * `end` of redirections, `no-fetch` of a status list, nothing without HTTPS (`no-plain`), and all lists of an aggregation (`all-lists`), whatever comes of the response; `no-use` or `use` of type metadata, which
   * shows in whether the type is fetched that they name.
   */
  readonly expects: 'refusal' | 'acceptance' | 'end' | 'no-fetch' | 'no-plain' | 'all-lists' | 'no-use' | 'use'
  /** The sentence that obliges the verifier; absent where it may do as it likes. */
  readonly obligation?: string
  /** Whether it takes a credential of our own issuer. */
  readonly needsIssuer: boolean
}

type Change = Pick<
  VerifierProbe,
  'presentation' | 'response' | 'enc' | 'alg' | 'isKnown' | 'isRetried' | 'twice' | 'isOther'
>

const section = (number: string): string => `OpenID4VP 1.0, section ${number}`

const checked = section('8.6')

/** Makes a probe; some take a credential of our own issuer. */
export const defineProbe =
  (expects: VerifierProbe['expects'], needsIssuer = false) =>
  (row: Requirement, description: string, change: Change, obligation?: string): VerifierProbe => ({
    id: `${row.id}/${toSlug(description)}`,
    row,
    description,
    ...change,
    expects,
    needsIssuer,
    ...(obligation !== undefined && { obligation }),
  })

const refuse = defineProbe('refusal')
const refuseIssued = defineProbe('refusal', true)
const accept = defineProbe('acceptance')
const acceptIssued = defineProbe('acceptance', true)
const keepsHttps = defineProbe('no-plain', true)
const unusedType = defineProbe('no-use', true)
const usedType = defineProbe('use', true)

const bindingStep = `${checked}; RFC 9901, section 7.3`
const ofAlgorithm = 'RFC 7515, section 5.2; RFC 9052, section 4.4'
const issuerStep = `${checked}; SD-JWT VC, section 2.5`

/** Probes of the holder binding for each algorithm that a verifier announces. */
const byAlgorithms = walletAlgorithms.flatMap((alg) => {
  const signed = `a presentation with a Key Binding JWT by ${alg}`
  const wrong: readonly (readonly [Requirement, string, PresentationChange, string])[] = [
    [VPUSE.HOLDER, 'with a broken signature', 'broken-binding', checked],
    [VPUSE.HOLDER, 'that another holder signed', 'other-holder', checked],
    [VPUSE.NONCE, 'for another session', 'other-nonce', checked],
    [VPUSE.AUDIENCE, 'for another client', 'other-audience', checked],
  ]
  return [
    acceptIssued(VPUSE.ALGORITHMS, signed, { alg }, section('B.3.4')),
    ...wrong.map(([row, text, presentation, step]) =>
      refuseIssued(row, `${signed} ${text}`, { alg, presentation }, step),
    ),
  ]
})

/** The most important mistakes of a presentation, for which some verifiers look under most conditions but not under all. */
const mistakes: readonly (readonly [Requirement, string, PresentationChange, string])[] = [
  [VPUSE.NONCE, 'presented for another session', 'other-nonce', checked],
  [VPUSE.AUDIENCE, 'presented for another client', 'other-audience', checked],
  [VPUSE.BOUND, 'presented without holder binding', 'unbound', checked],
  [VPUSE.HOLDER, 'presented by another holder', 'other-holder', checked],
  [VPUSE.HOLDER, 'whose holder binding has a broken signature', 'broken-binding', checked],
  [VPUSE.TYP, 'with a Key Binding JWT of the type `JWT`', 'other-typ', bindingStep],
  [VPUSE.TIME, 'presented next year', 'future-binding', bindingStep],
  [VPUSE.SIGNED, 'whose own signature is broken', 'broken-signature', checked],
  [VPUSE.DISCLOSED, 'with a claim that was changed', 'altered-claim', checked],
  [VPUSE.DISCLOSED, 'with a claim that was invented', 'invented-claim', checked],
  [VPUSE.CLAIMS, 'without a claim of the query', 'missing-claim', checked],
]

/** Those and more, which take a new credential. */
const ofNew: typeof mistakes = [
  ...mistakes,
  [VPUSE.HASH, 'from which a disclosure was taken after the holder signed', 'hidden-later', bindingStep],
  [VPUSE.CURRENT, 'that has expired', 'expired', `${checked}; RFC 7519, section 4.1.4`],
]

/** Some keep what they have verified. */
const ofKnown = mistakes.map(([row, text, presentation, step]) =>
  refuseIssued(row, `a credential that was accepted before, ${text}`, { presentation, isKnown: true }, step),
)

const two = 'two presentations for a query with `multiple`'

/**
 * Some verify the first of several presentations alone. One that is wrong may be discarded, and its query is satisfied by the other;
 * but a response with a wrong nonce anywhere is rejected (section 14.1.2).
 */
const ofTwo = [
  ...(['first', 'second'] as const).map((twice) =>
    refuse(
      VPUSE.NONCE,
      `${two}, the ${twice} for another session`,
      { presentation: 'other-nonce', twice },
      section('14.1.2'),
    ),
  ),
  ...ofNew.map(([row, text, presentation, step]) =>
    refuseIssued(row, `${two}, both of a credential ${text}`, { presentation, twice: 'both' }, step),
  ),
]

/** What has code of its own for each format. */
const ofFormats: typeof mistakes = [
  [VPUSE.SIGNED, 'whose issuer certifies itself', 'self-certified', issuerStep],
  [
    VPUSE.SIGNED,
    'whose issuer has a certificate by a namesake of the trusted authority',
    'namesake-certified',
    issuerStep,
  ],
  [VPUSE.CURRENT, 'that is not valid yet', 'not-yet-valid', `${checked}; RFC 7519, section 4.1.5`],
  [VPUSE.TYPE, 'of another type', 'other-type', checked],
]

/** Some validate the credentials of one format alone. */
const ofOther = [...ofNew, ...ofFormats].map(([row, text, presentation, step]) =>
  refuseIssued(row, `credentials of two formats, the second ${text}`, { presentation, isOther: true }, step),
)

/** A decoder that is lenient ignores what a hash has more at its end. */
const hashForms = ['changed', 'shorter', 'prefixed', 'recased'] as const

// biome-ignore format: a table, one row a line.
/** Some compare values carelessly. */
const ofNear = [
  ...textForms.map((form) => refuse(VPUSE.NONCE, `a presentation whose nonce ${nearForms[form].what}`, { presentation: `${form}-nonce` }, checked)),
  ...allForms.map((form) => refuse(VPUSE.AUDIENCE, `a presentation whose audience ${nearForms[form].what}`, { presentation: `${form}-audience` }, checked)),
  ...hashForms.map((form) => refuse(VPUSE.HASH, `a presentation whose \`sd_hash\` ${nearForms[form].what}`, { presentation: `${form}-hash` }, bindingStep)),
  ...allForms.map((form) => refuseIssued(VPUSE.TYPE, `a credential whose type ${nearForms[form].what}`, { presentation: `${form}-type` }, checked)),
  ...textForms.map((form) => refuseIssued(VPUSE.CLAIMS, `a credential in which the name of each claim ${nearForms[form].what}`, { presentation: `${form}-claim` }, checked)),
  ...textForms.map((form) => refuse(VPUSE.COMPLETE, `a VP Token in which the \`id\` of each query ${nearForms[form].what}`, { response: `${form}-id` }, `${section('8.1')}; ${checked}`)),
  ...textForms.map((form) => refuse(VPUSE.STATE, `a response whose state ${nearForms[form].what}`, { response: `${form}-state` }, section('14.3.2'))),
]

const again = 'after a response that was refused in the same session'

/** Some do not validate after an error. */
const ofRetried = [
  ...ofNew.map(([row, text, presentation, step]) =>
    refuseIssued(row, `${again}, a credential ${text}`, { presentation, isRetried: true }, step),
  ),
  refuse(VPUSE.COMPLETE, `${again}, a VP Token without presentations`, { response: 'empty', isRetried: true }, checked),
]

// What the specification leaves open has no obligation: how it is answered is a remark.
// biome-ignore format: a table, one row a line.
export const verifierProbes: readonly VerifierProbe[] = [
  refuse(VPUSE.NONCE, 'a presentation for another session', { presentation: 'other-nonce' }, checked),
  refuse(VPUSE.NONCE, 'a presentation without a nonce', { presentation: 'no-nonce' }, bindingStep),
  refuse(VPUSE.NONCE, 'several presentations, the last for another session', { presentation: 'second-nonce' }, section('14.1.2')),
  refuse(VPUSE.AUDIENCE, 'several presentations, the last for another client', { presentation: 'second-audience' }, checked),
  refuse(VPUSE.NONCE, 'a VP Token that was sent in another session', { response: 'replayed' }, checked),
  refuse(VPUSE.AUDIENCE, 'a presentation for another client', { presentation: 'other-audience' }, checked),
  refuse(VPUSE.AUDIENCE, 'a presentation for another client with the same prefix', { presentation: 'namesake-audience' }, checked),
  refuse(VPUSE.AUDIENCE, 'a presentation for the client without its prefix', { presentation: 'unprefixed-audience' }, `${checked}; ${section('5.9.1')}`),
  refuse(VPUSE.AUDIENCE, 'a presentation for the client in place of the origin of its page', { presentation: 'client-audience' }, `${checked}; ${section('A.4')}`),
  refuse(VPUSE.AUDIENCE, 'a presentation for the address of the response', { presentation: 'address-audience' }, checked),
  refuse(VPUSE.AUDIENCE, 'a presentation without an audience', { presentation: 'no-audience' }, checked),
  refuse(VPUSE.AUDIENCE, 'a presentation for another address', { presentation: 'other-address' }, checked),
  refuse(VPUSE.AUDIENCE, 'an mdoc that is signed for a session without encryption', { presentation: 'keyless-session' }, `${checked}; ${section('B.2.6.1')}`),
  refuse(VPUSE.BOUND, 'a presentation without holder binding', { presentation: 'unbound' }, checked),
  refuse(VPUSE.HOLDER, 'a presentation that another holder signed', { presentation: 'other-holder' }, checked),
  refuse(VPUSE.HOLDER, 'a presentation that another holder signed, with the key in the header', { presentation: 'self-named-holder' }, bindingStep),
  refuseIssued(VPUSE.HOLDER, 'a presentation that does not disclose the key of the holder', { presentation: 'hidden-holder' }, 'RFC 9901, section 7.1, step 6; SD-JWT VC draft 19, section 2.4'),
  refuse(VPUSE.HOLDER, 'a presentation whose holder binding has a broken signature', { presentation: 'broken-binding' }, checked),
  refuse(VPUSE.HOLDER, 'a presentation whose holder binding has no signature', { presentation: 'unsigned-binding' }, bindingStep),
  refuse(VPUSE.HOLDER, 'a presentation whose holder binding is an HMAC with the public key of the holder', { presentation: 'mac-binding' }, bindingStep),
  refuse(VPUSE.TIME, 'a presentation of next year', { presentation: 'future-binding' }, bindingStep),
  refuse(VPUSE.TIME, 'a presentation without a time', { presentation: 'timeless-binding' }, bindingStep),
  refuse(VPUSE.TIME, 'a presentation that has expired', { presentation: 'expired-binding' }, `${bindingStep}; RFC 7519, section 4.1.4`),
  refuse(VPUSE.TIME, 'a presentation that is not valid yet', { presentation: 'early-binding' }, `${bindingStep}; RFC 7519, section 4.1.5`),
  refuse(VPUSE.CRIT, 'a Key Binding JWT with `crit`', { presentation: 'critical-binding' }, 'RFC 7515, section 4.1.11'),
  refuseIssued(VPUSE.CRIT, 'a credential with `crit`', { presentation: 'critical' }, 'RFC 7515, section 4.1.11'),
  refuseIssued(VPUSE.CRIT, 'an mdoc whose device signed with a critical parameter', { presentation: 'critical-device' }, 'RFC 9052, section 3.1'),
  refuseIssued(VPUSE.CRIT, 'an mdoc whose issuer signed with a critical parameter', { presentation: 'critical-issuer' }, 'RFC 9052, section 3.1'),
  refuse(VPUSE.HOLDER, 'a presentation whose holder binding names another algorithm than that of its signature', { presentation: 'misnamed-binding' }, `${checked}; ${ofAlgorithm}`),
  refuse(VPUSE.HOLDER, 'a presentation whose holder binding names no algorithm', { presentation: 'nameless-binding' }, `${bindingStep}; RFC 7515, section 4.1.1`),
  refuseIssued(VPUSE.SIGNED, 'a credential that names another algorithm than that of its signature', { presentation: 'misnamed' }, `${checked}; ${ofAlgorithm}`),
  refuseIssued(VPUSE.SIGNED, 'a credential that names no algorithm', { presentation: 'nameless' }, `${checked}; RFC 7515, section 4.1.1`),
  refuseIssued(VPUSE.HOLDER, 'an mdoc whose device names its algorithm without protection', { presentation: 'unprotected-device' }),
  refuseIssued(VPUSE.SIGNED, 'an mdoc whose issuer names its algorithm without protection', { presentation: 'unprotected-issuer' }),
  refuse(VPUSE.NONCE, 'a presentation whose nonce is in an array', { presentation: 'listed-nonce' }, `${checked}; RFC 9901, section 4.3`),
  refuse(VPUSE.AUDIENCE, 'a presentation whose audience is in an array', { presentation: 'listed-audience' }),
  refuseIssued(VPUSE.TYPE, 'a credential whose type is in an array', { presentation: 'listed-type' }, checked),
  refuse(VPUSE.TYP, 'a Key Binding JWT of the type `JWT`', { presentation: 'other-typ' }, bindingStep),
  refuse(VPUSE.TYP, 'a Key Binding JWT of the type of a proof for issuers', { presentation: 'proof-typ' }, bindingStep),
  refuse(VPUSE.HOLDER, 'a presentation whose holder binding has a signature with an octet more', { presentation: 'longer-signature' }, `${bindingStep}; RFC 7518, section 3.4`),
  refuse(VPUSE.HOLDER, 'a presentation whose holder binding has a signature in ASN.1', { presentation: 'asn1-signature' }, `${bindingStep}; RFC 7518, section 3.4`),
  refuse(VPUSE.HOLDER, 'a presentation whose holder binding has a signature of zeros', { presentation: 'null-signature' }, bindingStep),
  refuse(VPUSE.HASH, 'a presentation without `sd_hash`', { presentation: 'no-hash' }, bindingStep),
  refuse(VPUSE.HASH, 'a presentation from which a disclosure was taken after the holder signed', { presentation: 'hidden-later' }, bindingStep),
  refuse(VPUSE.HASH, 'a presentation to which a disclosure was added after the holder signed', { presentation: 'shown-later' }, bindingStep),
  refuse(VPUSE.HASH, 'a presentation whose `sd_hash` is that of the credential without disclosures', { presentation: 'narrow-hash' }, bindingStep),
  refuse(VPUSE.HASH, 'a presentation whose `sd_hash` leaves out the last tilde', { presentation: 'open-hash' }, bindingStep),
  refuseIssued(VPUSE.HASH, 'a presentation whose `sd_hash` is by SHA-256, and not by the hash function of its credential', { presentation: 'usual-hash' }, `${bindingStep}; RFC 9901, section 4.3.1`),
  refuseIssued(VPUSE.SIGNED, 'a credential with an HMAC with the public key of the issuer', { presentation: 'mac' }, issuerStep),
  refuseIssued(VPUSE.DIGESTS, 'a credential with a digest twice', { presentation: 'repeated-digest' }, 'RFC 9901, section 7.1'),
  refuseIssued(VPUSE.DIGESTS, 'a credential that discloses a claim that is there already', { presentation: 'repeated-name' }, 'RFC 9901, section 7.1'),
  refuseIssued(VPUSE.DIGESTS, 'a credential that discloses a claim called `_sd`', { presentation: 'reserved-name' }, 'RFC 9901, section 7.1'),
  refuseIssued(VPUSE.DIGESTS, 'a credential that discloses a claim called `...`', { presentation: 'reserved-dots' }, 'RFC 9901, section 7.1'),
  refuseIssued(VPUSE.DIGESTS, 'a credential with a disclosure of four elements', { presentation: 'longer-disclosure' }, 'RFC 9901, section 7.1'),
  refuseIssued(VPUSE.DISCLOSED, 'a credential with `_sd_alg` of a hash function that was made up', { presentation: 'unknown-hash' }, 'RFC 9901, section 7.1'),
  refuseIssued(VPUSE.DISCLOSED, 'a credential with `_sd_alg` of another hash function than its digests', { presentation: 'misnamed-hash' }, 'RFC 9901, section 7.1'),
  refuseIssued(VPUSE.TYPE, 'an mdoc of another type than its issuer signed', { presentation: 'relabelled' }, `${checked}; ISO/IEC 18013-5, section 9.3.1`),
  refuseIssued(VPUSE.SIGNED, 'a credential that another issuer signed', { presentation: 'other-issuer' }, checked),
  refuseIssued(VPUSE.SIGNED, 'a credential whose issuer certifies itself', { presentation: 'self-certified' }, issuerStep),
  refuseIssued(VPUSE.SIGNED, 'a credential whose issuer has a certificate by a namesake of the trusted authority', { presentation: 'namesake-certified' }, issuerStep),
  refuseIssued(VPUSE.SIGNED, 'a credential whose issuer has a certificate by another issuer', { presentation: 'leaf-certified' }, `${issuerStep}; ISO/IEC 18013-5, section 9.3.3; RFC 5280, section 6.1.4`),
  refuseIssued(VPUSE.SIGNED, 'a credential whose issuer has a certificate that has expired', { presentation: 'certified-before' }, `${issuerStep}; RFC 5280, section 6.1.3`),
  refuseIssued(VPUSE.SIGNED, 'a credential that names the key that signed it', { presentation: 'self-named' }, issuerStep),
  refuse(VPUSE.SIGNED, 'several credentials, the last with a broken signature', { presentation: 'second-broken' }, checked),
  refuseIssued(VPUSE.CURRENT, 'several credentials, of which the last has expired', { presentation: 'second-expired' }, `${checked}; RFC 7519, section 4.1.4`),
  refuseIssued(VPUSE.TYPE, 'several credentials, the last of another type', { presentation: 'second-type' }, checked),
  refuse(VPUSE.CLAIMS, 'several presentations, the last without a claim of the query', { presentation: 'second-claims' }, checked),
  refuse(VPUSE.SIGNED, 'a credential with a broken signature', { presentation: 'broken-signature' }, checked),
  refuseIssued(VPUSE.SIGNED, 'a credential without a signature', { presentation: 'unsigned' }, checked),
  refuse(VPUSE.DISCLOSED, 'a presentation with a claim that was changed', { presentation: 'altered-claim' }, checked),
  refuse(VPUSE.DISCLOSED, 'a presentation with a claim that was invented', { presentation: 'invented-claim' }, checked),
  refuse(VPUSE.DISCLOSED, 'a presentation with an element of an array that was invented', { presentation: 'invented-element' }, checked),
  refuseIssued(VPUSE.DISCLOSED, 'an mdoc with elements in another name space than their digests', { presentation: 'moved-element' }, `${checked}; ISO/IEC 18013-5, section 9.3.1`),
  refuseIssued(VPUSE.CURRENT, 'a credential that has expired', { presentation: 'expired' }, `${checked}; RFC 7519, section 4.1.4`),
  refuseIssued(VPUSE.CURRENT, 'a credential that expired in 1970, with 0 as `exp`', { presentation: 'expired-ever' }, `${checked}; RFC 7519, section 4.1.4`),
  refuseIssued(VPUSE.CURRENT, 'a credential that has expired, with a text as `exp`', { presentation: 'expired-text' }, `${checked}; RFC 7519, section 4.1.4`),
  refuseIssued(VPUSE.CURRENT, 'a credential that has expired two hours ago', { presentation: 'expired-lately' }, `${checked}; RFC 7519, section 4.1.4`),
  refuseIssued(VPUSE.CURRENT, 'a credential that is valid from two hours from now on', { presentation: 'valid-soon' }, `${checked}; RFC 7519, section 4.1.5`),
  refuseIssued(VPUSE.CURRENT, 'a credential that is not valid yet', { presentation: 'not-yet-valid' }, `${checked}; RFC 7519, section 4.1.5`),
  refuseIssued(VPUSE.CURRENT, 'an mdoc that was signed before the certificate of its issuer was valid', { presentation: 'signed-early' }, `${checked}; ISO/IEC 18013-5, section 9.3.1`),
  refuseIssued(VPUSE.TYPE, 'a credential of another type', { presentation: 'other-type' }, checked),
  refuse(VPUSE.CLAIMS, 'a presentation without a claim of the query', { presentation: 'missing-claim' }, checked),
  refuse(VPUSE.CLAIMS, 'a presentation without the first of several claims of the query', { presentation: 'missing-first-claim' }, checked),
  refuse(VPUSE.CLAIMS, 'a presentation without the last of several claims of the query', { presentation: 'missing-last-claim' }, checked),
  // A wallet may leave `values` out of account, and a verifier may look at the value elsewhere (section 6.4.1).
  refuseIssued(VPUSE.CLAIMS, 'a presentation with another value than those of the query', { presentation: 'other-value' }),
  refuseIssued(VPUSE.CLAIMS, 'a presentation with the value of the query as another type', { presentation: 'typed-value' }),
  refuse(VPUSE.COMPLETE, 'a VP Token without presentations', { response: 'empty' }, checked),
  refuse(VPUSE.COMPLETE, 'a response without a VP Token', { response: 'absent' }, `${section('8.1')}; ${checked}`),
  refuse(VPUSE.COMPLETE, 'a VP Token with empty arrays of presentations', { response: 'emptied' }, `${section('8.1')}; ${checked}`),
  refuse(VPUSE.COMPLETE, 'a VP Token without the first credential that the query requires, and with others', { response: 'without-first' }, checked),
  refuse(VPUSE.COMPLETE, 'a VP Token without the last credential that the query requires, and with others', { response: 'without-last' }, checked),
  refuse(VPUSE.COMPLETE, 'a VP Token with its presentations under other names', { response: 'renamed' }, checked),
  refuse(VPUSE.COMPLETE, 'an error in place of a VP Token', { response: 'error' }, checked),
  refuse(VPUSE.FORM, 'two presentations of one credential', { response: 'repeated' }, checked),
  refuse(VPUSE.FORM, 'a presentation as the VP Token', { response: 'as-text' }, checked),
  refuse(VPUSE.FORM, 'an array of presentations as the VP Token', { response: 'as-array' }, checked),
  refuse(VPUSE.FORM, 'a presentation outside of an array', { response: 'unlisted' }, checked),
  accept(VPUSE.IGNORES, 'a Key Binding JWT with a claim and a header parameter that are not known', { presentation: 'noted-binding' }, 'RFC 7515, section 4; RFC 7519, section 4'),
  acceptIssued(VPUSE['DIGEST-TEXT'], 'a credential whose disclosures have white space', { presentation: 'spaced-disclosures' }, VPUSE['DIGEST-TEXT'].standard),
  accept(VPUSE.IGNORES, 'a response with a parameter that is not known', { response: 'unknown-parameter' }, section('8.1')),
  ...namedParties.map((name) => accept(VPUSE.PARTIES, `an encrypted response that has \`${name}\``, { response: name }, `RFC 7518, section ${name === 'apu' ? '4.6.1.2' : '4.6.1.3'}`)),
  ...['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512'].map((enc) => accept(VPUSE['ENC-DEFAULT'], `a response that is encrypted by ${enc}`, { enc }, section('5.1 and 8.3'))),
  ...byAlgorithms,
  ...ofKnown,
  ...ofTwo,
  ...ofOther,
  ...ofRetried,
  ...ofNear,
  refuse(VPUSE.TIME, 'a presentation that is a year old', { presentation: 'old-binding' }),
  refuse(VPUSE.COMPLETE, 'a presentation without the transaction data', { presentation: 'unsigned-transaction' }),
  refuse(VPUSE.COMPLETE, 'a presentation with other transaction data', { presentation: 'other-transaction' }),
  refuse(VPUSE.INTACT, 'a response that is encrypted by another algorithm than that of the key', { response: 'other-agreement' }),
  refuse(VPUSE.CRIT, 'an encrypted response with `crit`', { response: 'critical-encryption' }, 'RFC 7516, section 4.1.13'),
  accept(VPUSE.IGNORES, 'an encrypted response with a header parameter that is not known', { response: 'noted-encryption' }, 'RFC 7516, section 4'),
  refuse(VPUSE.STATE, 'a response with another state', { response: 'other-state' }, section('14.3.2')),
  refuse(VPUSE.STATE, 'a response without its state', { response: 'no-state' }, section('14.3.2')),
  refuseIssued(VPUSE.STATUS, 'a credential whose list says that it is revoked', { presentation: 'revoked' }, VPUSE.STATUS.standard),
  refuseIssued(VPUSE.STATUS, 'several credentials, the last with a list that says that it is revoked', { presentation: 'second-revoked' }, VPUSE.STATUS.standard),
  refuseIssued(VPUSE.STATUS, 'a credential whose list says that it is suspended', { presentation: 'suspended' }, VPUSE.STATUS.standard),
  refuseIssued(VPUSE.LIST, 'a credential whose list has expired', { presentation: 'list-expired' }, VPUSE.LIST.standard),
  refuseIssued(VPUSE.LIST, 'a credential whose list has the `sub` of another', { presentation: 'list-of-another' }, VPUSE.LIST.standard),
  refuseIssued(VPUSE.LIST, 'a credential whose list another key signed', { presentation: 'list-signed-by-another' }, VPUSE.LIST.standard),
  refuseIssued(VPUSE.LIST, 'a credential whose list is a JWT of another type', { presentation: 'list-of-another-type' }, VPUSE.LIST.standard),
  refuseIssued(VPUSE.LIST, 'a credential whose list has no `sub`', { presentation: 'list-without-sub' }, VPUSE.LIST.standard),
  refuseIssued(VPUSE.LIST, 'a credential whose list has no `iat`', { presentation: 'list-without-iat' }, VPUSE.LIST.standard),
  refuseIssued(VPUSE.LIST, 'a credential whose list has no `status_list`', { presentation: 'list-without-list' }, VPUSE.LIST.standard),
  refuseIssued(VPUSE.LIST, 'a credential whose list is not to be had', { presentation: 'list-missing' }, VPUSE.LIST.standard),
  refuseIssued(VPUSE.LIST, 'a credential whose list is not available now', { presentation: 'list-unavailable' }, VPUSE.LIST.standard),
  refuseIssued(VPUSE['LIST-TIME'], 'a credential whose list was issued after the time for which it was asked', { presentation: 'list-of-another-time' }, VPUSE['LIST-TIME'].standard),
  acceptIssued(VPUSE['LIST-READ'], 'a credential whose list is behind a redirection', { presentation: 'list-moved' }, VPUSE['LIST-READ'].standard),
  acceptIssued(VPUSE['LIST-READ'], 'a credential whose list is compressed', { presentation: 'list-compressed' }, 'RFC 9110, section 12.5.3'),
  acceptIssued(VPUSE.IGNORES, 'a credential whose list has claims and header parameters that are not known', { presentation: 'list-noted' }, 'RFC 7515, section 4; RFC 7519, section 4'),
  defineProbe('end', true)(VPUSE['LIST-LOOP'], 'a credential whose list redirects to itself', { presentation: 'list-endless' }, VPUSE['LIST-LOOP'].standard),
  defineProbe('all-lists', true)(VPUSE['LIST-AGGREGATED'], 'a credential whose list names an aggregation with one that cannot be read', { presentation: 'list-aggregated' }, VPUSE['LIST-AGGREGATED'].standard),
  defineProbe('no-fetch', true)(VPUSE['LIST-FIRST'], 'a credential with a broken signature and a status list', { presentation: 'broken-signature' }, VPUSE['LIST-FIRST'].standard),
  defineProbe('no-fetch', true)(VPUSE['LIST-FIRST'], 'a credential that another issuer signed, with a status list', { presentation: 'other-issuer' }, VPUSE['LIST-FIRST'].standard),
  refuseIssued(VPUSE['ISSUER-SAME'], 'a credential whose issuer publishes metadata of another', { presentation: 'issuer-other' }, VPUSE['ISSUER-SAME'].standard),
  refuseIssued(VPUSE['ISSUER-SAME'], 'a credential whose issuer publishes metadata without `issuer`', { presentation: 'issuer-unnamed' }, VPUSE['ISSUER-SAME'].standard),
  refuseIssued(VPUSE['ISSUER-KEY'], 'a credential whose issuer publishes another key', { presentation: 'issuer-other-key' }, VPUSE['ISSUER-KEY'].standard),
  refuseIssued(VPUSE['ISSUER-ERROR'], 'a credential whose issuer gives its metadata with an error', { presentation: 'issuer-error' }, VPUSE['ISSUER-ERROR'].standard),
  defineProbe('end', true)(VPUSE['ISSUER-LOOP'], 'a credential whose issuer redirects from its metadata to the same', { presentation: 'issuer-endless' }, VPUSE['ISSUER-LOOP'].standard),
  keepsHttps(VPUSE.PLAIN, 'a credential whose issuer redirects from its metadata to an address without HTTPS', { presentation: 'issuer-moved-plain' }, VPUSE.PLAIN.standard),
  keepsHttps(VPUSE.PLAIN, 'a credential whose type metadata redirect to an address without HTTPS', { presentation: 'type-moved-plain' }, VPUSE.PLAIN.standard),
  keepsHttps(VPUSE.PLAIN, 'a credential whose type extends one at an address without HTTPS', { presentation: 'type-extended-plain' }, VPUSE.PLAIN.standard),
  unusedType(VPUSE['TYPE-VCT'], 'a credential whose type metadata have another `vct`', { presentation: 'type-other-vct' }, VPUSE['TYPE-VCT'].standard),
  unusedType(VPUSE['TYPE-VCT'], 'a credential whose type extends metadata with another `vct`', { presentation: 'type-extended-vct' }, VPUSE['TYPE-VCT'].standard),
  unusedType(VPUSE['TYPE-ERROR'], 'a credential whose type metadata come with an error', { presentation: 'type-error' }, VPUSE['TYPE-ERROR'].standard),
  unusedType(VPUSE['TYPE-INTEGRITY'], 'a credential with the digest of other type metadata', { presentation: 'type-other-digest' }, VPUSE['TYPE-INTEGRITY'].standard),
  unusedType(VPUSE['TYPE-INTEGRITY'], 'a credential with a digest of type metadata by a hash function that was made up', { presentation: 'type-unknown-digest' }, VPUSE['TYPE-INTEGRITY'].standard),
  usedType(VPUSE['TYPE-READ'], 'a credential with a digest of type metadata by SHA-512', { presentation: 'type-strong-digest' }),
  unusedType(VPUSE['TYPE-INTEGRITY'], 'a credential whose weaker digest of two is that of its type metadata', { presentation: 'type-weaker-digest' }, VPUSE['TYPE-INTEGRITY'].standard),
  unusedType(VPUSE['TYPE-INTEGRITY'], 'a credential whose type has the digest of other metadata than it extends', { presentation: 'type-extended-digest' }, VPUSE['TYPE-INTEGRITY'].standard),
  usedType(VPUSE['TYPE-READ'], 'a credential with two digests by one hash function, of which one is that of its type metadata', { presentation: 'type-several-digests' }, 'SD-JWT VC draft 19, section 6'),
  acceptIssued(VPUSE['TYPE-READ'], 'a credential whose type metadata have members that are not known', { presentation: 'type-noted' }, 'SD-JWT VC draft 19, section 5.2'),
  acceptIssued(VPUSE['TYPE-READ'], 'a credential whose type has a mandatory claim that is hidden', { presentation: 'type-hidden-mandatory' }, 'SD-JWT VC draft 19, section 5.6'),
  refuseIssued(VPUSE['TYPE-CLAIMS'], 'a credential whose type metadata have a path that is a text', { presentation: 'type-malformed' }, VPUSE['TYPE-CLAIMS'].standard),
  refuseIssued(VPUSE['TYPE-CLAIMS'], 'a credential without a claim that its type makes mandatory', { presentation: 'type-mandatory' }, VPUSE['TYPE-CLAIMS'].standard),
  refuseIssued(VPUSE['TYPE-CLAIMS'], 'a credential that shows a claim which its type has hidden', { presentation: 'type-always' }, VPUSE['TYPE-CLAIMS'].standard),
  refuseIssued(VPUSE['TYPE-CLAIMS'], 'a credential that hides a claim which its type has not hidden', { presentation: 'type-never' }, VPUSE['TYPE-CLAIMS'].standard),
  refuseIssued(VPUSE['TYPE-CLAIMS'], 'a credential in which a path of its type leads through a text', { presentation: 'type-path' }, VPUSE['TYPE-CLAIMS'].standard),
  refuseIssued(VPUSE['TYPE-EXTENDS'], 'a credential without a claim that a type makes mandatory which its type extends', { presentation: 'type-extended-mandatory' }, VPUSE['TYPE-EXTENDS'].standard),
  refuseIssued(VPUSE['TYPE-CIRCULAR'], 'a credential whose type extends itself through others', { presentation: 'type-circular' }, VPUSE['TYPE-CIRCULAR'].standard),
  refuseIssued(VPUSE['LIST-END'], 'a credential whose list has no entry for it', { presentation: 'beyond-list' }, VPUSE['LIST-END'].standard),
  refuse(VPUSE.FORM, 'a response in plain text where encryption is asked for', { response: 'plain' }),
  ...jweAlterationNames.map((name) => refuse(VPUSE.INTACT, `an encrypted response ${jweAlterations[name].description}`, { response: name }, jweAlterations[name].obligation)),
]
