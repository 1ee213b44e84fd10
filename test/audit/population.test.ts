import { describe, expect, it } from 'vitest'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { boundProbability } from '../../suites/document/audit/statistics.ts'
import { provePopulations } from '../../suites/document/prove/population-proof.ts'

const { faults, variants, unproven } = provePopulations()

describe('a population with a fault', () => {
  it.each(faults)('fails its own requirements and no other: $id', (trial) => {
    expect(trial.failed).toEqual(trial.expected)
  })
})

describe('a legal population', () => {
  it.each(variants)('fails none: $id', (trial) => {
    expect(hasHeld(trial)).toBe(true)
  })
})

describe('every requirement on populations', () => {
  it('has a fault', () => {
    expect(unproven).toEqual([])
  })
})

describe('the bound of a probability', () => {
  it('is never below the exact one', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k)
    for (const p of [0.125, 0.5])
      for (let k = Math.ceil(40 * p); k <= 40; k++) {
        let exact = 0
        for (let i = k; i <= 40; i++) exact += choose(40, i) * p ** i * (1 - p) ** (40 - i)

        expect(Math.exp(boundProbability(k, 40, 40 * p)) * 1.000001).toBeGreaterThanOrEqual(exact)
      }
  })
})
