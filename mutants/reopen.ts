import { createPublicKey } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, parseJson } from '../protocol/encoding/json.ts'
import { attempt } from '../protocol/encoding/problem.ts'
import { signEs256, verifyEs256 } from '../protocol/jose/es256.ts'
import { chooseHash } from '../protocol/sd-jwt/hash-functions.ts'
import { toPublic } from '../suites/sd-jwt/sample.ts'
import keys from '../suites/sd-jwt/sample-keys.json' with { type: 'json' }

// What a receiver is asked, opened, so that one place can be changed before it is hashed and signed again.

type Json = JsonValue | undefined

/** The content of a text, and how it is written again once a place of it is another one. */
interface Opened {
  readonly content: JsonObject
  readonly close: (content: JsonObject) => string
}

/** A question with the content of its tokens in place of their texts. */
export function openQuestion(question: JsonObject): {
  readonly content: JsonObject
  readonly close: (content: JsonObject) => JsonObject
} {
  const opened = new Map(
    Object.entries(question).flatMap(([name, value]) => {
      const token = typeof value === 'string' ? openToken(value) : undefined
      return token ? [[name, token] as const] : []
    }),
  )
  const { id: _, ...asked } = question
  const write = (name: string, value: JsonValue): JsonValue => {
    const token = opened.get(name)
    return token && isObject(value) ? token.close(value) : value
  }
  const mapEntries = (of: JsonObject, map: typeof write): JsonObject =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(name, value)]))
  return {
    content: mapEntries(asked, (name, value) => opened.get(name)?.content ?? value),
    close: (content) => mapEntries(content, write),
  }
}

/** A JWT or an SD-JWT that one of the sample keys signed. */
function openToken(text: string): Opened | undefined {
  const [jwt = '', ...more] = text.split('~')
  const issued = openJwt(jwt)
  if (!issued || more.length === 0) return issued
  const disclosures = more.slice(0, -1)
  const binding = openJwt(more.at(-1) ?? '')
  const contents = disclosures.map((each) => attempt(() => parseJson(decodeBase64url(each).toString())))
  if (contents.some((each) => 'problem' in each)) return issued
  const shown = contents.map((each) => ('value' in each ? each.value : null))
  return {
    content: { jwt: issued.content, disclosures: shown, ...(binding && { binding: binding.content }) },
    close: ({ jwt: after, disclosures: hidden, binding: bound }) => {
      const list: readonly JsonValue[] = Array.isArray(hidden) ? hidden : []
      const changed = list.length === shown.length ? rewrite(disclosures, shown, list, issued.content) : undefined
      const written = changed?.texts ?? list.map((each) => encodeBase64url(JSON.stringify(each)))
      const again = changed?.replace(after) ?? after
      const sdJwt = [issued.close(isObject(again) ? again : {}), ...written, ''].join('~')
      if (!binding || !isObject(bound)) return sdJwt
      const hash = chooseHash(Object(issued.content.payload))?.compute(sdJwt)
      return sdJwt + binding.close(renewHash(bound, binding.content, hash))
    },
  }
}

/** Disclosures with another content, and what refers to them by the new digests. */
function rewrite(
  texts: readonly string[],
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  { payload }: JsonObject,
): { readonly texts: readonly string[]; readonly replace: (value: Json) => Json } {
  const hash = (text: string): string => chooseHash(Object(payload))?.compute(text) ?? text
  const digests = new Map<string, string>()
  const replace = (value: Json): Json => (value === undefined ? value : replaceTexts(value, digests))
  let written = texts
  // What is inside of another one changes that one too: as often as they can be nested.
  for (const _ of texts) {
    written = after.map((each, i) => {
      const own = replaceTexts(each, digests)
      const isSame = JSON.stringify(own) === JSON.stringify(before[i])
      return isSame ? (texts[i] ?? '') : encodeBase64url(JSON.stringify(own))
    })
    for (const [i, text] of texts.entries()) if (written[i] !== text) digests.set(hash(text), hash(written[i] ?? ''))
  }
  return { texts: written, replace }
}

function replaceTexts(value: JsonValue, other: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') return other.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, other))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceTexts(each, other)]))
}

/** A Key Binding JWT over what is presented now, unless its `sd_hash` is what was changed. */
function renewHash(bound: JsonObject, before: JsonObject, hash: string | undefined): JsonObject {
  const { payload } = bound
  const isOwn = isObject(payload) && isObject(before.payload) && payload.sd_hash === before.payload.sd_hash
  return isOwn && hash !== undefined ? { ...bound, payload: { ...payload, sd_hash: hash } } : bound
}

/** A JWT by ES256 of one of the sample keys. */
function openJwt(text: string): Opened | undefined {
  const [header = '', payload = '', signature = '', ...more] = text.split('.')
  const read = attempt(() => [header, payload].map((part) => parseJson(decodeBase64url(part).toString())))
  const key = [keys.issuer, keys.holder, keys.other].find((each) => isSignedBy(each, `${header}.${payload}`, signature))
  if (!('value' in read) || !key || more.length > 0) return undefined
  const [first = {}, second = {}] = read.value
  return {
    content: { header: first, payload: second },
    close: (after) => {
      const input = [after.header, after.payload].map((part) => encodeBase64url(JSON.stringify(part ?? null))).join('.')
      return `${input}.${signEs256(Buffer.from(input), key).toString('base64url')}`
    },
  }
}

const isSignedBy = (key: Parameters<typeof toPublic>[0], input: string, signature: string): boolean =>
  verifyEs256(
    Buffer.from(input),
    createPublicKey({ key: { ...toPublic(key) }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
