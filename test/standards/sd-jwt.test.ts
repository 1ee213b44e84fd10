import { generateKeyPairSync } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { listKeys } from '../../protocol/jose/jwk.ts'
import schema from '../../schemas/vector.schema.json' with { type: 'json' }
import { hasHeld, proveStandard } from '../../src/prove/prove-standard.ts'
import { listStandardVectors } from '../../src/vectors/vectors.ts'
import { compareWithLabel, mergeVectorContext } from '../../src/verify/vector.ts'
import { verify } from '../../src/verify/verify.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { makeSample } from '../../suites/sd-jwt/sample.ts'
import { variants } from '../../suites/sd-jwt/variants.ts'

const proof = proveStandard('sd-jwt')
const judged = (text: string, facts: object) => verify(text, { profile: 'sd-jwt', ...facts })

describe('a requirement of RFC 9901', () => {
  it('is broken by a fault, if it is checked', () => {
    expect(proof.unproven).toEqual([])
    expect(proof.faults.length).toBeGreaterThanOrEqual(110)
  })

  it.each(proof.faults)('fails under its fault, and no other does: $id', (trial) => {
    expect({ failed: trial.failed }).toEqual({ failed: trial.expected })
  })
})

describe('a legal SD-JWT', () => {
  it.each(proof.variants)('has no false failure, and leaves nothing open: $id', (trial) => {
    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it.each(variants)('is recognised and conformant, if nothing stays open: $id', ({ change, leavesOpen }) => {
    const { text, facts } = makeSample(change)

    expect(judged(text, facts)).toMatchObject({
      kind: 'sd-jwt',
      conclusion: leavesOpen ? 'inconclusive' : 'conformant',
    })
  })
})

describe('the vectors of RFC 9901', () => {
  const conforms = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)

  it('conform to their schema, and fail exactly what their label says', () => {
    const wrong = listStandardVectors('sd-jwt').filter((vector) => {
      const label = compareWithLabel(vector, verify(vector.artefact, mergeVectorContext({}, vector)))
      return !conforms(JSON.parse(JSON.stringify(vector))) || !label?.agrees
    })

    expect(wrong.map(({ id }) => id)).toEqual([])
  })
})

describe('a key set with many keys', () => {
  const { text, facts } = makeSample({})
  const others = Array.from(
    { length: 16 },
    () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as JsonObject,
  )
  const [key = {}] = listKeys(facts.jwks ?? {})
  const { kid: _, ...withoutId } = key
  const judgeBy = (keys: readonly JsonObject[]) =>
    judged(text, { ...facts, jwks: { keys } }).results.find(({ requirement: { id } }) => id === 'SDJWT-SIGNED')

  it('is tried with the key that is named first', () => {
    expect(judgeBy([...others, { ...key, kid: 'issuer-key' }])?.outcome).toBe('passed')
  })

  it('accuses no issuer whose key may be one of those that were not tried', () => {
    expect(judgeBy([...others, withoutId])?.outcome).toBe('cantTell')
    expect(judgeBy(others)?.outcome).toBe('failed')
  })
})

describe('an SD-JWT with a changed character', () => {
  const texts = [{}, { binding: null }, { hash: 'sha-512' }, { alg: 'EdDSA' }, { form: 'flattened' }] as const

  it.each(texts)('is never conformant: %o', (change) => {
    const { text, facts } = makeSample(change)
    const isPart = (at: number) => /[\w-]/.test(text[at] ?? '') && !isName(text, at)
    const places = fc.nat(text.length - 1).filter(isPart)
    const characters = fc.constantFrom(...'ABab01-_')

    fc.assert(
      fc.property(places, characters, (at, character) => {
        fc.pre(text[at] !== character)
        const changed = `${text.slice(0, at)}${character}${text.slice(at + 1)}`

        expect(judged(changed, facts).conclusion).not.toBe('conformant')
      }),
      { seed: 1, numRuns: 60 },
    )
  })
})

/** Whether a place is in a member name of JSON, which can be changed to one that nobody reads. */
const isName = (text: string, at: number): boolean => text.startsWith('{') && /^[^"]*"\s*:/.test(text.slice(at))

describe('a selection of disclosures', () => {
  it('is conformant where each is referred to by what is shown, and not otherwise', () => {
    const { text } = makeSample({ binding: null })
    const count = text.split('~').length - 2

    fc.assert(
      fc.property(fc.subarray([...Array(count).keys()]), (shown) => {
        const sample = makeSample({ binding: null, present: (all) => all.filter((_, i) => shown.includes(i)) })
        // The year is inside of a degree, and both are inside of the degrees.
        const [year, degree, degrees] = [6, 7, 8].map((place) => shown.includes(place))
        const isConnected = (!year || (degree && degrees)) && (!degree || degrees)

        expect(judged(sample.text, sample.facts).conclusion).toBe(isConnected ? 'conformant' : 'nonconformant')
      }),
      { seed: 1, numRuns: 100 },
    )
  })
})

describe('a text that is not an SD-JWT', () => {
  it.each(['', 'hello', '{}', '{"keys":[]}', '[]'])('is not recognised: %s', (text) => {
    expect(judged(text, {})).toMatchObject({ conclusion: 'inconclusive', results: [] })
  })

  it.each([
    'a.b.c~',
    'eyJ.eyJ.~~~~',
    '{"payload":"","signatures":[]}',
    '{"payload":1,"signature":2}',
    `e30.e30.AA~${'A~'.repeat(5000)}`,
    `e30.e30.AA~${Buffer.from('['.repeat(100_000)).toString('base64url')}~`,
  ])('is not conformant, whatever it looks like: %s', (text) => {
    expect(judged(text, {}).conclusion).not.toBe('conformant')
  })

  it('is refused by its standard alone: the rows of the document are about something else', () => {
    const { text, facts } = makeSample()
    const ids = judged(text, facts).results.map(({ requirement }) => requirement.id)

    expect(ids.filter((id) => !/^(SDJWT|KBJWT|JWSJSON|SDHOLD)-/.test(id))).toEqual([])
    expect(standardProofs['sd-jwt'].faults.every(({ breaks }) => ids.includes(breaks.id))).toBe(true)
  })
})
