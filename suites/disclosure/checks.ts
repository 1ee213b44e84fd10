import { type Check, checkArtefact } from '../../model/check.ts'
import {
  type Finding,
  finding,
  type Inspection,
  notApplicable,
  passedLeniently,
  showValue,
} from '../../model/finding.ts'
import { describeKind, isNested, isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import type { Claim } from '../../protocol/sd-jwt/claim.ts'
import { BODY } from '../bodies/requirements.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { ORDER, RFC9901, SERIALIZATION } from './decisions.ts'
import { digestChecks } from './digest-checks.ts'
import { listDigests, nameDisclosure, readClaims } from './reading.ts'
import { SD } from './requirements.ts'
import { selectionChecks } from './selection-checks.ts'

const triple = checkArtefact(SD.TRIPLE, 'credential', function* (credential, context) {
  const { entries } = readClaims(credential, context)
  const decided = context.decide(ORDER)
  for (const { index, disclosure, claim, order } of entries) {
    if (disclosure.problem) continue
    if (claim && order === decided) continue
    const expected = `[${decided.replaceAll('-', ', ')}]`
    if (!claim) yield finding(nameDisclosure(index), `an array ${expected}`, shapeOf(disclosure.content))
    else {
      yield finding(
        nameDisclosure(index),
        expected,
        `[${order.replaceAll('-', ', ')}]`,
        `the other order: sd.order = ${order}`,
      )
    }
  }
  return undefined
})

const shapeOf = (content: JsonValue | undefined): string =>
  Array.isArray(content) ? `an array of ${content.map(describeKind).join(', ') || 'nothing'}` : describeKind(content)

const salted = checkArtefact(SD.SALTED, 'credential', function* (credential, context) {
  const { entries } = readClaims(credential, context)
  const first = new Map<string, number>()
  for (const { index, claim, disclosure } of entries) {
    if (!claim) continue
    if (claim.salt === '') yield finding(nameDisclosure(index), 'a salt', 'an empty one')
    const before = first.get(claim.salt)
    if (before === undefined) first.set(claim.salt, index)
    else if (entries[before]?.disclosure.text !== disclosure.text) {
      yield finding(nameDisclosure(index), 'a salt of its own', `that of ${nameDisclosure(before)}`)
    }
  }
  return undefined
})

const entropy = checkArtefact(SD.ENTROPY, 'credential', function* (credential, context) {
  for (const { index, claim } of readClaims(credential, context).entries) {
    if (!claim || claim.salt === '') continue
    const bits = claim.salt.length * bitsPerCharacter(claim.salt)
    if (bits < 128) yield finding(nameDisclosure(index), '128 bits at least', `${bits} bits at most`)
  }
  return undefined
})

const bitsPerCharacter = (salt: string): number => {
  if (/^[0-9]+$/.test(salt)) return 3.3
  return /^[0-9a-f-]+$|^[0-9A-F-]+$/.test(salt) ? 4 : 6
}

const hidden = checkArtefact(SD.HIDDEN, 'credential', function* (credential, context) {
  const { header, payload } = credential.jws
  const clear = [...textsIn(payload, '/payload'), ...textsIn(header, '/header')]
  const secrets = secretsOf(readClaims(credential, context).claims, new Set(clear.map(([, text]) => text.length)))
  for (const [place, text] of clear) {
    const name = secrets.get(text)
    if (name !== undefined) yield finding(place, 'nothing that a disclosure holds', `the value of ${name}`)
  }
  return undefined
})

/** Values that the disclosures hold, long enough to be told from chance, and as long as a text that may be one of them. */
function secretsOf(claims: readonly Claim[], lengths: ReadonlySet<number>): ReadonlyMap<string, string> {
  const secrets = new Map<string, string>()
  for (const { name, value } of claims) {
    if (typeof value === 'string' && value.length >= 6 && lengths.has(value.length)) secrets.set(value, name)
  }
  return secrets
}

/** Every text below a value, but for what has a place of its own in the payload. */
function* textsIn(value: JsonValue, place: string): Generator<readonly [place: string, text: string]> {
  if (typeof value === 'string') yield [place, value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (name === '_sd' || name === 'cnf' || (place === '/payload' && isClaimName(name))) continue
    yield* textsIn(member, `${place}/${name}`)
  }
}

const encoded = checkArtefact(SD.ENCODED, 'credential', function* ({ disclosures }) {
  for (const [index, { text, problem }] of disclosures.entries()) {
    if (problem?.code.startsWith('json-')) continue
    const bare = text.startsWith('[') ? 'it is bare JSON' : undefined
    if (problem) yield finding(nameDisclosure(index), 'unpadded base64url of JSON', problem.message, bare)
  }
  return undefined
})

const strict = checkArtefact(BODY.STRICT, 'credential', function* ({ disclosures }) {
  for (const [index, { problem }] of disclosures.entries()) {
    if (problem?.code.startsWith('json-'))
      yield finding(nameDisclosure(index), 'a text that can be read', problem.message)
  }
  return undefined
})

const terminated = checkArtefact(
  SD.TERMINATED,
  'credential',
  function* ({ tail, hasSeparator: separated }, { decide }) {
    if (!separated || tail === '' || tail.includes('.')) return undefined
    if (decide(SERIALIZATION) !== 'tilde-terminated') return passedLeniently('the `~` at the very end is missing')
    yield finding('end', '`~`', 'the end of a disclosure', 'many readers drop this disclosure without a word')
    return undefined
  },
)

const once = checkArtefact(SD.ONCE, 'credential', function* (credential) {
  const digests = listDigests(credential)
  if (new Set(digests).size === digests.length) return undefined
  yield* repetitions(digests, (i) => `/payload/_sd/${i}`, 'a digest of its own')
  return undefined
})

const twice = checkArtefact(SD.TWICE, 'credential', function* ({ disclosures }) {
  yield* repetitions(
    disclosures.map(({ text }) => text),
    nameDisclosure,
    'another disclosure',
  )
  return undefined
})

/** Each text that was there before, and where. */
function* repetitions(
  texts: readonly string[],
  place: (index: number) => string,
  expected: string,
): Generator<Finding> {
  if (new Set(texts).size === texts.length) return
  const first = new Map<string, number>()
  for (const [index, text] of texts.entries()) {
    const before = first.get(text)
    if (before === undefined) first.set(text, index)
    else yield finding(place(index), expected, `the same as ${place(before)}`)
  }
}

const reserved = ['_sd', '_sd_alg', '...']
const permanentNames = ['iss', 'id', 'iat', 'exp', 'nbf', 'status', 'cnf', 'vct']

const name = checkArtefact(SD.NAME, 'credential', function* (credential, context) {
  const { payload } = credential.jws
  const texts = new Map<string, string>()
  for (const { index, claim } of readClaims(credential, context).entries) {
    if (!claim) continue
    const before = texts.get(claim.name)
    texts.set(claim.name, claim.text)
    if (reserved.includes(claim.name))
      yield finding(nameDisclosure(index), 'the name of a claim', showValue(claim.name))
    else if (before !== undefined && before !== claim.text)
      yield finding(nameDisclosure(index), 'a name of its own', showValue(claim.name))
    else if (isClaimName(claim.name) || permanentNames.includes(claim.name)) continue
    else if (Object.hasOwn(payload, claim.name))
      yield finding(nameDisclosure(index), 'a name that is not in clear', showValue(claim.name))
  }
  return undefined
})

const permanent = checkArtefact(SD.PERMANENT, 'credential', function* (credential, context) {
  for (const { index, claim } of readClaims(credential, context).entries) {
    if (claim && permanentNames.includes(claim.name))
      yield finding(nameDisclosure(index), 'a claim of the set', showValue(claim.name))
  }
  return undefined
})

const noBinding = checkArtefact(SD['NO-BINDING'], 'credential', function* ({ tail }) {
  if (tail.includes('.')) yield finding('end', 'nothing behind the last `~`', 'a further JWT')
  return undefined
})

const flat = checkArtefact(SD.FLAT, 'credential', function* (credential, context) {
  if (context.decide(RFC9901) === 'rfc9901') return notApplicable('RFC 9901 lets digests stand at any depth')
  yield* nestedMarks(credential.jws.payload, '/payload', 0)
  for (const { index, claim } of readClaims(credential, context).entries) {
    if (claim && isNested(claim.value as JsonValue))
      yield* nestedMarks(claim.value as JsonValue, nameDisclosure(index), 1) // it was read from JSON
  }
  return undefined
})

function* nestedMarks(value: JsonValue, place: string, depth: number): Inspection {
  if (!isNested(value) || (Array.isArray(value) && !value.some(isNested))) return undefined
  for (const [key, member] of Object.entries(value)) {
    const stray = isObject(value) && (key === '...' || (depth > 0 && reserved.includes(key)))
    if (stray) yield finding(`${place}/${key}`, 'nothing', `a member \`${key}\``)
    if (isNested(member)) yield* nestedMarks(member, `${place}/${key}`, depth + 1)
  }
  return undefined
}

export const checks: readonly Check[] = [
  ...digestChecks,
  triple,
  salted,
  hidden,
  encoded,
  strict,
  terminated,
  once,
  twice,
  name,
  entropy,
  noBinding,
  permanent,
  flat,
  ...selectionChecks,
]
