import { deflateSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WritableCbor } from '../../protocol/cbor/encode.ts'
import { ProtocolError } from '../../protocol/encoding/problem.ts'
import { readHttpResponse } from '../../protocol/status-list/http-response.ts'
import { readReferencedToken, readSecuredToken } from '../../protocol/status-list/secured-token.ts'
import { openStatusList, readStatus } from '../../protocol/status-list/status-list.ts'
import schema from '../../schemas/vector.schema.json' with { type: 'json' }
import { hasHeld, proveStandard } from '../../src/prove/prove-standard.ts'
import { listStandardVectors } from '../../src/vectors/vectors.ts'
import { compareWithLabel, mergeVectorContext } from '../../src/verify/vector.ts'
import { verify } from '../../src/verify/verify.ts'
import { makeListToken, makeSample, type StatusSampleChange } from '../../suites/token-status-list/sample.ts'
import { variants } from '../../suites/token-status-list/variants.ts'

const proof = proveStandard('token-status-list')

const judged = (text: string, facts: object) => verify(text, { profile: 'token-status-list', ...facts })

const failedIds = (change: StatusSampleChange): readonly string[] => {
  const { text, facts } = makeSample(change)
  return judged(text, facts).results.flatMap(({ outcome, requirement: { id } }) => (outcome === 'failed' ? [id] : []))
}

describe('a requirement of Token Status List', () => {
  it('is broken by a fault, if it is checked', () => {
    expect(proof.unproven).toEqual([])
    expect(proof.faults.length).toBeGreaterThanOrEqual(177)
  })

  it.each(proof.faults)('fails under its fault, and no other does: $id', (trial) => {
    expect({ failed: trial.failed }).toEqual({ failed: trial.expected })
  })
})

describe('a legal list, token or response', () => {
  it.each(proof.variants)('has no false failure, and leaves nothing open: $id', (trial) => {
    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it.each(variants)('is recognised and conformant, if nothing stays open: $id', ({ change, leavesOpen }) => {
    const { kind, text, facts } = makeSample(change)

    expect(judged(text, facts)).toMatchObject({ kind, conclusion: leavesOpen ? 'inconclusive' : 'conformant' })
  })
})

describe('a response without a list', () => {
  it.each(['500 Internal Server Error', '302 Found', '304 Not Modified'])('says nothing: %s', (line) => {
    const text = `HTTP/1.1 ${line}\r\ncontent-type: text/plain\r\n\r\n`

    expect(judged(text, { as: 'status-list-response' }).conclusion).toBe('inconclusive')
  })
})

describe('the vectors of Token Status List', () => {
  const conforms = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)

  it('conform to their schema, and fail exactly what their label says', () => {
    const wrong = listStandardVectors('token-status-list').filter((vector) => {
      const label = compareWithLabel(vector, verify(vector.artefact, mergeVectorContext({}, vector)))
      return !conforms(JSON.parse(JSON.stringify(vector))) || !label?.agrees
    })

    expect(wrong.map(({ id }) => id)).toEqual([])
  })
})

describe('the status at an index', () => {
  // Section 4.1 of the specification has these octets, with the statuses in them.
  it.each([
    [1, 'b9a3', [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1]],
    [2, 'c944f9', [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3]],
  ] as const)('is read from the least significant bit on: %i bits', (bits, hex, statuses) => {
    const octets = Buffer.from(hex, 'hex')
    const list = { bits, octets, length: statuses.length }

    expect(statuses.map((_, index) => readStatus(list, index))).toEqual(statuses)
  })

  it('is none beyond the list', () => {
    const list = { bits: 1, octets: Buffer.alloc(2), length: 16 } as const

    expect([-1, 16, 1.5, 2 ** 53, Number.NaN].map((index) => readStatus(list, index))).toEqual(Array(5).fill(undefined))
  })

  it.each([1, 2, 4, 8] as const)('is what was written, of %i bits', (bits) => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** bits - 1), { minLength: 8, maxLength: 64 }), (statuses) => {
        const given = Object.fromEntries(statuses.entries())
        const token = readSecuredToken(makeListToken({ bits, length: 64, statuses: { 3: 0, ...given } }))
        const opened = openStatusList(token)
        if ('problem' in opened) throw new TypeError(opened.problem.message)
        // The usual list has one status of its own among these.
        const wanted = statuses.map((status, index) =>
          index === 3 ? status | (given[3] === undefined ? 1 : 0) : status,
        )

        expect(statuses.map((_, index) => readStatus(opened.list, index))).toEqual(wanted)
      }),
      { seed: 1, numRuns: 30 },
    )
  })
})

