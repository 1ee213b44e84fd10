import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMatch } from '../src/judge/patterns.ts'

const text = fc.string({ unit: fc.constantFrom('A', 'B', '-', '*'), maxLength: 8 })

describe('a pattern of ids', () => {
  it.each([
    ['ATT-TYP', 'ATT-TYP', true],
    ['ATT-TYP', 'ATT-TYPE', false],
    ['ATT-*', 'ATT-TYP', true],
    ['ATT-*', 'CRED-ATT-TYP', false],
    ['*-TYP', 'ATT-TYP', true],
    ['A*A', 'A', false],
    ['*', '', true],
  ])('such as %s meets %s: %s', (pattern, id, meets) => {
    expect(isMatch(pattern, id)).toBe(meets)
  })

  it('meets what the regular expression of the same meaning meets', () => {
    fc.assert(
      fc.property(text, text, (pattern, id) => {
        expect(isMatch(pattern, id)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(id))
      }),
    )
  })

  it('takes no longer for being hostile', () => {
    expect(isMatch('*A'.repeat(5_000), 'A'.repeat(4_999))).toBe(false)
  })
})
