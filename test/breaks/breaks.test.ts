import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { requirements } from '../../suites/document/all/requirements.ts'
import { ended } from '../running-vitest.ts'
import { listBreaks } from './list-breaks.ts'

describe('a break', () => {
  const all = listBreaks()

  it('is there for each check and each validation', () => {
    expect(all.length).toBeGreaterThan(1_100)
    expect(new Set(all.map(({ what }) => what)).size).toBe(all.length)
    expect(all.filter(({ what }) => what.includes('lacks the validation')).length).toBeGreaterThan(130)
    expect(requirements.length).toBeGreaterThan(300)
  })

  it('is in a line of a source', () => {
    const places = new Set(all.map(({ file, line }) => [file, line].join('\n')))
    const lost = [...places].filter((place) => {
      const [file = '', ...line] = place.split('\n')
      return readFileSync(file, 'utf8').split(line.join('\n')).length !== 2
    })

    expect(lost).toEqual([])
  })

  it.each(['check 1 of NONCE-UNCACHED', 'check 1 of DCQL-TYPES', 'wallet lacks the validation of META-WEAK-UNUSED'])(
    'turns a test red: %s',
    async (only) => {
      const { code, out } = await ended(['test/breaks/main.ts', '--only', only])

      expect(out).toContain('1 of 1 break noticed')
      expect(code).toBe(0)
    },
  )
})
