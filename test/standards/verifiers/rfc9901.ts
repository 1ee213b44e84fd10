// A verifier of RFC 9901 that shares no code with the checks: section 7, step by step, on `node:crypto`.
// With `bug` it leaves out one step.
import { createHash, createPublicKey, verify, type webcrypto } from 'node:crypto'

type Key = webcrypto.JsonWebKey

interface Question {
  readonly sdJwt: string
  readonly jwks: { readonly keys: readonly Key[] }
  readonly audience: string
  readonly nonce: string
  readonly now: number
  readonly keyBinding: 'required' | 'allowed'
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Json = any

const hashes: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }
const curves: Readonly<Record<string, string>> = { ES256: 'sha256', ES384: 'sha384' }

class Refusal extends Error {}

const refuse = (reason: string): never => {
  throw new Refusal(reason)
}

const must = (holds: boolean, reason: string): void => {
  if (!holds) refuse(reason)
}

const decode = (part: string): string => {
  must(/^[\w-]*$/.test(part), 'not base64url')
  return Buffer.from(part, 'base64url').toString()
}

const parse = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('not JSON')
  }
}

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Answers one question; `bug` names the step that is left out. */
export function judge(question: Question, bug = ''): { accepted: boolean; payload?: Json; reason?: string } {
  try {
    return { accepted: true, payload: process(question, bug) }
  } catch (error) {
    return { accepted: false, reason: error instanceof Error ? error.message : 'unknown' }
  }
}

function verifyJws(jws: string, keys: readonly Key[], bug: string): { header: Json; payload: Json } {
  const parts = jws.split('.')
  must(parts.length === 3, 'three parts')
  const [head = '', body = '', signature = ''] = parts
  const header = parse(decode(head))
  must(isObject(header) && (header.crit === undefined || bug === 'crit'), 'crit')
  const payload = parse(decode(body))
  must(isObject(payload), 'payload')
  if (bug === 'none' && header.alg === 'none') return { header, payload }
  const hash = curves[header.alg]
  must(hash !== undefined, 'alg')
  const isBy = (jwk: Key): boolean =>
    jwk.kty === 'EC' &&
    verify(
      hash,
      Buffer.from(`${head}.${body}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(decode(signature) === '' ? '' : signature, 'base64url'),
    )
  must(bug === 'signature' || keys.some(isBy), 'signature')
  return { header, payload }
}

function process({ sdJwt, jwks, audience, nonce, now, keyBinding }: Question, bug: string): Json {
  const pieces = sdJwt.split('~')
  must(pieces.length > 1, 'no tilde')
  const [jwt = '', ...rest] = pieces
  const tail = rest.pop() ?? ''
  must(tail === '' || tail.includes('.') || bug === 'tilde', 'the last part')
  const disclosures = tail !== '' && !tail.includes('.') ? [...rest, tail] : rest
  const { payload } = verifyJws(jwt, jwks.keys, bug)
  const processed = disclose(payload, disclosures, bug)
  const { exp } = bug === 'exp-disclosed' ? payload : processed
  must(bug === 'exp' || exp === undefined || now <= exp + 60, 'expired')
  must(bug === 'nbf' || processed.nbf === undefined || now >= processed.nbf - 60, 'not yet valid')
  must(bug === 'aud' || processed.aud === undefined || [processed.aud].flat().includes(audience), 'aud')
  if (keyBinding === 'required' && !(bug === 'kb-optional' && tail === ''))
    checkBinding(tail, { sdJwt, payload, processed, audience, nonce, now }, bug)
  return processed
}

function checkBinding(text: string, known: Json, bug: string): void {
  must(text !== '', 'no key binding')
  const { jwk } = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString())
  const keys = [known.processed.cnf?.jwk ?? refuse('no cnf'), ...(bug === 'kb-own-key' && jwk ? [jwk] : [])]
  const { header, payload } = verifyJws(text, keys, bug.replace('kb-', ''))
  must(bug === 'kb-typ' || header.typ === 'kb+jwt', 'typ')
  must(bug === 'kb-iat' || Math.abs(payload.iat - known.now) < 300, 'iat')
  must(bug === 'kb-aud' || payload.aud === known.audience, 'aud')
  must(bug === 'kb-nonce' || payload.nonce === known.nonce, 'nonce')
  const name = chooseHash(known.payload, bug)
  const before = known.sdJwt.slice(0, known.sdJwt.lastIndexOf('~') + 1)
  must(bug === 'sd_hash' || payload.sd_hash === createHash(name).update(before).digest('base64url'), 'sd_hash')
}

const chooseHash = ({ _sd_alg: name = 'sha-256' }: Json, bug: string): string =>
  hashes[name] ?? (bug === '_sd_alg' ? 'sha256' : refuse('_sd_alg'))

function disclose(payload: Json, disclosures: readonly string[], bug: string): Json {
  const name = chooseHash(payload, bug)
  const byDigest = new Map(disclosures.map((text) => [createHash(name).update(text).digest('base64url'), text]))
  const seen = new Set<string>()
  const used = new Set<string>()

  const take = (digest: string, length: number): Json => {
    must(!seen.has(digest) || bug === 'digest-twice', 'a digest twice')
    seen.add(digest)
    const text = byDigest.get(digest)
    if (text === undefined) return undefined
    used.add(text)
    const content = parse(decode(text))
    must(Array.isArray(content) && (content.length === length || bug === `length-${length}`), 'elements')
    return content
  }
  /** What is disclosed, and what is hidden inside of it. */
  const walkDisclosed = (value: Json): Json => {
    if (!bug.startsWith('recursive')) return walk(value)
    if (bug === 'recursive') walk(value) // the digests are known, and nothing is put in their place
    return value
  }
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.flatMap(walkElement)
    return isObject(value) ? walkObject(value) : value
  }
  const walkElement = (element: Json): Json[] => {
    if (!isObject(element) || typeof element['...'] !== 'string' || Object.keys(element).length > 1)
      return [walk(element)]
    const content = take(element['...'], 2)
    return content === undefined ? [] : [walkDisclosed(content[1])]
  }
  const walkObject = ({ _sd: digests = [], ...object }: Json): Json => {
    const placed = new Map<string, Json>(Object.entries(object).map(([member, value]) => [member, walk(value)]))
    for (const digest of Array.isArray(digests) ? digests : []) {
      if (typeof digest !== 'string') continue
      const content = take(digest, 3)
      if (content === undefined) continue
      const [, member, value] = content
      must((member !== '_sd' && member !== '...') || bug === 'reserved', 'a reserved name')
      must(!placed.has(member) || bug === 'name-twice', 'a name twice')
      placed.set(member, walkDisclosed(value))
    }
    return Object.fromEntries(placed)
  }
  const { _sd_alg: _, ...rest } = walk(payload)
  must(bug === 'unreferenced' || disclosures.every((text) => used.has(text)), 'a disclosure without a digest')
  return bug === 'payload' ? { ...rest, _sd_alg: 'sha-256' } : rest
}
