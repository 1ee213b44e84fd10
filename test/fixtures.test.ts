import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import holders from '../fixtures/holders.json' with { type: 'json' }
import schema from '../schemas/vector.schema.json' with { type: 'json' }
import type { Vector } from '../src/verify/vector.ts'
import { compareWithLabel, mergeVectorContext } from '../src/verify/vector.ts'
import { verify } from '../src/verify/verify.ts'
import { fixtures } from '../tools/fixtures.ts'

const folder = 'fixtures/vectors'
const linesOf = (file: string): readonly string[] => readFileSync(`${folder}/${file}`, 'utf8').trimEnd().split('\n')
const files = readdirSync(folder).map((file) => ({ file, lines: linesOf(file) }))
const vectorsIn = (lines: readonly string[]): readonly Vector[] => lines.map((line) => JSON.parse(line))

describe('the fixtures', () => {
  it('are made again to the byte', async () => {
    const stale = [...(await fixtures())].filter(([path, text]) => readFileSync(path, 'utf8') !== text)

    expect(stale.map(([path]) => path)).toEqual([])
  })

  it('are of people who do not exist', () => {
    const numbers = JSON.stringify(holders).match(/\b\d{12}\b/g) ?? []

    expect(numbers.filter((number) => !/^[01]/.test(number))).toEqual([])
  })
})

describe.each(files)('the vectors in $file', ({ lines }) => {
  it('conform to their schema', () => {
    const conforms = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema)

    expect(
      vectorsIn(lines)
        .filter((vector) => !conforms(vector))
        .map(({ id }) => id),
    ).toEqual([])
  })

  it('fail exactly what their label says', () => {
    const wrong = vectorsIn(lines).flatMap((vector) => {
      const label = compareWithLabel(vector, verify(vector.artefact, mergeVectorContext({}, vector)))
      return label?.agrees ? [] : [{ id: vector.id, failed: label?.failed }]
    })

    expect(wrong).toEqual([])
  })

  it('begin with a valid one', () => {
    expect(vectorsIn(lines)[0]).toMatchObject({ breaks: [], description: 'is valid' })
  })
})
