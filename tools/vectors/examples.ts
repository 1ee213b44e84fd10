// Judges every SD-JWT in a folder of texts that others published, and what becomes of each when one place of it is changed.
// The texts may be specifications, sources or generated files. The keys are those in them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StandardProfile } from '../../model/decision.ts'
import { decodeText } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, parseTolerantly } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import { readAnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'

export interface PublishedText {
  readonly file: string
  readonly text: string
}

const isWanted = /\.(txt|md|json|html|xml|ya?ml|kts?|java|swift|tsx?|js|py|rs|go|cs)$/
const longest = 4_000_000

/** Reads the texts of a folder that may print examples. */
export const readTexts = (folder: string): readonly PublishedText[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isWanted.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => text.length <= longest)

/** The foot of a page of a specification, and the head of the next one. */
const pageBreak = /\n+[^\n]*\[Page \d+\]\s*\n\f?[^\n]*\n+/g

/** Texts that a line break may have cut, and texts between quotes. */
function* listTokens(text: string): Generator<string> {
  let joined = ''
  for (const line of text.replaceAll(pageBreak, '\n').split('\n')) {
    const trimmed = line.trim()
    if (/^[\w.~-]+$/.test(trimmed) && !/^~~~+$/.test(trimmed)) {
      joined += trimmed
      continue
    }
    yield joined
    joined = ''
    yield* trimmed.match(/[\w.~-]{80,}/g) ?? []
  }
  yield joined
}

const readObject = (text: string): JsonObject | undefined => {
  const read = attempt(() => parseTolerantly(text))
  return 'value' in read ? read.value : undefined
}

const readPart = (part = ''): JsonObject | undefined => {
  const read = attempt(() => decodeText(part))
  return 'value' in read ? readObject(read.value) : undefined
}

const isSdJwt = (text: string): boolean => {
  const [jwt = ''] = text.split('~', 1)
  const [header, payload] = jwt.split('.')
  return text.includes('~') && typeof readPart(header)?.alg === 'string' && readPart(payload) !== undefined
}

/** The whole file, where it is an SD-JWT in JSON. */
const readSerialized = (text: string): readonly string[] =>
  typeof readObject(text.trim())?.payload === 'string' ? [text.trim()] : []

const listExamples = (texts: readonly PublishedText[]): readonly PublishedText[] => {
  const found = texts.flatMap(({ file, text }) =>
    [...listTokens(text), ...readSerialized(text)]
      .filter((each) => each.startsWith('{') || isSdJwt(each))
      .map((each) => ({ file, text: each })),
  )
  return [...new Map(found.map((each) => [each.text, each])).values()]
}

/** The public keys that are written anywhere: as JSON, or as YAML. */
function listKeys(texts: readonly PublishedText[]): readonly JsonObject[] {
  const keys = texts.flatMap(({ text }) => [
    ...(text.match(/\{[^{}]*"kty"[^{}]*\}/g) ?? []).map(readObject).filter(isObject),
    ...(text.match(/\bkty: EC\n(?:\s+\w+: \S+\n)+/g) ?? []).map(readYaml),
  ])
  return [...new Map(keys.map(({ kty, crv, x, y, n, e }) => [`${x}${n}`, clean({ kty, crv, x, y, n, e })])).values()]
}

const clean = (members: Record<string, unknown>): JsonObject => JSON.parse(JSON.stringify(members))

const readYaml = (text: string): JsonObject =>
  Object.fromEntries([...text.matchAll(/(\w+): (\S+)/g)].map(([, name = '', value = '']) => [name, value]))

const profileOf = (text: string): StandardProfile => {
  const header = readPart(text.split('.', 1)[0])
  return header?.typ === 'dc+sd-jwt' ? 'sd-jwt-vc' : 'sd-jwt'
}

/** For whom and when it was presented, or when it was issued. */
function readFacts(text: string): VerifyOptions {
  const binding = readPart(text.slice(text.lastIndexOf('~') + 1).split('.')[1])
  const payload = text.startsWith('{') ? readPart(String(readObject(text)?.payload)) : readPart(text.split('.')[1])
  const time = binding?.iat ?? payload?.iat
  const now = typeof time === 'number' ? time : 1_700_000_000
  return { now, ...(binding && { audience: String(binding.aud), nonce: String(binding.nonce) }) }
}

/** The text with one character replaced by another of base64url, in the middle of each of its parts. */
function* listChanged(text: string): Generator<string> {
  for (const part of text.matchAll(/[\w-]{20,}/g)) {
    const place = part.index + Math.floor(part[0].length / 2)
    yield text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1)
  }
  if (text.startsWith('{')) return
  const [jwt = '', first = '', ...others] = text.split('~')
  yield text.replace(/~[^~]*$/, '') // the end is cut off
  yield text.replace(/\.[\w-]+~/, '.~') // without a signature
  if (others.length > 0) yield [jwt, first, first, ...others].join('~') // a disclosure twice
  yield [jwt, 'WyJzYWx0IiwgIm5hbWUiLCAidmFsdWUiXQ', first, ...others].join('~') // a disclosure that was not issued
}

/** The key that made the signature. Of those in a folder, most are of others. */
function findKey(text: string, keys: readonly JsonObject[]): JsonObject | undefined {
  const read = attempt(() => readAnySdJwt(text))
  const [signed] = 'value' in read ? read.value.signatures : []
  if (!signed) return undefined
  const { header, signingInput, signature } = signed
  return keys.find((key) => verifySignature(String(header.alg), key as Jwk, signingInput, signature).isValid)
}

export interface ExampleCounts {
  readonly examples: number
  /** Those whose signature a key of the folder made. */
  readonly signed: number
  readonly changed: number
  /** An example that is accused of something, or a changed one that is not. */
  readonly wrong: readonly string[]
}

/** Without its key, nothing but the signature may be left open. */
function judgeExample(
  { file, text }: PublishedText,
  key: JsonObject | undefined,
  facts: VerifyOptions,
): readonly string[] {
  const { conclusion, results } = verify(text, { ...facts, profile: profileOf(text) })
  if (conclusion === (key ? 'conformant' : 'inconclusive')) return []
  const open = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
  const why = open.map(({ requirement: { id }, reason, findings: [first] }) => `${id}: ${reason ?? first?.actual}`)
  return [`${file}: ${conclusion}: ${why.join('; ')}`]
}

/** Judges the SD-JWTs of some texts, and changed ones. */
export function judgeExamples(texts: readonly PublishedText[]): ExampleCounts {
  const keys = listKeys(texts)
  const counts = { examples: 0, signed: 0, changed: 0, wrong: [] as string[] }
  for (const example of listExamples(texts)) {
    const key = findKey(example.text, keys)
    const facts = { ...readFacts(example.text), ...(key && { jwks: { keys: [key] } }) }
    counts.examples++
    counts.wrong.push(...judgeExample(example, key, facts))
    if (key === undefined) continue
    counts.signed++
    for (const changed of listChanged(example.text)) {
      counts.changed++
      if (verify(changed, { ...facts, profile: 'sd-jwt' }).conclusion !== 'nonconformant')
        counts.wrong.push(`${example.file}: not accused although it was changed: ${changed.slice(0, 80)}`)
    }
  }
  return counts
}
