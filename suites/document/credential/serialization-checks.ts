import { type ArtefactCheck, checkArtefact, checkReadable } from '../../../model/check.ts'
import { finding } from '../../../model/finding.ts'
import { isNested, isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readJws } from '../../../protocol/jose/jws.ts'
import { type Claim, type DisclosureOrder, elementPositions } from '../../../protocol/sd-jwt/claim.ts'
import { type Disclosure, readClaim } from '../../../protocol/sd-jwt/disclosure.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { SERIALIZATION } from '../disclosure/decisions.ts'
import { CRED } from './requirements.ts'

const bare = '`~` without spaces'
const spaced = '`~` between spaces'

const joined = checkArtefact(CRED.JOINED, 'credential', function* ({ hasSeparator, hasBlanks, tail }, { decide }) {
  const decided = decide(SERIALIZATION)
  if (!hasSeparator) yield finding('', 'a `~` after the issuer-signed JWT', 'none', 'this is a bare JWT')
  else if (hasBlanks !== (decided === 'spaced')) {
    const diagnosis = hasBlanks ? 'there are spaces around the `~`, as under sd.serialization = spaced' : undefined
    const [expected, actual] = hasBlanks ? [bare, spaced] : [spaced, bare]
    yield finding('', expected, actual, diagnosis)
  }
  if (tail.includes('.') && 'problem' in attempt(() => readJws(tail)))
    yield finding('end', 'disclosures or a Key Binding JWT', 'another text with a dot')
  return undefined
})

const orders = Object.keys(elementPositions) as readonly DisclosureOrder[] // its keys are the orders

interface NamedMember {
  readonly place: string
  readonly name: string
  readonly value: JsonValue
}

/** Finds members with the name of a claim, anywhere below the top level of the payload. */
function findNamed(value: JsonValue, place: string, depth = 0, found: NamedMember[] = []): readonly NamedMember[] {
  if (!isNested(value) || (Array.isArray(value) && !value.some(isNested))) return found
  const hasNames = depth > 0 && isObject(value)
  for (const name in value) {
    const member = (value as JsonObject)[name] ?? null // an array has its elements under their indexes
    if (hasNames && isClaimName(name)) found.push({ place: `${place}/${name}`, name, value: member })
    if (isNested(member)) findNamed(member, `${place}/${name}`, depth + 1, found)
  }
  return found
}

/** Labels and flags may have the name of a claim too. A claim is recognised by its value, or by its place in a subject. */
const concealed = checkArtefact(CRED.CONCEALED, 'credential', function* ({ jws, disclosures }) {
  const named = findNamed(jws.payload, '/payload')
  if (named.length === 0) return undefined
  const disclosed = new Set(disclosures.flatMap(readInAnyOrder).map(serializeClaim))
  for (const each of named) {
    if (isInSubject(each) || isRepeated(each, disclosed)) yield finding(each.place, 'no plaintext claim', each.name)
  }
  return undefined
})

const isInSubject = ({ place, value }: NamedMember): boolean =>
  value !== null && !isNested(value) && /\/credentialSubject(\/\d+)?\/[^/]+$/.test(place)

/** Whether a member repeats a claim. Booleans do not count: a flag may have the same value without repeating the claim. */
const isRepeated = (member: NamedMember, disclosed: ReadonlySet<string>): boolean =>
  ((typeof member.value === 'string' && member.value !== '') || typeof member.value === 'number') &&
  disclosed.has(serializeClaim(member))

const serializeClaim = ({ name, value }: { readonly name: string; readonly value: unknown }): string =>
  JSON.stringify([name, value])

const readInAnyOrder = (disclosure: Disclosure): readonly Claim[] =>
  orders.flatMap((order) => readClaim(disclosure, order) ?? [])

/** Checks of how a credential is put together. */
export const serializationChecks: readonly ArtefactCheck[] = [
  joined,
  checkReadable(CRED.JOINED, 'credential', ['sd-jwt-parts']),
  concealed,
]
