import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { removeOuterCharacters } from '../../protocol/encoding/trim.ts'

const characters = fc.string({ unit: fc.constantFrom('.', '(', ')', 'a', 'b', '😀', ' '), maxLength: 10 })

describe('trimming', () => {
  it('removes what a regular expression removes', () => {
    fc.assert(
      fc.property(characters, (text) => {
        expect(removeOuterCharacters(text, /[\p{P}\p{S}\s]/u)).toBe(
          text.replaceAll(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, ''),
        )
        expect(removeOuterCharacters(text, /[(]/, /[.)]/)).toBe(text.replaceAll(/^[(]+|[.)]+$/g, ''))
      }),
    )
  })

  it('tests each character once', () => {
    const dot = /\./
    const test = vi.spyOn(dot, 'test')

    expect(removeOuterCharacters(`a${'.'.repeat(1_000)}b`, dot)).toBe(`a${'.'.repeat(1_000)}b`)
    expect(test).toHaveBeenCalledTimes(2)
    expect(removeOuterCharacters('.'.repeat(1_000), dot)).toBe('')
    expect(test).toHaveBeenCalledTimes(1_002)
  })
})
