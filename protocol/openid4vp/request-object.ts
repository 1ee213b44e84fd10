import { decodeBase64url, decodeText } from '../encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { refuse } from '../encoding/problem.ts'
import { decodeObject, readJws } from '../jose/jws.ts'

/** A signature of a verifier, with its protected header. */
export interface RequestSignature {
  /** Its place in JSON; empty in compact text. */
  readonly at: string
  readonly header: JsonObject
  readonly signingInput: string
  readonly signature: Buffer
}

/** A signed request, in the compact or the general JSON form. Nothing has been verified. */
export interface RequestObject {
  readonly isCompact: boolean
  readonly payload: JsonObject
  readonly signatures: readonly RequestSignature[]
}

export function readRequestObject(text: string): RequestObject {
  if (text.trimStart().startsWith('{')) return readJsonForm(parseJsonObject(text))
  const { payload, header, signingInput, signature } = readJws(text)
  return { isCompact: true, payload, signatures: [{ at: '', header, signingInput, signature }] }
}

/** RFC 7515, section 7.2. */
function readJsonForm({ payload, signatures, ...rest }: JsonObject): RequestObject {
  if (typeof payload !== 'string') return refuse('jws-parts', 'a JWS has a `payload`')
  const list = Array.isArray(signatures) ? signatures : [rest]
  if (list.length > limits.certificates) refuse('too-many', `more than ${limits.certificates} signatures`)
  return {
    isCompact: false,
    payload: parseJsonObject(decodeText(payload)),
    signatures: list.map((each, i) => readSignature(each, payload, `/signatures/${i}`)),
  }
}

function readSignature(value: JsonValue, payload: string, at: string): RequestSignature {
  const { protected: head, signature } = isObject(value) ? value : {}
  if (typeof head !== 'string' || typeof signature !== 'string')
    return refuse('jws-parts', `${at} has no \`protected\` or no \`signature\``)
  return {
    at,
    header: decodeObject(head),
    signingInput: `${head}.${payload}`,
    signature: decodeBase64url(signature),
  }
}
