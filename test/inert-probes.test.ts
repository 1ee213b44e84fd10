import { describe, expect, it } from 'vitest'
import { profiles } from '../model/decision.ts'
import { plainPaint } from '../reporters/text/paint.ts'
import { excuses } from '../suites/document/derived/disabled-validations.ts'
import type { Fault } from '../suites/document/model/fault.ts'
import { describeEffects, listEffectProofs, type ProbeEffect } from '../suites/document/prove/probe-effects.ts'
import { artefactFaults, sectionProbes } from './catalogue.ts'

const sampling = { members: 1, seed: 1 }

async function prove(faults: readonly Fault[], profile: (typeof profiles)[number], probes = sectionProbes) {
  const effects: ProbeEffect[] = []
  for (const job of listEffectProofs({ faults, statefulProbes: probes }, sampling, excuses, [profile])) {
    const { effect } = await job()
    if (effect) effects.push(effect)
  }
  return effects
}

describe('a probe with drawn accounts, addresses and keys', () => {
  it.each(profiles)(
    'changes something, reaches its check and is accepted by a weak receiver under %s',
    async (profile) => {
      const effects = await prove(artefactFaults, profile)

      expect(effects.length).toBeGreaterThan(450)
      expect(effects.filter(({ verdict }) => verdict === 'inert')).toEqual([])
    },
  )
})

describe('an inert probe', () => {
  const [request] = artefactFaults.filter(({ id }) => id === 'REQ-OBJECT/sends-the-request-in-an-array')
  const valid = artefactFaults.filter(({ breaks }) => breaks.id === 'ATT-SIGNED').slice(0, 1)
  const explain = (effects: readonly ProbeEffect[]) => effects.map(({ verdict, reason }) => [verdict, reason])

  it('is one that changes nothing', async () => {
    const faults = valid.map((fault) => ({ ...fault, mutation: { wallet: <T>(it: T): T => it } }))

    expect(explain(await prove(faults, 'document', []))).toEqual([
      ['inert', expect.stringContaining('it sends what the control sends')],
    ])
  })

  it('is one that its own check does not find', async () => {
    const faults = valid.map((fault) => ({
      ...fault,
      mutation: request && 'mutation' in request ? request.mutation : {},
    }))

    expect(explain(await prove(faults, 'document', []))).toEqual([
      ['inert', expect.stringContaining('its own check finds nothing')],
    ])
  })

  it('is named with its profile', () => {
    const effect = {
      id: 'A-ROW/x',
      receiver: 'issuer',
      profile: 'document-rfc9901',
      verdict: 'inert',
      reason: 'it is',
    } as const

    expect([...describeEffects([effect], plainPaint)]).toEqual([
      '0 of 1 probes show something under their profile (0 where a second validation is missing too, 0 excused)',
      '✖ A-ROW/x to the issuer under document-rfc9901 shows nothing: it is',
    ])
  })
})
