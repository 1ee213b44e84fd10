// A relying party of Token Status List that shares no code with the checks: section 8.3, step by step, on `node:crypto`
// and `node:zlib`, for SD-JWTs and JWTs. With `bug` it leaves out one step, or does it wrong.
import { createPublicKey, verify, type webcrypto } from 'node:crypto'
import { inflateSync } from 'node:zlib'

interface Question {
  readonly referencedToken: string
  readonly statusListToken: string
  readonly jwks: { readonly keys: readonly (webcrypto.JsonWebKey & { readonly kid?: string })[] }
  readonly now: number
}

export interface StatusAnswer {
  readonly accepted: boolean
  readonly status?: number
  readonly reason?: string
  readonly unsupported?: string
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Json = any

class Unsupported extends Error {}

const must = (holds: boolean, reason: string): void => {
  if (!holds) throw new Error(reason)
}

const decode = (part: string): Json => {
  must(/^[\w-]+$/.test(part), 'not base64url')
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

function readJwt(text: string, { jwks, now }: Question, isLoose: (step: string) => boolean): Json {
  const parts = text.split('.')
  const [head = '', body = '', signature = ''] = parts
  must(parts.length === 3 && /^[\w-]*$/.test(signature), 'three parts')
  const [header, payload] = [decode(head), decode(body)]
  if (typeof header.alg === 'string' && !/^(ES256|none)$/.test(header.alg)) throw new Unsupported(header.alg)
  must(header.crit === undefined || isLoose('crit'), 'crit')
  must(header.alg === 'ES256' || isLoose('none'), 'alg')
  const input = Buffer.from(`${head}.${body}`)
  const isBy = (key: webcrypto.JsonWebKey): boolean =>
    verify(
      'sha256',
      input,
      { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  const keys = jwks.keys.filter(({ kty, kid }) => kty === 'EC' && (header.kid === undefined || kid === header.kid))
  must((header.alg === 'none' && isLoose('none')) || isLoose('signature') || keys.some(isBy), 'signature')
  must(typeof payload === 'object' && payload !== null && !Array.isArray(payload), 'payload')
  must(payload.exp === undefined || now <= payload.exp + 60 || isLoose('exp'), 'expired')
  must(payload.nbf === undefined || now >= payload.nbf - 60 || isLoose('nbf'), 'not yet valid')
  return payload
}

function readStatus(question: Question, bug: string): number {
  const { referencedToken, statusListToken } = question
  const token = readJwt(referencedToken.replace(/~$/, ''), question, (step) => bug === `token-${step}`)
  const { status_list: reference } = token.status ?? {}
  must(Number.isInteger(reference?.idx) && reference.idx >= 0, 'idx')
  must(typeof reference.uri === 'string' && /^[a-z]+:/.test(reference.uri), 'uri')
  if (/^[0-9a-f]+$/.test(statusListToken)) throw new Unsupported('CWT')
  const list = readJwt(statusListToken, question, (step) => bug === `list-${step}`)
  must(list.sub === reference.uri || bug === 'sub', 'sub')
  must(typeof list.iat === 'number' || bug === 'iat', 'iat')
  const { bits, lst } = list.status_list
  must([1, 2, 4, 8].includes(bits) || bug === 'bits', 'bits')
  const octets = inflateSync(Buffer.from(lst, 'base64url'))
  const place = reference.idx * bits
  const octet = octets[Math.floor(place / 8)]
  if (octet === undefined && bug === 'bounds') return 0
  if (octet === undefined) throw new Error('out of bounds')
  const shift = bug === 'order' ? 8 - bits - (place % 8) : place % 8
  return (octet >> shift) & (bug === 'mask' ? 1 : 2 ** bits - 1)
}

/** Answers one question; `bug` names the step that is left out, or done wrong. */
export function judgeStatus(question: Question, bug = ''): StatusAnswer {
  try {
    if (bug === 'ignored') return { accepted: true }
    if (/^[0-9a-f]+$/.test(question.referencedToken)) return { accepted: false, unsupported: 'CWT' }
    const status = readStatus(question, bug)
    return { accepted: status === 0, status }
  } catch (error) {
    if (error instanceof Unsupported) return { accepted: false, unsupported: error.message }
    return { accepted: false, reason: error instanceof Error ? error.message : 'unknown' }
  }
}
