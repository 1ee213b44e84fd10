import { deflateSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { encodeBase64url, isBase64url } from '../encoding/base64url.ts'
import type { Inflated } from '../encoding/deflate.ts'
import { limits } from '../encoding/limits.ts'
import { type ClaimValue, isClaims, type SecuredToken, type TokenClaims } from './secured-token.ts'

/** How many bits one status may have. */
export const bitSizes = [1, 2, 4, 8] as const
export type BitSize = (typeof bitSizes)[number]

export const isBitSize = (value: ClaimValue): value is BitSize => bitSizes.some((each) => each === value)

/** A list that was decompressed. */
export interface StatusList {
  readonly bits: BitSize
  readonly octets: Buffer
  /** How many statuses it has. */
  readonly length: number
}

/** What can be wrong with a compressed list. `too-large` is not a fault of its form. */
export interface ListProblem {
  readonly code: 'form' | 'zlib' | 'too-large'
  readonly message: string
}

/** The list of a token, and what was compressed; or why it cannot be read. */
export type OpenedList = { readonly list: StatusList; readonly compressed: Buffer } | { readonly problem: ListProblem }

/** Opens the list in a Status List Token. */
export function openStatusList({ claims }: Pick<SecuredToken, 'claims'>): OpenedList {
  const { status_list: structure } = claims
  if (!isClaims(structure)) return fail('form', 'there is no `status_list`')
  const { bits } = structure
  if (!isBitSize(bits)) return fail('form', '`bits` is none of 1, 2, 4 and 8')
  const compressed = readCompressed(structure)
  if (!compressed) return fail('form', '`lst` cannot be read')
  const inflated = inflateList(compressed)
  if ('code' in inflated) return { problem: inflated }
  return { list: { bits, octets: inflated.octets, length: (inflated.octets.length * 8) / bits }, compressed }
}

const fail = (code: ListProblem['code'], message: string): OpenedList => ({ problem: { code, message } })

/** The octets in `lst`; nothing, if it is written in no way that one can read. */
function readCompressed({ lst }: TokenClaims): Buffer | undefined {
  if (Buffer.isBuffer(lst)) return lst
  if (typeof lst !== 'string') return undefined
  return isBase64url(lst) ? Buffer.from(lst, 'base64url') : undefined
}

function inflateList(compressed: Buffer): { readonly octets: Buffer } | ListProblem {
  try {
    const options = { maxOutputLength: limits.statusList, chunkSize: 1 << 18, info: true }
    const { buffer, engine } = inflateSync(compressed, options) as unknown as Inflated
    const rest = compressed.length - engine.bytesWritten
    return rest === 0 ? { octets: buffer } : { code: 'zlib', message: `${rest} octets after the end of the ZLIB data` }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_BUFFER_TOO_LARGE') return { code: 'too-large', message: `more than ${limits.statusList} octets` }
    return { code: 'zlib', message: explainOctets(compressed, code) }
  }
}

/** What octets are that are no ZLIB data. */
function explainOctets(octets: Buffer, code: unknown): string {
  const options = { maxOutputLength: 1 << 20 }
  if (octets.length === 0) return 'nothing'
  if (octets[0] === 0x1f && octets[1] === 0x8b) return 'gzip (RFC 1952)'
  if (canOpen(() => inflateRawSync(octets, options))) return 'DEFLATE without the ZLIB format around it (RFC 1951)'
  if (code === 'Z_BUF_ERROR') return 'ZLIB data that are cut short'
  if (isZlibHeader(octets)) return 'ZLIB data that are damaged: the checksum, or the data before it'
  const text = octets.toString('latin1')
  if (canOpen(() => inflateSync(Buffer.from(text, 'base64'), options))) return 'base64 of ZLIB data, encoded twice'
  return 'no known compression'
}

const isZlibHeader = ([first = 0, second = 0]: Buffer): boolean =>
  (first & 15) === 8 && (first * 256 + second) % 31 === 0

/** Whether octets are something else, and whole. */
function canOpen(open: () => Buffer): boolean {
  try {
    return open().length > 0
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
  }
}

/** Whether gzip can be taken away, which an HTTP client does. */
export const unwrapGzip = (octets: Buffer): Buffer | undefined => {
  try {
    return gunzipSync(octets, { maxOutputLength: limits.text })
  } catch {
    return undefined
  }
}

/** The status at an index: bits are counted from the least significant one. Nothing, beyond the end. */
export function readStatus({ bits, octets, length }: StatusList, index: number): number | undefined {
  if (!Number.isSafeInteger(index) || index < 0 || index >= length) return undefined
  const place = index * bits
  return ((octets[Math.floor(place / 8)] ?? 0) >> (place % 8)) & (2 ** bits - 1)
}

/** Writes a list of statuses as `lst` of a JWT. */
export function encodeStatuses(bits: BitSize, statuses: readonly number[]): string {
  const octets = Buffer.alloc(Math.ceil((statuses.length * bits) / 8))
  for (const [index, status] of statuses.entries()) {
    const place = index * bits
    octets[Math.floor(place / 8)] = (octets[Math.floor(place / 8)] ?? 0) | (status << (place % 8))
  }
  return encodeBase64url(deflateSync(octets, { level: 9 }))
}

/** How often each status occurs; in one pass over the octets. */
export function countStatuses({ bits, octets }: StatusList): ReadonlyMap<number, number> {
  const byOctet = new Float64Array(256)
  for (const octet of octets) byOctet[octet] = (byOctet[octet] ?? 0) + 1
  const counts = new Map<number, number>()
  for (const [octet, count] of byOctet.entries()) {
    if (count === 0) continue
    for (let place = 0; place < 8; place += bits) {
      const status = (octet >> place) & (2 ** bits - 1)
      counts.set(status, (counts.get(status) ?? 0) + count)
    }
  }
  return counts
}

/** Statuses by their names in the registry (section 14.5). */
const statusNames: ReadonlyMap<number, string> = new Map([
  [0, 'VALID'],
  [1, 'INVALID'],
  [2, 'SUSPENDED'],
])

/** Whether a status is registered, or kept for applications for good. */
export const isKnownStatus = (status: number): boolean => status <= 3 || (status >= 12 && status <= 15)

/** A status as people read it. */
export const describeStatus = (status: number): string => {
  const name = statusNames.get(status) ?? (isKnownStatus(status) ? 'application-specific' : 'not registered')
  return `0x${status.toString(16).padStart(2, '0').toUpperCase()} (${name})`
}
