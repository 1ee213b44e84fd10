import { describe, expect, it } from 'vitest'
import keys from '../fixtures/keys.json' with { type: 'json' }
import { compareWithOthers } from '../fuzz/differential.ts'
import found from '../fuzz/found.json' with { type: 'json' }
import { fuzz, makeInput } from '../fuzz/fuzz.ts'
import { minimise } from '../fuzz/minimise.ts'
import { examine, judge } from '../fuzz/oracle.ts'
import { makeDocumentOriginals, makeSdJwtOriginals, makeStandardOriginals, type Original } from '../fuzz/originals.ts'
import { parseWithAll } from '../fuzz/parsers.ts'
import { findFault, runCell } from '../hostile/run-cell.ts'
import { readJws, signCompact } from '../protocol/jose/jws.ts'

// What `npm run fuzz` and `npm run hostile` do for longer: some inputs here, and that they would see what is wrong.

const originals = makeDocumentOriginals()
const sdJwts = makeSdJwtOriginals()
const standards = makeStandardOriginals()

const findOriginal = (kind: string, among: readonly Original[] = originals): Original => {
  const original = among.find((each) => each.kind === kind)
  if (!original) throw new TypeError(`there is no ${kind}`)
  return original
}

describe('the originals', () => {
  it('conform, every one', () => {
    const wrong = [...originals, ...sdJwts].filter((each) => judge(each.text, each).conclusion !== 'conformant')

    expect(wrong).toEqual([])
    expect(new Set(originals.map(({ kind }) => kind)).size).toBe(18)
  })
})

describe('an input', () => {
  it('is made again from its seed and its number', () => {
    for (const number of [0, 7, 4_711]) {
      expect(makeInput(originals, 3, number).text).toBe(makeInput(originals, 3, number).text)
    }
    expect(makeInput(originals, 3, 1).text).not.toBe(makeInput(originals, 3, 2).text)
  })
})

describe('the oracle', () => {
  const original = findOriginal('credential')
  const [jws = '', ...disclosures] = original.text.split('~').map((part) => part.trim())

  it('sees a credential that conforms and is another one', () => {
    const { header, payload } = readJws(jws)
    const changed = signCompact(header, JSON.stringify({ ...payload, iat: Number(payload.iat) - 1 }), keys.issuer)
    const text = [changed, ...disclosures].join('~')

    expect(examine(text, original, false)).toMatchObject({ what: 'a conformant forgery' })
    expect(examine(text, original, true)).toBeUndefined()
  })

  it('sees a disclosure that was not there', () => {
    const fewer = { ...original, text: [jws, ...disclosures.slice(1)].join('~') }

    expect(examine(original.text, fewer, false)).toMatchObject({ what: 'a conformant disclosure of nobody' })
  })

  it('sees an exception and what is no verdict', () => {
    expect(examine('x', { ...original, decisions: { 'sd.digest': 'none' as 'parts' } }, false)).toMatchObject({
      what: 'an exception',
    })
  })
})

describe('a text that shows a mistake', () => {
  it('is made as small as it can be', () => {
    expect(minimise(`${'a'.repeat(300)}bc${'d'.repeat(41)}e`, (text) => /b.*e/.test(text))).toBe('be')
  })
})

describe('cases that were found once', () => {
  it.each(found)('are no mistake any more: $what, $place', ({ text, place, profile }) => {
    const original = findOriginal(place, profile === 'sd-jwt' ? sdJwts : originals)

    expect(examine(text, original, false)).toBeUndefined()
    expect(parseWithAll(text)).toBeUndefined()
  })
})

describe('changed artefacts', () => {
  const some = { seed: 5, from: 0, seconds: 600 }

  it.each([
    ['the document', originals],
    ['RFC 9901', sdJwts],
    ['the other standards', standards],
  ])('of %s bring about nothing that may not be', async (_, all) => {
    for (const aim of ['verify', 'parsers'] as const) {
      const { inputs, found: wrong } = await fuzz({ ...some, originals: all, aim, inputs: 300 })

      expect(wrong).toEqual([])
      expect(inputs).toBe(300)
    }
  })

  it('have no signature that is accepted here alone', async () => {
    const { found: wrong, calls } = await compareWithOthers({ ...some, originals, inputs: 1_000 })

    expect(wrong).toEqual([])
    expect(calls).toBeGreaterThanOrEqual(1_000)
  })
})

describe('a hostile target', () => {
  it.each([
    { behaviour: 'has an object in place of each text', endpoint: 'nonce', phase: 'at once' },
    { behaviour: 'resets the connection', endpoint: 'jwks', phase: 'later' },
  ] as const)('that $behaviour at $endpoint $phase ends in a verdict', async (cell) => {
    const result = await runCell(cell)

    expect(findFault(result)).toBeUndefined()
    expect(result.isReached).toBe(true)
  })

  it('that passes, hangs, fills the memory or shows our insides is seen', () => {
    const fine = {
      behaviour: '',
      endpoint: 'nonce',
      phase: 'later',
      code: 3,
      seconds: 1,
      peak: 200,
      isReached: true,
    } as const

    expect(findFault(fine)).toBeUndefined()
    expect(findFault({ ...fine, code: 0 })).toBe('it ends with 0')
    expect(findFault({ ...fine, code: 0, isReached: false })).toBeUndefined()
    expect(findFault({ ...fine, endpoint: 'walletCallback', behaviour: 'sends null', code: 0 })).toBeUndefined()
    expect(findFault({ ...fine, endpoint: 'walletCallback', behaviour: 'sends null', code: 1 })).toBe('it ends with 1')
    expect(findFault({ ...fine, code: 5 })).toBe('it ends with 5')
    expect(findFault({ ...fine, code: Number.NaN })).toBe('it hangs')
    expect(findFault({ ...fine, peak: 301 })).toBe('it holds 301 MB')
    expect(findFault({ ...fine, trace: 'at x' })).toContain('at x')
  })
})
