import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasHeld, proveStandard } from '../../src/standard/prove-standard.ts'
import { verifyArgument } from '../../src/verify/cases.ts'
import { verify } from '../../src/verify/verify.ts'
import { makeSample, type VpChange, writeRequestObject } from '../../suites/openid4vp/sample.ts'
import { variants } from '../../suites/openid4vp/variants.ts'

const profile = 'openid4vp-1.0'
const proof = proveStandard(profile)

describe('a requirement of OpenID4VP', () => {
  it('is broken by a fault, if it is checked', () => {
    expect(proof.unproven).toEqual([])
    expect(proof.faults.length).toBeGreaterThanOrEqual(205)
  })

  it.each(proof.faults)('fails under its fault, and no other does: $id', (trial) => {
    expect({ failed: trial.failed }).toEqual({ failed: trial.expected })
  })
})

describe('a legal message of OpenID4VP', () => {
  it.each(proof.variants)('is accused of nothing, and leaves nothing open: $id', (trial) => {
    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it.each(variants)('is recognised and conformant: $id', ({ change }) => {
    const { kind, text, facts } = makeSample(change)

    expect(verify(text, { profile, ...facts })).toMatchObject({ kind, conclusion: 'conformant' })
  })
})

describe('a text of another kind', () => {
  it.each(['', '{}', 'openid4vp://', 'https://verifier.example/', 'eyJhbGciOiJFUzI1NiJ9.e30.', '{"a":1}'])(
    'is not judged: %s',
    (text) => {
      expect(verify(text, { profile })).toMatchObject({ conclusion: 'inconclusive', results: [] })
    },
  )
})

describe('a folder of a session', () => {
  const judge = (...texts: readonly string[]): readonly string[] => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-vp-'))
    try {
      for (const [i, text] of texts.entries()) writeFileSync(join(folder, `${i}.txt`), text)
      const now = makeSample().facts.now
      const cases = [...verifyArgument(folder, { profile, now }, () => Buffer.alloc(0), true)]
      return cases.flatMap((each) =>
        'verdict' in each
          ? each.verdict.results.flatMap(({ outcome, requirement: { id } }) => (outcome === 'failed' ? [id] : []))
          : [],
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const post: VpChange = { about: 'vp-http-request' }

  it('is judged by the nonce of the wallet', () => {
    expect(judge(makeSample(post).text, writeRequestObject())).toEqual([])
    expect(judge(makeSample(post).text, writeRequestObject({ wallet_nonce: 'other' }))).toEqual(['VPOBJ-WALLET-NONCE'])
  })

  it('is judged by the client of the request object', () => {
    const link = makeSample({ about: 'vp-request-link' }).text

    expect(judge(link, writeRequestObject())).toEqual([])
    expect(judge(link.replace('verifier.example', 'other.example'), writeRequestObject())).toEqual(['VPLINK-SAME'])
  })
})
