import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectRequirementIds, findShapeViolations, schemaNames } from '../../protocol/artefacts/shape.ts'
import { controls, odd } from './shape-controls.ts'
import { changed, honest, pointersIn } from './shape-examples.ts'

describe('a message', () => {
  it.each(schemaNames)('that is a valid %s violates nothing', (name) => {
    expect(findShapeViolations(name, honest[name])).toEqual([])
  })

  it.each(odd)('that is an odd %s violates nothing with %j', (name, changes) => {
    expect(findShapeViolations(name, changed(honest[name], changes))).toEqual([])
  })

  it.each(schemaNames.filter((name) => !name.startsWith('disclosure')))(
    'that is a %s may have undefined members',
    (name) => {
      const extended = changed(
        honest[name],
        pointersIn(honest[name]).map((at) => [`${at}/x-unheard-of`, 1] as const),
      )

      expect(findShapeViolations(name, extended)).toEqual([])
    },
  )

  it.each([
    ['is too short', ['Dob', 'c2FsdA']],
    ['is too long', ['Dob', 1, 'c2FsdA', 'c2FsdA']],
    ['has no salt', ['Dob', 1, 2]],
    ['has no name', [1, 1, 'c2FsdA']],
    ['is an object', { name: 'Dob' }],
  ])('that is a disclosure and %s violates its schema, and no requirement of its own', (_, disclosure) => {
    const found = findShapeViolations('disclosure-name-value-salt', disclosure)

    expect(found.map(({ requirement }) => requirement)).toEqual([undefined])
  })
})

describe('a requirement', () => {
  const named = controls.map((control) => ({ ...control, change: JSON.stringify(control.changes).slice(0, 80) }))

  it.each(named)('is broken by $schema with $change, and no other is', ({ schema, breaks, changes }) => {
    const found = findShapeViolations(schema, changed(honest[schema], changes))

    expect(new Set(found.map(({ requirement }) => requirement))).toEqual(new Set([breaks]))
  })

  it.each(schemaNames)('for which %s has a place has a control', (name) => {
    const controlled = controls.filter(({ schema }) => schema === name).map(({ breaks }) => breaks)

    expect(collectRequirementIds(name)).toEqual(new Set(controlled))
  })
})

describe('a violation', () => {
  const all = controls.flatMap(({ schema, changes }) => findShapeViolations(schema, changed(honest[schema], changes)))
  const hostile = { nonce: 'x', attested_keys: Array(5_000).fill('y'.repeat(5_000)) }

  it('says in words what is expected', () => {
    const keywords = new Set(all.map(({ expected }) => expected))

    for (const keyword of [
      'pattern',
      'not',
      'type',
      'const',
      'enum',
      'minItems',
      'minLength',
      'uniqueItems',
      'items',
    ]) {
      expect(keywords).not.toContain(keyword)
    }
  })

  it('says where it is, in a place that exists', () => {
    const [found] = findShapeViolations(
      'attestation-payload',
      changed(honest['attestation-payload'], [['/attested_keys/1/x', 1]]),
    )

    expect(found?.at).toBe('/attested_keys/1/x')
  })

  it('shows little of what is there', () => {
    const found = [...all, ...findShapeViolations('attestation-payload', hostile)]

    expect(Math.max(...found.map(({ actual }) => actual.length))).toBeLessThanOrEqual(100)
  })

  it('is one of a hundred at most', () => {
    expect(findShapeViolations('attestation-payload', hostile)).toHaveLength(100)
  })

  it('is found in any value without an error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemaNames), fc.jsonValue(), (name, value) => {
        const found = findShapeViolations(name, value)

        expect(found.every(({ actual, expected }) => actual !== '' && expected !== '')).toBe(true)
      }),
    )
  })
})
