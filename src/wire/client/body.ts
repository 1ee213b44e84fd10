import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { TransportError } from '../../../model/errors.ts'
import type { HttpResponse } from '../../../model/wire.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { decodeUtf8 } from '../../../protocol/encoding/utf8.ts'
import { caps } from './limits.ts'

/**
 * The octets of a body, as they were sent.
 *
 * They are copied into one buffer that grows: a list of chunks of one octet each would hold a hundred times the cap.
 */
export async function readOctets(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  let length = 0
  for await (const chunk of body) {
    const needed = length + chunk.byteLength
    if (needed > caps.wire) throw new TransportError('protocol', `the body is longer than ${caps.wire} octets`)
    if (needed > held.byteLength) held = growBuffer(held, needed)
    held.set(chunk, length)
    length = needed
  }
  return held.subarray(0, length)
}

function growBuffer(held: Buffer, needed: number): Buffer {
  const larger = Buffer.alloc(Math.max(2 * held.byteLength, needed))
  larger.set(held)
  return larger
}

type Decode = (octets: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const gzip: Decode = promisify(gunzip)

/** Half of the world sends `deflate` without its wrapping (RFC 9110, section 8.4.1.2), so both are read. */
const deflate: Decode = (octets, options) => promisify(hasZlibHeader(octets) ? inflate : inflateRaw)(octets, options)

const hasZlibHeader = (octets: Buffer): boolean =>
  octets.byteLength >= 2 && (octets.readUInt8() & 0x0f) === 8 && octets.readUInt16BE() % 31 === 0

const decoders = new Map<string, Decode>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', promisify(brotliDecompress)],
])

/** A body without its content encodings, taken off in the reverse order of their naming. */
export async function decodeOctets(octets: Buffer, contentEncoding: string): Promise<Buffer> {
  const names = listEncodings(contentEncoding)
  if (names.length > caps.encodings)
    throw new TransportError('protocol', `more than ${caps.encodings} content encodings`)
  let decoded = octets
  for (const name of names.toReversed()) decoded = await decodeLayer(decoded, name)
  return decoded
}

const listEncodings = (contentEncoding: string): readonly string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')

async function decodeLayer(octets: Buffer, name: string): Promise<Buffer> {
  const decode = decoders.get(name)
  if (decode === undefined)
    throw new TransportError('protocol', `the content encoding ${quoteName(name)} is not known here`)
  // The answer to HEAD, and a 304, name an encoding and have no body.
  if (octets.byteLength === 0) return octets
  try {
    return await decode(octets, { maxOutputLength: caps.decoded })
  } catch (cause) {
    throw new TransportError('protocol', describeFailure(cause, name), { cause })
  }
}

const describeFailure = (cause: unknown, name: string): string =>
  cause instanceof RangeError
    ? `the body is longer than ${caps.decoded} octets when decoded`
    : `the body is not ${name}, as its content encoding says`

const quoteName = (name: string): string => JSON.stringify(name.slice(0, 20))

/** A body as text, with its octets beside it where they are not UTF-8. */
export function decodeBody(octets: Buffer): Pick<HttpResponse, 'body' | 'octets'> {
  const read = attempt(() => decodeUtf8(octets))
  if ('value' in read) return { body: read.value }
  return { body: octets.toString('utf8'), octets: octets.toString('base64') }
}
