import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCborMap } from '../../protocol/cbor/decode.ts'
import { encodeCbor } from '../../protocol/cbor/encode.ts'
import { listItems } from '../../protocol/mdoc/issuer-signed.ts'
import { readMdoc } from '../../protocol/mdoc/recognise.ts'
import { hasHeld, proveStandard } from '../../src/prove/prove-standard.ts'
import { verify } from '../../src/verify/verify.ts'
import { makeMdocSample } from '../../suites/mdoc/sample.ts'
import { variants } from '../../suites/mdoc/variants.ts'

const proof = proveStandard('mdoc')

describe('a requirement of mDOC', () => {
  it('is broken by a fault, if it is checked', () => {
    expect(proof.unproven).toEqual([])
    expect(proof.faults.length).toBeGreaterThanOrEqual(80)
  })

  it.each(proof.faults)('fails under its fault, and no other does: $id', (trial) => {
    expect({ failed: trial.failed }).toEqual({ failed: trial.expected })
  })
})

describe('a legal mDOC', () => {
  it.each(proof.variants)('has no false failure, and leaves nothing open: $id', (trial) => {
    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it.each(variants)('is recognised and conformant: $id', ({ change }) => {
    const { kind, text, facts } = makeMdocSample(change)

    expect(verify(text, { profile: 'mdoc', ...facts })).toMatchObject({ kind, conclusion: 'conformant' })
  })
})

describe('an mDOC with changed octets', () => {
  const { text, facts } = makeMdocSample({ about: 'document' })
  const octets = Buffer.from(text, 'base64url')
  const judge = (changed: Buffer, as: 'mdoc-document' | 'mdoc-response' = 'mdoc-document') =>
    verify(changed.toString('base64url'), { profile: 'mdoc', as, ...facts })

  const listShown = (document: Buffer): readonly (string | undefined)[] => {
    const signed = readMdoc(document.toString('base64url')).get('issuerSigned')
    return isCborMap(signed) ? listItems(signed).map((each) => each.encoded?.content.toString('hex')) : []
  }

  it('is conformant only where nothing is shown but what was issued', () => {
    const issued = new Set(listShown(octets))
    const place = fc.nat(octets.length - 1)
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(octets)
        changed[at] = (changed[at] ?? 0) ^ change
        if (judge(changed).conclusion === 'conformant')
          expect(listShown(changed).filter((each) => !issued.has(each))).toEqual([])
      }),
      { numRuns: 1_500, seed: 1 },
    )
  })

  it('is judged whatever it is', () => {
    const hostile = [
      randomBytes(300),
      Buffer.alloc(100_000, 0x81),
      encodeCbor(new Map([['documents', [new Map([['issuerSigned', new Map([['issuerAuth', 5]])]])]]])),
      encodeCbor(
        new Map([['documents', [undefined, null, new Map<string, undefined>([['deviceSigned', undefined]])]]]),
      ),
    ]
    for (const each of hostile) expect(judge(each, 'mdoc-response').conclusion).not.toBe('conformant')
  })
})
