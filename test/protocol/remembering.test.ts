import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoizeLast } from '../../protocol/encoding/memoize-last.ts'

describe('remembering', () => {
  it('says what the work says, whatever was asked before', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12)), (asked) => {
        const square = memoizeLast((n: number) => n * n)

        expect(asked.map(square)).toEqual(asked.map((n) => n * n))
      }),
    )
  })

  it('works nothing out twice for the last eight', () => {
    const worked: string[] = []
    const remembered = memoizeLast((text: string) => worked.push(text))

    for (const text of 'abcdefghabcdefgh') remembered(text)

    expect(worked.join('')).toBe('abcdefgh')
  })

  it('forgets whatever is older', () => {
    const worked: string[] = []
    const remembered = memoizeLast((text: string) => worked.push(text))

    for (const text of 'abcdefghia') remembered(text)

    expect(worked.join('')).toBe('abcdefghia')
  })

  it('remembers no failure', () => {
    let isBroken = true
    const remembered = memoizeLast((text: string) => {
      if (isBroken) throw new TypeError(text)
      return text
    })

    expect(() => remembered('a')).toThrow(TypeError)
    isBroken = false

    expect(remembered('a')).toBe('a')
  })
})
