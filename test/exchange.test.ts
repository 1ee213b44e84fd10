import { describe, expect, it } from 'vitest'
import { profiles } from '../model/decision.ts'
import { runLive } from '../suites/document/prove/live-run.ts'

describe('a valid exchange', () => {
  it.each(profiles)('breaks nothing under %s, and leaves nothing undecided', async (under) => {
    const results = await runLive({}, { profile: under, decisions: {} })

    const doubtful = results.filter(({ outcome }) => ['failed', 'cantTell', 'harnessError'].includes(outcome))
    expect(doubtful.map(({ requirement, outcome, reason }) => [requirement.id, outcome, reason])).toEqual([])
  })

  it('breaks nothing where Issuer Config holds more than its table shows', async () => {
    const results = await runLive({}, { profile: 'document', decisions: { 'config.fields': 'extended' } })

    const failed = results.filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ requirement }) => requirement.id)).toEqual([])
  })
})
