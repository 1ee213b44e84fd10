import { beforeAll, describe, expect, it } from 'vitest'
import { compiler } from '../tools/generate-validators.ts'
import { readSchemas } from '../tools/schemas.ts'
import { changed } from './protocol/shape-examples.ts'
import { head, playWhole, recorderFor } from './whole-run.ts'

const isRow = compiler().compile(readSchemas().get('record') ?? false)

const isRight = (row: unknown): boolean => isRow(JSON.parse(JSON.stringify(row)))

const first = { ...head, redacted: true }
let lines: readonly object[] = []
beforeAll(async () => {
  lines = (await playWhole()).messages.map(recorderFor())
})

describe('a line of a record', () => {
  it('of a whole run is what its schema says', () => {
    expect(lines.filter((line) => !isRight(line))).toEqual([])
  })

  it.each([
    ['/surprise', 1],
    ['/number', 0],
    ['/endpoint', 'a b'],
    ['/from', 'nobody'],
    ['/sent', 1_790_000_000_000],
    ['/took', -1],
    ['/request/surprise', 1],
    ['/request/body', true],
    ['/request/body', { nonce: 1.5 }],
    ['/response/surprise', 1],
    ['/response/octets', 'AAAA'],
    ['/response/status', 0],
    ['/transportError', { kind: 'timeout', message: 'x' }],
    ['/clear', '{}'],
    ['/layers/0/surprise', 1],
    ['/layers/0/kind', 'photo'],
    ['/layers/0/read', false],
    ['/layers/0/why', 'although it was read'],
    ['/layers', undefined],
  ])('is refused with %s = %j', (at, value) => {
    const [line] = lines

    expect(isRight(line)).toBe(true)
    expect(isRight(changed(JSON.parse(JSON.stringify(line)), [[at, value]]))).toBe(false)
  })
})

describe('the head of a record', () => {
  it.each([
    ['/surprise', 1],
    ['/schemaVersion', 1],
    ['/redacted', 'loud'],
    ['/tool/surprise', 1],
    ['/startedAt', 'yesterday'],
    ['/profile', 'mine'],
    ['/actors/0/role', 'nobody'],
    ['/selection/surprise', 1],
    ['/given', { 'sd.digest': 1 }],
    ['/number', 1],
  ])('is refused with %s = %j', (at, value) => {
    expect(isRight(first)).toBe(true)
    expect(isRight(changed(JSON.parse(JSON.stringify(first)), [[at, value]]))).toBe(false)
  })
})
