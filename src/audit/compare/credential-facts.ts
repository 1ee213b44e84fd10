import { isObject, type JsonObject, type JsonValue, parseAnyJson } from '../../../protocol/encoding/json.ts'
import type { DisclosureOrder } from '../../../protocol/sd-jwt/claim.ts'
import { readDigests } from '../../../protocol/sd-jwt/disclosure.ts'

/** One disclosure of a credential. */
export interface DisclosedFact {
  readonly text: string
  readonly name: string
  readonly salt: string
}

/** What of a credential is compared with others. */
export interface CredentialFacts {
  /** The issuer-signed JWT: the same for all presentations of a credential. */
  readonly jws: string
  readonly header: JsonObject
  readonly payload: JsonObject
  readonly disclosures: readonly DisclosedFact[]
  readonly digests: readonly string[]
}

/** Reads a credential that may be wrong in any way: what cannot be read is left out. */
export function readFacts(text: string, order: DisclosureOrder): CredentialFacts | undefined {
  const [jws = '', ...parts] = text.trim().split('~')
  const [head = '', body = ''] = jws.trim().split('.')
  const [header, payload] = [decode(head), decode(body)]
  if (!isObject(header) || !isObject(payload)) return undefined
  const digests = readDigests(payload).filter((each) => typeof each === 'string')
  return {
    jws,
    header,
    payload,
    digests,
    disclosures: parts.flatMap((part) => readDisclosure(part.trim(), order) ?? []),
  }
}

function readDisclosure(text: string, order: DisclosureOrder): DisclosedFact | undefined {
  const content = text.length === 0 || text.includes('.') ? undefined : decode(text)
  if (!Array.isArray(content) || content.length < 2 || content.length > 3) return undefined
  const [first, second] = content
  const [salt, name] =
    order === 'salt-name-value' ? [first, content[2] === undefined ? '' : second] : [content[2], first]
  return typeof salt === 'string' && typeof name === 'string' ? { text, name, salt } : undefined
}

const decode = (text: string): JsonValue | undefined => parseAnyJson(Buffer.from(text, 'base64url').toString('utf8'))
