import { createCipheriv, createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../src/runtime/random.ts'

/** The whole stream of a seed, drawn at once. */
const streamOf = (seed: string, octets: number): Buffer =>
  createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16)).update(
    Buffer.alloc(octets),
  )

describe('a seeded source', () => {
  it('gives one stream, in whatever pieces it is asked for', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.nat(1500)), (seed, pieces) => {
        const random = createRandom(seed)
        const given = Buffer.concat(pieces.map((octets) => random(octets)))

        expect(given).toEqual(streamOf(seed, given.length))
        expect(given.length).toBe(pieces.reduce((sum, octets) => sum + octets, 0))
      }),
    )
  })
})
