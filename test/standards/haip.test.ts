import { describe, expect, it } from 'vitest'
import { hasHeld, proveStandard } from '../../src/prove/prove-standard.ts'
import { verifyArgument } from '../../src/verify/cases.ts'
import { verify } from '../../src/verify/verify.ts'
import { makeSample } from '../../suites/haip/sample.ts'
import { variants } from '../../suites/haip/variants.ts'
import { makeSample as makeVciSample } from '../../suites/openid4vci/sample.ts'
import { variants as vciVariants } from '../../suites/openid4vci/variants.ts'
import { makeSample as makeVpSample } from '../../suites/openid4vp/sample.ts'
import { variants as vpVariants } from '../../suites/openid4vp/variants.ts'
import { listOwnRows, standards } from '../../suites/standards.ts'

const profile = 'haip-1.0'
const proof = proveStandard(profile)

describe('a requirement of HAIP', () => {
  it('is broken by a fault, if it is checked', () => {
    expect(proof.unproven).toEqual([])
    expect(proof.faults.length).toBeGreaterThanOrEqual(35)
    expect(listOwnRows(profile).length).toBeLessThan(standards[profile].requirements.length)
  })

  it.each(proof.faults)('fails under its fault, and no other does: $id', (trial) => {
    expect({ failed: trial.failed }).toEqual({ failed: trial.expected })
  })
})

describe('a legal message of HAIP', () => {
  it.each(proof.variants)('has no false failure, and leaves nothing open: $id', (trial) => {
    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it.each(variants)('is recognised: $id', ({ change }) => {
    const { kind, text, facts } = makeSample(change)
    const { kind: seen, conclusion } = verify(text, { profile, ...facts })

    // The inside of a status list in CBOR is not of this profile.
    expect({ seen, isGood: conclusion !== 'nonconformant' }).toEqual({ seen: kind, isGood: true })
  })
})

describe('a folder of a session', () => {
  it('is judged by the request in it', () => {
    const cases = [
      ...verifyArgument('fixtures/openid4vp', { profile, now: 1_795_000_000 }, () => Buffer.alloc(0), true, standards),
    ]
    const open = cases.flatMap((each) =>
      'verdict' in each ? each.verdict.results.filter(({ outcome }) => outcome === 'cantTell') : [],
    )

    expect(cases.length).toBe(4)
    expect(open).toEqual([])
  })
})

describe('a message of what HAIP stands on', () => {
  it.each([
    ...vpVariants.map(({ id, change }) => ({ id, sample: () => makeVpSample(change) })),
    ...vciVariants.map(({ id, change }) => ({ id, sample: () => makeVciSample(change) })),
  ])('is recognised as what it is: $id', ({ sample }) => {
    const { kind, text } = sample()
    // A response of HTTP without a body, and an error, may be of both.
    const isOfBoth = /http-response|error-response/.test(kind) || /^\{"error"/.test(text)

    expect(isOfBoth ? kind : standards[profile].recognise(text)?.kind).toBe(kind)
  })
})
