import { describe, expect, it } from 'vitest'
import type { Settings } from '../model/settings.ts'
import { estimateProbes } from '../suites/document/run/probe-estimate.ts'
import { settings as usual } from './whole-run.ts'

/** The calls that a run makes to an issuer under test. */
const countCalls = async (changes: Partial<Settings>): Promise<number> => {
  const settings = { ...usual, targets: { issuer: { url: 'https://issuer.test' } }, ...changes }
  return (await estimateProbes(settings, 1)).traffic.calls
}

describe('a run of some requirements', () => {
  it('makes the calls of its sessions for a requirement without probes', async () => {
    expect(await countCalls({ only: ['SD-DIGEST'] })).toBeLessThan(30)
  })

  it('sends the probes of a requirement, and no others', async () => {
    const [none, some] = [await countCalls({ only: ['SD-DIGEST'] }), await countCalls({ only: ['REQ-ERRORS'] })]

    expect(some).toBeGreaterThan(none)
    expect(some).toBeLessThan(none + 60)
  })

  it('makes no more calls in three shards than in one run, but for the sessions', async () => {
    const whole = await countCalls({})
    const shards: number[] = []
    for (const index of [1, 2, 3]) shards.push(await countCalls({ shard: { index, count: 3 } }))

    expect(whole).toBeGreaterThan(500)
    expect(shards.reduce((sum, each) => sum + each, 0)).toBeLessThan(1.2 * whole)
  })
})
