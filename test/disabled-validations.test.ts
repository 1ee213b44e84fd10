import { describe, expect, it } from 'vitest'
import type { ProbeAnswer } from '../model/probe.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { excuses } from '../suites/document/derived/disabled-validations.ts'
import type { ExcusedValidation } from '../suites/document/model/fault.ts'
import {
  listSurvivalProbes,
  listValidationProbes,
  listValidations,
} from '../suites/document/prove/disabled-validation-probes.ts'
import {
  concludeDisabledValidations,
  type DisabledValidation,
  tryProbe,
  type Validation,
  type ValidationProbe,
  type ValidationTrial,
} from '../suites/document/prove/disabled-validations.ts'
import { artefactFaults, sectionProbes, statefulProbes } from './catalogue.ts'

/** Disables each validation, with what these probes show, one after the other. */
async function disableEach(
  validations: readonly Validation[],
  probes: readonly ValidationProbe[],
  excused: readonly ExcusedValidation[] = [],
) {
  const trials: ValidationTrial[] = []
  for (const probe of probes) trials.push(await tryProbe(probe))
  return concludeDisabledValidations(validations, trials, excused)
}

const sampling = { members: 1, seed: 1 }
const catalogue = { faults: artefactFaults, statefulProbes: sectionProbes }

/** Disables the validations of some requirements, with the probes of a catalogue. */
const disable = (ids: readonly string[], { faults, statefulProbes } = catalogue) => {
  const own = {
    faults: faults.filter(({ breaks }) => ids.includes(breaks.id)),
    statefulProbes: statefulProbes.filter(({ requirement, breaks = requirement }) => ids.includes(breaks.id)),
  }
  return disableEach(
    listValidations(requirements.filter(({ id }) => ids.includes(id))),
    listValidationProbes(own, sampling),
    excuses,
  )
}

const listVerdicts = (all: readonly DisabledValidation[]) =>
  all.map(({ receiver, requirement, verdict }) => [receiver, requirement, verdict])

describe('a disabled validation', () => {
  it('is detected by a probe, covered by another validation, or excused', async () => {
    const all = await disableEach(
      listValidations(requirements),
      [
        ...listValidationProbes(
          { faults: artefactFaults, statefulProbes: [...sectionProbes, ...statefulProbes] },
          sampling,
        ),
        ...listSurvivalProbes(requirements, artefactFaults, sampling),
      ],
      excuses,
    )

    expect(all.length).toBeGreaterThan(140)
    expect(all.filter(({ verdict }) => verdict === 'undetected')).toEqual([])
    expect(all.filter(({ verdict }) => verdict === 'excused')).toHaveLength(excuses.length)
    expect(all.filter(({ verdict }) => verdict === 'covered').length).toBeLessThan(10)
  })

  it.each([
    ['issuer', 'ATT-SIGNED'],
    ['issuer', 'VAL-AUTHORIZES'],
    ['issuer', 'NONCE-ONCE'],
    ['issuer', 'OFFER-SINGLE-USE'],
    ['issuer', 'NONCE-STALE'],
    ['issuer', 'OFFER-SHORT'],
    ['issuer', 'REQ-NO-KEY'],
    ['verifier', 'STATUS-OBEYED'],
    ['wallet', 'META-WEAK-UNUSED'],
  ])('is detected by the probes of its own requirement: %s, %s', async (receiver, requirement) => {
    expect(listVerdicts(await disable([requirement]))).toContainEqual([receiver, requirement, 'detected'])
  })

  it('is detected in every receiver of the same credential', async () => {
    expect(listVerdicts(await disable(['CRED-SIGNED']))).toEqual([
      ['wallet backend', 'CRED-SIGNED', 'detected'],
      ['verifier', 'CRED-SIGNED', 'detected'],
    ])
  })
})

describe('a catalogue without its probes', () => {
  it('leaves the validation undetected', async () => {
    const [issuer] = await disable(['ATT-SIGNED'], { faults: [], statefulProbes: [] })

    expect(issuer).toMatchObject({ receiver: 'issuer', requirement: 'ATT-SIGNED', verdict: 'undetected', probes: [] })
  })

  it('leaves it undetected where faults change nothing', async () => {
    const valid = artefactFaults
      .filter(({ breaks }) => breaks.id === 'ATT-SIGNED')
      .map((fault) => ({ ...fault, mutation: { wallet: <T>(it: T): T => it } }))
    const [issuer] = await disable(['ATT-SIGNED'], { faults: valid, statefulProbes: [] })

    expect(issuer).toMatchObject({ receiver: 'issuer', requirement: 'ATT-SIGNED', verdict: 'undetected' })
  })
})

/** A probe that a receiver rejects because of each of these validations, unless all of them are disabled. */
const rejectedBy = (enabled: readonly string[], otherwise: ProbeAnswer = 'accepted'): ValidationProbe => ({
  id: 'A-ROW/invalid',
  receiver: 'verifier',
  requirement: 'A-ROW',
  send: async (disabled) => {
    const rejectedFor = new Set(enabled.filter((id) => !disabled.has(id)))
    return { answer: rejectedFor.size > 0 ? 'refused' : otherwise, rejectedFor }
  },
})

describe('a probe', () => {
  const validation = { receiver: 'verifier', requirement: 'A-ROW' } as const
  const conclude = async (...probes: readonly ValidationProbe[]) => {
    const [row] = await disableEach([validation], probes)
    return { verdict: row?.verdict, without: row?.probes.map(({ without }) => without) }
  }

  it('detects a validation without which it is accepted', async () => {
    expect(await conclude(rejectedBy(['A-ROW']))).toEqual({ verdict: 'detected', without: [['A-ROW']] })
  })

  it('is covered where another validation rejects it too', async () => {
    expect(await conclude(rejectedBy(['B-ROW', 'A-ROW']))).toEqual({
      verdict: 'covered',
      without: [['A-ROW', 'B-ROW']],
    })
  })

  it('detects a validation though another probe is covered', async () => {
    expect((await conclude(rejectedBy(['B-ROW', 'A-ROW']), rejectedBy(['A-ROW']))).verdict).toBe('detected')
  })

  it.each<[string, ValidationProbe]>([
    ['is accepted with every validation enabled', rejectedBy([])],
    [
      'is rejected by no validation',
      { ...rejectedBy([]), send: async () => ({ answer: 'refused', rejectedFor: new Set() }) },
    ],
    ['is inconclusive without the validation', rejectedBy(['A-ROW'], 'inconclusive')],
    ['stops with an error', { ...rejectedBy([]), send: () => Promise.reject(new TypeError('a defect')) }],
  ])('leaves a validation undetected if it %s', async (_, probe) => {
    expect((await conclude(probe, rejectedBy(['A-ROW']))).verdict).toBe('undetected')
  })
})

describe('an excuse', () => {
  const [excuse] = excuses
  const validation = { receiver: excuse?.receiver ?? 'issuer', requirement: excuse?.requirement.id ?? '' }

  it('holds where no probe shows anything', async () => {
    expect((await disableEach([validation], [], excuses))[0]).toMatchObject({
      verdict: 'excused',
      reason: excuse?.reason,
    })
  })

  it('that is not needed fails the proof', async () => {
    const send = async (disabled: ReadonlySet<string>) => {
      const rejectedFor = new Set([validation.requirement].filter((id) => !disabled.has(id)))
      return { answer: rejectedFor.size > 0 ? ('refused' as const) : ('accepted' as const), rejectedFor }
    }

    expect((await disableEach([validation], [{ id: 'a probe', ...validation, send }], excuses))[0]?.verdict).toBe(
      'undetected',
    )
  })
})
