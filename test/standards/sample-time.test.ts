import { describe, expect, it } from 'vitest'
import { standardProfiles } from '../../model/decision.ts'
import { chooseSampleTime } from '../../suites/kit/sample-time.ts'

/** A time years after that of the fixtures, chosen before any sample is loaded. */
const later = chooseSampleTime(1_930_000_000)
const { hasHeld, proveStandard } = await import('../../src/prove/prove-standard.ts')
const { listStandardVectors } = await import('../../src/vectors/vectors.ts')

describe('samples of another time', () => {
  it.each(standardProfiles)('are what their labels say at that time: %s', (profile) => {
    const { faults, variants } = proveStandard(profile)

    expect([...faults, ...variants].filter((trial) => !hasHeld(trial))).toEqual([])
  })

  it.each(standardProfiles)('are to be judged at that time: %s', (profile) => {
    const times = listStandardVectors(profile).flatMap(({ context }) => context?.now ?? [])

    expect(new Set(times).has(later)).toBe(true)
  })
})
