import { describe, expect, it } from 'vitest'
import { playLive } from '../src/assembly/live.ts'
import { underEveryPreset } from '../src/harness/presets.ts'
import { prove, verdictOf } from '../src/harness/prove.ts'
import { presets } from '../src/model/decision.ts'
import { exchangeFaults } from '../suites/exchange-faults.ts'
import { examine } from '../suites/family.ts'

const [, ...others] = presets

const everywhere = underEveryPreset(playLive)
const applied = (await Promise.all(exchangeFaults.map(everywhere))).flat()

describe('faults of a whole exchange', () => {
  it.each(presets)('apply under %s', (preset) => {
    const under = applied.filter((fault) => fault.under === preset)

    expect(under.length).toBeGreaterThan(exchangeFaults.length / 2)
  })

  it('are played under the answers of another preset only where their requirement has an object', () => {
    const elsewhere = applied.filter(({ breaks, under }) => breaks.id === 'RESP-SAME-ID' && under === 'openid4vci-1.0')

    expect(elsewhere).toEqual([])
  })

  // Every fault under every preset is what `assay prove` plays; here each is played under one other than its own.
  it.each(others)('are caught by their own requirements under %s as well', { timeout: 60_000 }, async (preset) => {
    const own = applied.filter(({ under }) => under !== 'document')
    const faults = own.filter((fault, i) => fault.under === preset && i % others.length === others.indexOf(preset))

    const { faults: trials } = await prove({ faults, variants: [] }, playLive, examine(1, 2))

    const bad = trials.filter((trial) => verdictOf(trial) !== 'held')
    expect(bad.map(({ id, failed }) => [id, failed])).toEqual([])
  })
})