describe('a list that grows without end', () => {
  const zeros = deflateSync(Buffer.alloc(200 << 20), { level: 9 })

  it('is a finding, and its statuses are not judged', () => {
    const { text, facts } = makeSample({ list: { compress: () => zeros } })
    const verdict = judged(text, facts)

    expect(verdict.conclusion).toBe('inconclusive')
    expect(failedIds({ list: { compress: () => zeros } })).toEqual(['TSL-BOUNDED'])
  })

  it('is not opened for a token that refers to it', () => {
    const { text, facts } = makeSample({ about: 'token', list: { compress: () => zeros } })

    expect(judged(text, facts)).toMatchObject({ conclusion: 'inconclusive' })
  })
})

describe('a token', () => {
  it('finds its list among several, and none of the others is held against it', () => {
    const { text, facts } = makeSample({ about: 'token' })
    const other = makeListToken({ claims: (claims) => ({ ...claims, sub: 'https://status.example/lists/9' }) })
    const own = makeListToken()

    expect(judged(text, { ...facts, statusList: [other, own] }).conclusion).toBe('conformant')
    expect(judged(text, { ...facts, statusList: [other] })).toMatchObject({ conclusion: 'inconclusive' })
    expect(judged(text, { ...facts, statusList: undefined })).toMatchObject({ conclusion: 'inconclusive' })
  })
})

describe('a CWT of another form', () => {
  it.each([
    ['is encrypted', { tags: [16], parts: (parts: readonly WritableCbor[]) => parts.slice(0, 3) }],
    ['has several signatures', { tags: [98], parts: (parts: readonly WritableCbor[]) => [...parts.slice(0, 3), []] }],
  ] as const)('is no list for certain, and is not accused as a token: it %s', (_, change) => {
    const { text, facts } = makeSample({ about: 'token', token: { format: 'cwt', ...change } })

    const { kind, results } = judged(text, facts)
    expect(kind).toBe('referenced-token')
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })

  it('is accused as a list', () => {
    const list = { format: 'cwt', tags: [98], parts: (parts: readonly WritableCbor[]) => [...parts.slice(0, 3), []] }
    const { text, facts } = makeSample({ list } as StatusSampleChange)

    const { results } = judged(text, { ...facts, as: 'status-list-token' })
    expect(results.flatMap(({ outcome, requirement: { id } }) => (outcome === 'failed' ? [id] : []))).toEqual([
      'TSL-CWT',
    ])
  })
})

describe('a list with a changed character', () => {
  it.each([{}, { list: { format: 'cwt' } }, { about: 'token' }] as const)('is never conformant: %o', (change) => {
    const { text, facts } = makeSample(change)

    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'ABab01'), (at, character) => {
        fc.pre(text[at] !== character && text[at]?.toLowerCase() !== character.toLowerCase() && text[at] !== '~')
        const changed = `${text.slice(0, at)}${character}${text.slice(at + 1)}`

        expect(judged(changed, facts).conclusion).not.toBe('conformant')
      }),
      { seed: 1, numRuns: 60 },
    )
  })
})

describe('anything else', () => {
  it('is refused with a reason, and nothing else is thrown', () => {
    const readers = [readSecuredToken, readReferencedToken, readHttpResponse]
    const texts = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 60 }).map((octets) => Buffer.from(octets).toString('hex')),
      fc.uint8Array({ maxLength: 60 }).map((octets) => `d284${Buffer.from(octets).toString('hex')}`),
    )

    fc.assert(
      fc.property(texts, (text) => {
        for (const read of readers) {
          try {
            read(text)
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError)
          }
        }
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it.each(['', 'hello', '{}', '{"keys":[]}', '[]', 'aGVsbG8'])('is not recognised: %s', (text) => {
    expect(judged(text, {})).toMatchObject({ conclusion: 'inconclusive', results: [] })
  })
})
