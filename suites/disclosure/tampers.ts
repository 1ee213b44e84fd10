import { hasSucceeded, type ParsedMessage } from '../../model/exchange.ts'
import type { CheckContext } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactTampering, Tampering } from '../../model/tampering.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonValue, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Claim, type Construction, computeClaimDigest } from '../../protocol/sd-jwt/claim.ts'
import { readDisclosure, writeDisclosure } from '../../protocol/sd-jwt/disclosure.ts'
import type { SdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'
import { BODY } from '../bodies/requirements.ts'
import { replaceMembers, tamperContent } from '../kit/artefact-tampers.ts'
import { tamperArtefacts, tamperMessages, withResponse } from '../kit/exchange-tampers.ts'
import { DIGEST, ORDER, SERIALIZATION } from './decisions.ts'
import { listDigests, matchDigests, readClaims } from './reading.ts'
import { SD } from './requirements.ts'

/** A claim that nobody issued. */
export interface Forged {
  readonly name: string
  readonly value: JsonValue
  readonly salt?: string
}

const salt = 'tampered-tampered-tampered'

const written = ({ name, value, salt: own = `${salt}-${name}` }: Forged, { decide }: CheckContext): Claim =>
  writeDisclosure({ name, value, salt: own }, decide(ORDER))

/** Claims that nobody issued are disclosed beside the others. */
export const disclosing = (breaks: Requirement, deed: string, ...forged: readonly Forged[]): ArtefactTampering =>
  tamperContent(breaks, 'credential', deed, (credential, context) =>
    withTexts(
      credential,
      forged.map((claim) => written(claim, context).text),
    ),
  )

/** Texts stand beside the disclosures. */
const beside = (breaks: Requirement, deed: string, ...texts: readonly string[]): ArtefactTampering =>
  tamperContent(breaks, 'credential', deed, (credential) => withTexts(credential, texts))

const withTexts = (credential: SdJwt, texts: readonly string[]): SdJwt => ({
  ...credential,
  disclosures: [...credential.disclosures, ...texts.map(readDisclosure)],
})

const withDigests = (credential: SdJwt, digests: readonly string[]): SdJwt => ({
  ...credential,
  jws: { ...credential.jws, payload: { ...credential.jws.payload, _sd: digests } },
})

/** A construction that never has a digest in common with that which was decided. */
const another = ({ decide }: CheckContext): Construction => (decide(DIGEST) === 'disclosure' ? 'parts' : 'disclosure')

const allOtherwise = tamperContent(
  SD.DIGEST,
  'credential',
  'all digests made in another way',
  (credential, context) => {
    const matches = matchDigests(credential, context)
    const digests = matches.map(({ claim }) => computeClaimDigest(claim, another(context)))
    return matches.length > 0 ? withDigests(credential, digests) : undefined
  },
)

const oneOtherwise = tamperContent(SD.EVERY, 'credential', 'one digest made in another way', (credential, context) => {
  const [first, ...others] = matchDigests(credential, context)
  if (!first || others.length === 0) return undefined
  const old = computeClaimDigest(first.claim, context.decide(DIGEST))
  const digests = listDigests(credential).map((each) =>
    each === old ? computeClaimDigest(first.claim, another(context)) : each,
  )
  return withDigests(credential, digests)
})

const oneLess = tamperContent(SD.INCLUDED, 'credential', 'without the digest of a claim', (credential, context) => {
  const [first] = matchDigests(credential, context)
  const old = first && computeClaimDigest(first.claim, context.decide(DIGEST))
  return old === undefined
    ? undefined
    : withDigests(
        credential,
        listDigests(credential).filter((each) => each !== old),
      )
})

/** What was `MaskedMobile` when its digest was made is shown as `Mobile`: the digest is the same. */
const cutAnew = tamperContent(SD.RECUT, 'credential', 'a masked claim cut anew', (credential, context) => {
  const isBare = context.decide(DIGEST).startsWith('parts-bare-salt')
  const moved = `${'tampered'.repeat(3)}${isBare ? encodeBase64url('Masked') : 'Masked'}`
  const claim = written({ name: 'Mobile', value: '0000000000', salt: moved }, context)
  return {
    ...withDigests(credential, [computeClaimDigest(claim, context.decide(DIGEST))]),
    disclosures: [readDisclosure(claim.text)],
  }
})

const overParts = tamperContent(SD.RFC9901, 'credential', 'a digest over joined parts', (credential, context) => {
  const [first] = matchDigests(credential, context)
  return first && withDigests(credential, [computeClaimDigest(first.claim, 'parts')])
})

/** Where the last `~` may be missing, its lack is a remark. */
const unterminated = tamperContent(SD.TERMINATED, 'credential', 'without the last `~`', (credential, { decide }) =>
  decide(SERIALIZATION) === 'tilde-terminated' ? { ...credential, hasSeparator: true, tail: 'tampered' } : undefined,
)

const noObject = encodeBase64url('["tampered"]')
const twiceSaid = encodeBase64url('["tampered",{"a":1,"a":2},"tampered"]')

/** The digests in the order of the names of their claims. */
function sorted(credential: SdJwt, context: CheckContext): SdJwt {
  const { jws } = credential
  const digests = listDigests(credential)
  const named = readClaims(credential, context)
    .claims.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((claim) => computeClaimDigest(claim, context.decide(DIGEST)))
    .filter((digest) => digests.includes(digest))
  const others = digests.filter((digest) => !named.includes(digest))
  return { ...credential, jws: { ...jws, payload: { ...jws.payload, _sd: [...named, ...others] } } }
}

/** A verifier that accepts, and reads one claim that is not what was disclosed. */
function misreading(passage: ParsedMessage): ParsedMessage {
  const body = attempt(() => parseJsonObject(passage.message.response?.body ?? ''))
  const isMeant =
    hasSucceeded(passage) && 'value' in body && body.value.accepted === true && isObject(body.value.claims)
  return isMeant
    ? withResponse(passage, () => ({ body: JSON.stringify({ ...body.value, claims: { Vtc: 'tampered' } }) }))
    : passage
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  allOtherwise,
  oneOtherwise,
  oneLess,
  tamperContent(SD.INCLUDED, 'credential', 'without any digest', (credential) => withDigests(credential, [])),
  cutAnew,
  overParts,
  unterminated,
  beside(SD.TRIPLE, 'a disclosure of one element', noObject),
  beside(SD.ENCODED, 'a disclosure that is not encoded', '!'),
  beside(SD.TWICE, 'one disclosure twice', noObject, noObject),
  beside(BODY.STRICT, 'a disclosure that says a member twice', twiceSaid),
  disclosing(SD.SALTED, 'two claims with one salt', { name: 'Vtc', value: 'one', salt }, { name: 'State', value: 'two', salt }),
  disclosing(SD.ENTROPY, 'a claim with a short salt', { name: 'Vtc', value: 'one', salt: 'tampered' }),
  disclosing(SD.NAME, 'a claim with a name that is reserved', { name: '_sd', value: 'one' }),
  disclosing(SD.PERMANENT, 'a permanent claim', { name: 'iss', value: 'one' }),
  tamperContent(SD.HIDDEN, 'credential', 'the value of a claim in clear', (credential, context) => {
    const { jws } = credential
    const open = { ...credential, jws: { ...jws, payload: { ...jws.payload, tampered: 'tampered-value' } } }
    return withTexts(open, [written({ name: 'CareOf', value: 'tampered-value' }, context).text])
  }),
  replaceMembers(SD.ONCE, 'credential', { '/payload/_sd': ['tampered', 'tampered'] }),
  replaceMembers(SD.FLAT, 'credential', { '/payload/tampered/_sd': [] }),
  tamperContent(SD['NO-BINDING'], 'credential', 'a further JWT at its end', (credential) => ({ ...credential, tail: 'e30.e30.AAAA' })),


  tamperArtefacts(SD.SHUFFLED, 'digests in the order of their claims', 'credential', sorted),
  tamperMessages(SD['ANY-SUBSET'], 'a verifier that reads something else', ['presentation'], misreading),
]
