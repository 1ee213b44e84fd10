import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { limits } from '../../protocol/encoding/limits.ts'
import { readRecord, splitRecords } from '../../src/audit/sources/csv.ts'
import { listSources } from '../../src/audit/sources/list-sources.ts'
import { readPortions } from '../../src/audit/sources/read-portions.ts'
import { folderOf } from './sources.ts'

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const start = { source: 0, offset: 0, line: 1, ordinal: 0 }

describe('a record of a CSV file', () => {
  it.each([
    ['a,"b ""c"", d",e', ['a', 'b "c", d', 'e']],
    ['"a","b"', ['a', 'b']],
    ['a,', ['a', '']],
    ['', ['']],
    [',,', ['', '', '']],
    ['"a,b', ['"a', 'b']],
    ['"a"b,c', ['a']],
  ])('has the fields that RFC 4180 gives it: %s', (record, fields) => {
    expect(readRecord(record)).toEqual(fields)
  })

  it('may have millions of quotes, or of fields', () => {
    expect(readRecord(`"${'""'.repeat(4_000_000)}",b`)).toEqual(['"'.repeat(4_000_000), 'b'])
    expect(readRecord(','.repeat(8_000_000)).length).toBeLessThanOrEqual(10_000)
  })

  it('may have a quote that is never closed, before hundreds of thousands of lines', () => {
    const text = `"${'a\n'.repeat(300_000)}`

    expect([...splitRecords(`x\r\n"y\nz",1\n${text}`)]).toEqual([
      { text: 'x', lines: 1 },
      { text: '"y\nz",1', lines: 2 },
      { text, lines: 300_001 },
    ])
  })
})

describe('a packed source', () => {
  it.each(['txt', 'csv', 'json'])(
    'of one line (.%s) is put together once, not at each of its octets',
    async (ending) => {
      const text = `"${'ab"c'.repeat(limits.text / 4 - 10)}`
      const folder = folderOf({ [`long.${ending}.gz`]: gzipSync(text) })
      const joined = vi.spyOn(Buffer, 'concat')

      const portions = await collect(
        readPortions(listSources([`${folder}/long.${ending}.gz`]), start, () => Readable.from([])),
      )

      const octets = joined.mock.results.reduce((sum, { value }) => sum + value.length, 0)
      joined.mockRestore()
      expect(portions.reduce((sum, portion) => sum + portion.octets.length, 0)).toBe(text.length)
      expect(octets).toBeLessThan(2 * text.length)
    },
  )
})

describe('a source without an end', () => {
  it('is left after the signal, though it has no line', async () => {
    const stops = new AbortController()
    let chunks = 0
    const endless = Readable.from(
      (function* () {
        for (;;) {
          if (++chunks === 100) stops.abort()
          yield Buffer.alloc(65_536)
        }
      })(),
    )

    await expect(collect(readPortions(listSources(['-']), start, () => endless, stops.signal))).resolves.toEqual([])
    expect(chunks).toBeLessThan(200)
  })
})
