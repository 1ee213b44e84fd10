import type { Context } from '../../src/model/check.ts'
import type { Requirement } from '../../src/model/requirement.ts'
import type { Tamper } from '../../src/model/tamper.ts'
import { encodeBase64url } from '../../src/protocol/base64url.ts'
import { type Claim, type Construction, claimDigest } from '../../src/protocol/claim.ts'
import { readDisclosure, writeDisclosure } from '../../src/protocol/disclosure.ts'
import type { JsonValue } from '../../src/protocol/json.ts'
import type { SdJwt } from '../../src/protocol/sd-jwt.ts'
import { BODY } from '../silence/requirements.ts'
import { replaced, tamper } from '../tampering.ts'
import { DIGEST, ORDER, SERIALIZATION } from './decisions.ts'
import { digestsOf, matchesOf } from './reading.ts'
import { SD } from './requirements.ts'

/** A claim that nobody issued. */
export interface Forged {
  readonly name: string
  readonly value: JsonValue
  readonly salt?: string
}

const salt = 'tampered-tampered-tampered'

const written = ({ name, value, salt: own = `${salt}-${name}` }: Forged, { decide }: Context): Claim =>
  writeDisclosure({ name, value, salt: own }, decide(ORDER))

/** Claims that nobody issued are disclosed beside the others. */
export const disclosing = (breaks: Requirement, deed: string, ...forged: readonly Forged[]): Tamper =>
  tamper(breaks, 'credential', deed, (credential, context) =>
    withTexts(
      credential,
      forged.map((claim) => written(claim, context).text),
    ),
  )

/** Texts stand beside the disclosures. */
const beside = (breaks: Requirement, deed: string, ...texts: readonly string[]): Tamper =>
  tamper(breaks, 'credential', deed, (credential) => withTexts(credential, texts))

const withTexts = (credential: SdJwt, texts: readonly string[]): SdJwt => ({
  ...credential,
  disclosures: [...credential.disclosures, ...texts.map(readDisclosure)],
})

const withDigests = (credential: SdJwt, digests: readonly string[]): SdJwt => ({
  ...credential,
  jws: { ...credential.jws, payload: { ...credential.jws.payload, _sd: digests } },
})

/** A construction that never has a digest in common with that which was decided. */
const another = ({ decide }: Context): Construction => (decide(DIGEST) === 'disclosure' ? 'parts' : 'disclosure')

const allOtherwise = tamper(SD.DIGEST, 'credential', 'all digests made in another way', (credential, context) => {
  const matches = matchesOf(credential, context)
  const digests = matches.map(({ claim }) => claimDigest(claim, another(context)))
  return matches.length > 0 ? withDigests(credential, digests) : undefined
})

const oneOtherwise = tamper(SD.EVERY, 'credential', 'one digest made in another way', (credential, context) => {
  const [first, ...others] = matchesOf(credential, context)
  if (!first || others.length === 0) return undefined
  const old = claimDigest(first.claim, context.decide(DIGEST))
  const digests = digestsOf(credential).map((each) =>
    each === old ? claimDigest(first.claim, another(context)) : each,
  )
  return withDigests(credential, digests)
})

const oneLess = tamper(SD.INCLUDED, 'credential', 'without the digest of a claim', (credential, context) => {
  const [first] = matchesOf(credential, context)
  const old = first && claimDigest(first.claim, context.decide(DIGEST))
  return old === undefined
    ? undefined
    : withDigests(
        credential,
        digestsOf(credential).filter((each) => each !== old),
      )
})

/** What was `MaskedMobile` when its digest was made is shown as `Mobile`: the digest is the same. */
const cutAnew = tamper(SD.RECUT, 'credential', 'a masked claim cut anew', (credential, context) => {
  const isBare = context.decide(DIGEST).startsWith('parts-bare-salt')
  const moved = `${'tampered'.repeat(3)}${isBare ? encodeBase64url('Masked') : 'Masked'}`
  const claim = written({ name: 'Mobile', value: '0000000000', salt: moved }, context)
  return {
    ...withDigests(credential, [claimDigest(claim, context.decide(DIGEST))]),
    disclosures: [readDisclosure(claim.text)],
  }
})

const overParts = tamper(SD.RFC9901, 'credential', 'a digest over joined parts', (credential, context) => {
  const [first] = matchesOf(credential, context)
  return first && withDigests(credential, [claimDigest(first.claim, 'parts')])
})

/** Where the last `~` may be missing, its lack is a remark. */
const unterminated = tamper(SD.TERMINATED, 'credential', 'without the last `~`', (credential, { decide }) =>
  decide(SERIALIZATION) === 'tilde-terminated' ? { ...credential, separated: true, tail: 'tampered' } : undefined,
)

const noObject = encodeBase64url('["tampered"]')
const twiceSaid = encodeBase64url('["tampered",{"a":1,"a":2},"tampered"]')

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  allOtherwise,
  oneOtherwise,
  oneLess,
  tamper(SD.INCLUDED, 'credential', 'without any digest', (credential) => withDigests(credential, [])),
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
  tamper(SD.HIDDEN, 'credential', 'the value of a claim in clear', (credential, context) => {
    const { jws } = credential
    const open = { ...credential, jws: { ...jws, payload: { ...jws.payload, tampered: 'tampered-value' } } }
    return withTexts(open, [written({ name: 'CareOf', value: 'tampered-value' }, context).text])
  }),
  replaced(SD.ONCE, 'credential', { '/payload/_sd': ['tampered', 'tampered'] }),
  replaced(SD.FLAT, 'credential', { '/payload/tampered/_sd': [] }),
  tamper(SD['NO-BINDING'], 'credential', 'a further JWT at its end', (credential) => ({ ...credential, tail: 'e30.e30.AAAA' })),
]
