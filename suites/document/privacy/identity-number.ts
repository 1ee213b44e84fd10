import { createHash } from 'node:crypto'
import { isNested, type JsonValue } from '../../../protocol/encoding/json.ts'
import { memoizeLast } from '../../../protocol/encoding/memoize-last.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'

const hashes = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'] as const

/** The hashes of an identity number without a key, which are reversed within seconds. */
export const listDigests = memoizeLast((uid: string): readonly Buffer[] =>
  hashes.map((name) => createHash(name).update(uid).digest()),
)

/** The texts that an identity number turns into when it is encoded, or hashed without a key. */
export const listTraces = memoizeLast((uid: string): readonly string[] => {
  const encoded = [Buffer.from(uid), ...listDigests(uid)].flatMap((octets) => [
    octets.toString('hex'),
    octets.toString('base64').replaceAll('=', ''),
    octets.toString('base64url'),
  ])
  return [...new Set(encoded.map((text) => text.toLowerCase()))]
})

/** A text in a credential. */
interface CredentialText {
  readonly at: string
  readonly text: string
}

/** Collects the texts of a credential. The masked number has a requirement of its own. */
export const collectTexts = ({ jws, disclosures }: SdJwt): readonly CredentialText[] => [
  ...listTexts(jws.header, '/header'),
  ...listTexts(jws.payload, '/payload'),
  ...disclosures.flatMap(({ content }, index) =>
    content === undefined || (Array.isArray(content) && content.includes('MaskedUID'))
      ? []
      : [...listTexts(content, `disclosure ${index}`)],
  ),
]

function* listTexts(value: JsonValue, at: string): Generator<CredentialText> {
  if (typeof value === 'string') yield { at, text: value }
  // A number of fewer digits may be anything.
  if (Number.isInteger(value) && Number(value) >= 1e9) yield { at, text: String(value).padStart(12, '0') }
  if (!isNested(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) yield { at: `${at} (name of a member)`, text: name }
    yield* listTexts(member, Array.isArray(value) ? at : `${at}/${name}`)
  }
}

/** Whether a text contains an identity number, in groups of digits or in one, or one of its traces. */
export function hasIdentityNumber(text: string, uid: string, traces: readonly string[]): boolean {
  const digits = text.replaceAll(/(?<=\d)[ .-](?=\d)/g, '')
  const isNumber = [text, digits].some((each) => each.includes(uid) && each.split(/\D+/).includes(uid))
  const folded = text.toLowerCase()
  return isNumber || traces.some((trace) => folded.includes(trace))
}
