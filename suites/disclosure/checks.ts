import {
  type Check,
  check,
  type Finding,
  finding,
  type Inspection,
  leniently,
  notHere,
  show,
} from '../../src/model/check.ts'
import type { Claim } from '../../src/protocol/claim.ts'
import { isNested, isObject, type JsonValue, kindOf } from '../../src/protocol/json.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { BODY } from '../silence/requirements.ts'
import { ORDER, RFC9901, SERIALIZATION } from './decisions.ts'
import { digestChecks } from './digest-checks.ts'
import { at, digestSetOf, digestsOf, readingOf } from './reading.ts'
import { SD } from './requirements.ts'

const triple = check(SD.TRIPLE, 'credential', function* (credential, context) {
  const { entries } = readingOf(credential, context)
  const decided = context.decide(ORDER)
  for (const { index, disclosure, claim, order } of entries) {
    if (disclosure.problem) continue
    if (claim && order === decided) continue
    const expected = `[${decided.replaceAll('-', ', ')}]`
    if (!claim) yield finding(at(index), `an array ${expected}`, shapeOf(disclosure.content))
    else {
      yield finding(at(index), expected, `[${order.replaceAll('-', ', ')}]`, `the other order: sd.order = ${order}`)
    }
  }
  return undefined
})

const shapeOf = (content: JsonValue | undefined): string =>
  Array.isArray(content) ? `an array of ${content.map(kindOf).join(', ') || 'nothing'}` : kindOf(content)

const salted = check(SD.SALTED, 'credential', function* (credential, context) {
  const { entries } = readingOf(credential, context)
  const first = new Map<string, number>()
  for (const { index, claim, disclosure } of entries) {
    if (!claim) continue
    if (claim.salt === '') yield finding(at(index), 'a salt', 'an empty one')
    const before = first.get(claim.salt)
    if (before === undefined) first.set(claim.salt, index)
    else if (entries[before]?.disclosure.text !== disclosure.text) {
      yield finding(at(index), 'a salt of its own', `that of ${at(before)}`)
    }
  }
  return undefined
})

const entropy = check(SD.ENTROPY, 'credential', function* (credential, context) {
  for (const { index, claim } of readingOf(credential, context).entries) {
    if (!claim || claim.salt === '') continue
    const bits = claim.salt.length * bitsPerCharacter(claim.salt)
    if (bits < 128) yield finding(at(index), '128 bits at least', `${bits} bits at most`)
  }
  return undefined
})

const bitsPerCharacter = (salt: string): number => {
  if (/^[0-9]+$/.test(salt)) return 3.3
  return /^[0-9a-f-]+$|^[0-9A-F-]+$/.test(salt) ? 4 : 6
}

const hidden = check(SD.HIDDEN, 'credential', function* (credential, context) {
  const { header, payload } = credential.jws
  const clear = [...textsIn(payload, '/payload'), ...textsIn(header, '/header')]
  const secrets = secretsOf(readingOf(credential, context).claims, new Set(clear.map(([, text]) => text.length)))
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

const encoded = check(SD.ENCODED, 'credential', function* ({ disclosures }) {
  for (const [index, { text, problem }] of disclosures.entries()) {
    if (problem?.code.startsWith('json-')) continue
    const bare = text.startsWith('[') ? 'it is bare JSON' : undefined
    if (problem) yield finding(at(index), 'unpadded base64url of JSON', problem.message, bare)
  }
  return undefined
})

const strict = check(BODY.STRICT, 'credential', function* ({ disclosures }) {
  for (const [index, { problem }] of disclosures.entries()) {
    if (problem?.code.startsWith('json-')) yield finding(at(index), 'a text that can be read', problem.message)
  }
  return undefined
})

const terminated = check(SD.TERMINATED, 'credential', function* ({ tail, separated }, { decide }) {
  if (!separated || tail === '' || tail.includes('.')) return undefined
  if (decide(SERIALIZATION) !== 'tilde-terminated') return leniently('the `~` at the very end is missing')
  yield finding('end', '`~`', 'the end of a disclosure', 'many readers drop this disclosure without a word')
  return undefined
})

const once = check(SD.ONCE, 'credential', function* (credential) {
  const digests = digestsOf(credential)
  if (digestSetOf(credential).size === digests.length) return undefined
  yield* repetitions(digests, (i) => `/payload/_sd/${i}`, 'a digest of its own')
  return undefined
})

const twice = check(SD.TWICE, 'credential', function* ({ disclosures }) {
  yield* repetitions(
    disclosures.map(({ text }) => text),
    at,
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

const name = check(SD.NAME, 'credential', function* (credential, context) {
  const { payload } = credential.jws
  const texts = new Map<string, string>()
  for (const { index, claim } of readingOf(credential, context).entries) {
    if (!claim) continue
    const before = texts.get(claim.name)
    texts.set(claim.name, claim.text)
    if (reserved.includes(claim.name)) yield finding(at(index), 'the name of a claim', show(claim.name))
    else if (before !== undefined && before !== claim.text)
      yield finding(at(index), 'a name of its own', show(claim.name))
    else if (isClaimName(claim.name) || permanentNames.includes(claim.name)) continue
    else if (Object.hasOwn(payload, claim.name))
      yield finding(at(index), 'a name that is not in clear', show(claim.name))
  }
  return undefined
})

const permanent = check(SD.PERMANENT, 'credential', function* (credential, context) {
  for (const { index, claim } of readingOf(credential, context).entries) {
    if (claim && permanentNames.includes(claim.name)) yield finding(at(index), 'a claim of the set', show(claim.name))
  }
  return undefined
})

const noBinding = check(SD['NO-BINDING'], 'credential', function* ({ tail }) {
  if (tail.includes('.')) yield finding('end', 'nothing behind the last `~`', 'a further JWT')
  return undefined
})

const flat = check(SD.FLAT, 'credential', function* (credential, context) {
  if (context.decide(RFC9901) === 'rfc9901') return notHere('RFC 9901 lets digests stand at any depth')
  yield* nestedMarks(credential.jws.payload, '/payload', 0)
  for (const { index, claim } of readingOf(credential, context).entries) {
    if (claim && isNested(claim.value as JsonValue)) yield* nestedMarks(claim.value as JsonValue, at(index), 1) // it was read from JSON
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
]
