import { once } from 'node:events'
import { brotliCompressSync, constants, createBrotliCompress, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeOctets, readOctets } from '../../src/wire/client/body.ts'
import { caps } from '../../src/wire/client/limits.ts'
import { fetched, lossOf } from './calls.ts'
import { serving } from './servers.ts'

const text = Buffer.from('{"a":1}')

describe('a content encoding', () => {
  it.each([
    ['identity', text],
    ['gzip', gzipSync(text)],
    ['X-GZip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['br, gzip', gzipSync(brotliCompressSync(text))],
    ['gzip', Buffer.alloc(0)],
  ])('is taken off: %s', async (encoding, octets) => {
    const decoded = await decodeOctets(octets, encoding)

    expect(decoded).toEqual(octets.length === 0 ? octets : text)
  })

  it.each([
    ['gzip', 'is another', brotliCompressSync(text)],
    ['gzip', 'is none', text],
    ['gzip', 'is cut off', gzipSync(text).subarray(0, -9)],
    ['br', 'is cut off', brotliCompressSync(text).subarray(0, -2)],
    ['zstd', 'is not known', text],
    ['__proto__', 'is not known', text],
    ['gzip, gzip, gzip', 'has too many layers', gzipSync(gzipSync(gzipSync(text)))],
  ])('%s is a loss where it %s', async (encoding, _, octets) => {
    expect(await lossOf(decodeOctets(octets, encoding))).toMatchObject({ kind: 'protocol' })
  })

  it('is told in the header of an answer whose body is decoded', async () => {
    const url = await serving((_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(text)))

    expect(await fetched(url)).toMatchObject({ headers: { 'content-encoding': 'gzip' }, body: text.toString() })
  })
})

/** So many times 16 MB of zeros in brotli: what a flush gives for the second 16 MB, it gives for all that follow. */
async function brotliZeros(times: number): Promise<Buffer> {
  const { BROTLI_OPERATION_FLUSH, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = constants
  const encoder = createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 3, [BROTLI_PARAM_LGWIN]: 24 } })
  const chunks: Buffer[] = []
  encoder.on('data', (chunk: Buffer) => chunks.push(chunk))
  const flushed = async (): Promise<Buffer> => {
    encoder.write(Buffer.alloc(16_000_000))
    await new Promise<void>((done) => encoder.flush(BROTLI_OPERATION_FLUSH, done))
    return Buffer.concat(chunks.splice(0))
  }
  const first = await flushed()
  const next = await flushed()
  encoder.end()
  await once(encoder, 'end')
  return Buffer.concat([first, ...Array.from({ length: times - 1 }, () => next), ...chunks])
}

/** What a deed gives, and how many octets of this thread were in use at most while it was done. */
async function measured<T>(deed: () => Promise<T>): Promise<{ readonly value: T; readonly grown: number }> {
  const inUse = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external
  const before = inUse()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, inUse())
  }, 1)
  const value = await deed()
  clearInterval(sampling)
  return { value, grown: Math.max(most, inUse()) - before }
}

describe('a bomb', () => {
  it('of 10 GB in 10 kB is a loss that costs little memory', async () => {
    const bomb = await brotliZeros(640)
    const url = await serving((_, response) => response.setHeader('content-encoding', 'br').end(bomb))

    const { value, grown } = await measured(() => lossOf(fetched(url)))

    expect(bomb.length).toBeLessThan(100_000)
    expect(value).toMatchObject({ kind: 'protocol' })
    expect(grown).toBeLessThan(100_000_000)
  })

  it('may lie in the second layer', async () => {
    const member = gzipSync(Buffer.alloc(10_000_000))
    const bomb = gzipSync(Buffer.concat(Array.from({ length: 400 }, () => member)))

    expect(await lossOf(decodeOctets(bomb, 'gzip, gzip'))).toMatchObject({ kind: 'protocol' })
  })

  it('is none up to the cap', async () => {
    const decoded = await decodeOctets(gzipSync(Buffer.alloc(caps.decoded)), 'gzip')

    expect(decoded).toHaveLength(caps.decoded)
  })

  it('is not made of chunks of one octet', async () => {
    async function* crumbs() {
      for (let i = 0; i < 300_000; i++) yield Buffer.from([i % 256])
    }

    expect(await readOctets(crumbs())).toHaveLength(300_000)
  })
})
