import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { recordSize } from '../../src/audit/compare/shared-records.ts'
import { openRecordStore } from '../../src/audit/compare/shared-values.ts'
import { listSources } from '../../src/audit/sources/list-sources.ts'
import { readPortions } from '../../src/audit/sources/read-portions.ts'
import { workThrough } from '../../src/workers/portions.ts'
import { folderOf } from './sources.ts'

const start = { source: 0, offset: 0, line: 1, ordinal: 0 }

describe('what an audit holds', () => {
  it('is a portion at a time of a line source, however long it is', async () => {
    const line = `${'x'.repeat(999)}\n`
    let given = 0
    const endless = Readable.from(
      (function* () {
        for (; given < 20_000; given++) yield Buffer.from(line)
      })(),
    )
    const ahead: number[] = []
    let taken = 0
    for await (const { octets } of readPortions(listSources(['-']), start, () => endless)) {
      taken += octets.length
      ahead.push(given * 1_000 - taken)
    }

    expect(taken).toBe(20_000_000)
    expect(Math.max(...ahead)).toBeLessThan(1_000_000)
  })

  it('is at most four portions for each thread, however slow the threads are', async () => {
    const slow = `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', (message) => parentPort.postMessage(message))
    `)}`
    let [given, done, most] = [0, 0, 0]
    const results: number[] = []
    await workThrough<number, number>(new URL(slow), {
      ...{ input: {}, threads: 2, signal: new AbortController().signal },
      portions: (async function* () {
        for (; given < 200; given++) {
          most = Math.max(most, given - done)
          yield given
        }
      })(),
      onResult: (result) => {
        done++
        results.push(result)
      },
    })

    expect(results).toEqual(Array.from({ length: 200 }, (_, i) => i))
    expect(most).toBeLessThanOrEqual(8)
  })
})

describe('values on the disk', () => {
  it.each([
    ['in all files', undefined, undefined],
    ['in one file, which is divided', 7, recordSize * 1_000],
  ])('are found again exactly, whatever was written after a checkpoint: %s', (_, first, largest) => {
    const folder = folderOf({})
    const makeRecords = (from: number, to: number): Uint8Array => {
      const octets = Buffer.alloc((to - from) * recordSize)
      for (let i = from; i < to; i++) {
        const at = (i - from) * recordSize
        const value = i % 9_000
        octets.writeUInt32BE((value * 2_654_435_761) % 2 ** 32, at)
        octets.writeUInt32BE(value, at + 4)
        octets[at] = first ?? octets[at] ?? 0
        octets[at + 11] = 4
        octets.writeUInt32LE(i, at + 12)
        octets.writeUInt32LE(i, at + 16)
        octets.writeUInt32LE(i, at + 20)
      }
      return octets
    }
    const before = openRecordStore(folder)
    before.add(makeRecords(0, 9_000))
    const sizes = before.flush()
    before.add(makeRecords(100, 200)) // lost: they are added again
    before.flush()
    before.close()

    const store = openRecordStore(folder, sizes, largest)
    store.add(makeRecords(9_000, 9_500))
    const { salt, id } = store.findRepeats()
    store.close()

    expect({ values: salt.values, again: salt.again, first: salt.examples[0], ids: id.values }).toEqual({
      ...{ values: 500, again: 500, ids: 0 },
      first: [0, 9_000],
    })
  })
})
