import { describe, expect, it } from 'vitest'
import { playLive } from '../src/assembly/live.ts'
import { presets } from '../src/model/decision.ts'

describe('an honest exchange', () => {
  it.each(presets)('breaks nothing under %s, and leaves nothing undecided', async (under) => {
    const results = await playLive({}, { under, given: {} })

    const doubtful = results.filter(({ outcome }) => ['failed', 'cantTell', 'harnessError'].includes(outcome))
    expect(doubtful.map(({ requirement, outcome, reason }) => [requirement.id, outcome, reason])).toEqual([])
  })

  it('breaks nothing where Issuer Config holds more than its table shows', async () => {
    const results = await playLive({}, { under: 'document', given: { 'config.fields': 'extended' } })

    const failed = results.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ requirement }) => requirement.id)).toEqual([])
  })
})
