import { describe, expect, it } from 'vitest'
import { profiles } from '../model/decision.ts'
import { createExaminer } from '../suites/document/kit/family.ts'
import { concludeTrial, proveCatalogue } from '../suites/document/prove/kill-matrix.ts'
import { runLive } from '../suites/document/prove/live-run.ts'
import { createProfileRepeater } from '../suites/document/prove/profile-repeats.ts'
import { exchangeFaults } from './catalogue.ts'

const [, ...others] = profiles

const everywhere = createProfileRepeater(runLive)
const applied = (await Promise.all(exchangeFaults.map(everywhere))).flat()

describe('faults of a whole exchange', () => {
  it.each(profiles)('apply under %s', (preset) => {
    const under = applied.filter((fault) => fault.profile === preset)

    expect(under.length).toBeGreaterThan(exchangeFaults.length / 2)
  })

  it('are played under the answers of another preset only where their requirement has an object', () => {
    const elsewhere = applied.filter(
      ({ breaks, profile }) => breaks.id === 'RESP-SAME-ID' && profile === 'document-openid4vci',
    )

    expect(elsewhere).toEqual([])
  })

  // Every fault under every preset is what `assay prove` plays; here each is played under one other than its own.
  it.each(others)('are caught by their own requirements under %s as well', async (preset) => {
    const own = applied.filter(({ profile }) => profile !== 'document')
    const faults = own.filter((fault, i) => fault.profile === preset && i % others.length === others.indexOf(preset))

    const { faults: trials } = await proveCatalogue({ faults, variants: [] }, runLive, createExaminer(1, 2))

    const bad = trials.filter((trial) => concludeTrial(trial) !== 'held')
    expect(bad.map(({ id, failed }) => [id, failed])).toEqual([])
  })
})
