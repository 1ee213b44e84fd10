import { describe, expect, it } from 'vitest'
import type { ExcusedValidation } from '../model/fault.ts'
import type { ProbeAnswer } from '../model/probe.ts'
import { listValidationProbes, listValidations } from '../src/prove/disabled-validation-probes.ts'
import {
  concludeDisabledValidations,
  type DisabledValidation,
  type ExposureTrial,
  tryProbe,
  type Validation,
  type ValidationProbe,
} from '../src/prove/disabled-validations.ts'
import { requirements } from '../suites/all/requirements.ts'
import { excuses } from '../suites/derived/disabled-validations.ts'
import { artefactFaults as faults, statefulProbes as models, sectionProbes as probes } from './catalogue.ts'

/** Concludes from these probes, sent one after the other, which disabled validations are exposed. */
async function concludeFromProbes(
  rows: readonly Validation[],
  probes: readonly ValidationProbe[],
  excused: readonly ExcusedValidation[] = [],
) {
  const trials: ExposureTrial[] = []
  for (const probe of probes) trials.push(await tryProbe(probe))
  return concludeDisabledValidations(rows, trials, excused)
}

const sampling = { members: 1, seed: 1 }

/** Disables the validations of some requirements, and sends the probes of the catalogue. */
const disableValidations = (
  ids: readonly string[],
  catalogue = { faults, probes },
): Promise<readonly DisabledValidation[]> => {
  const own = {
    faults: catalogue.faults.filter(({ breaks }) => ids.includes(breaks.id)),
    statefulProbes: catalogue.probes.filter(({ requirement, breaks = requirement }) => ids.includes(breaks.id)),
  }
  return concludeFromProbes(
    listValidations(requirements.filter(({ id }) => ids.includes(id))),
    listValidationProbes(own, sampling),
    excuses,
  )
}

const verdicts = (all: readonly DisabledValidation[]) =>
  all.map(({ judge, requirement, verdict }) => [judge, requirement, verdict])

describe('every disabled validation', () => {
  it('is exposed by a probe, or covered by another validation, or excused', async () => {
    const all = await concludeFromProbes(
      listValidations(requirements),
      listValidationProbes({ faults, statefulProbes: [...probes, ...models] }, sampling),
      excuses,
    )

    expect(all.length).toBeGreaterThan(200)
    expect(all.filter(({ verdict }) => verdict === 'hidden')).toEqual([])
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
    ['wallet', 'OFFER-MEDIA-TYPE'],
  ])('is exposed by its own probes: the %s without %s', async (judge, requirement) => {
    expect(verdicts(await disableValidations([requirement]))).toContainEqual([judge, requirement, 'exposed'])
  })

  it('is exposed in every role that validates the same credential', async () => {
    expect(verdicts(await disableValidations(['CRED-SIGNED']))).toEqual([
      ['wallet backend', 'CRED-SIGNED', 'exposed'],
      ['verifier', 'CRED-SIGNED', 'exposed'],
    ])
  })
})

describe('a catalogue without the right probes', () => {
  it('does not expose a validation that has no probe', async () => {
    const [issuer] = await disableValidations(['ATT-SIGNED'], { faults: [], probes: [] })

    expect(issuer).toMatchObject({ judge: 'issuer', requirement: 'ATT-SIGNED', verdict: 'hidden', probes: [] })
  })

  it('does not expose a validation by a valid message', async () => {
    const withoutFault = faults
      .filter(({ breaks }) => breaks.id === 'ATT-SIGNED')
      .map((fault) => ({ ...fault, mutation: { wallet: <T>(it: T): T => it } }))
    const [issuer] = await disableValidations(['ATT-SIGNED'], { faults: withoutFault, probes: [] })

    expect(issuer).toMatchObject({ judge: 'issuer', requirement: 'ATT-SIGNED', verdict: 'hidden' })
  })
})

/** Creates a probe that is rejected for each of these requirements, unless all of their validations are disabled. */
const createProbe = (noticing: readonly string[], otherwise: ProbeAnswer = 'accepted'): ValidationProbe => ({
  id: 'A-ROW/fault',
  judge: 'verifier',
  requirement: 'A-ROW',
  send: async (disabled) => {
    const noticed = new Set(noticing.filter((id) => !disabled.has(id)))
    return { answer: noticed.size > 0 ? 'refused' : otherwise, rejectedFor: noticed }
  },
})

describe('a probe', () => {
  const row = { judge: 'verifier', requirement: 'A-ROW' } as const
  const concludeVerdict = async (...sent: readonly ValidationProbe[]) => {
    const [found] = await concludeFromProbes([row], sent)
    return { verdict: found?.verdict, without: found?.probes.map(({ without }) => without) }
  }

  it('exposes a validation without which it is accepted', async () => {
    expect(await concludeVerdict(createProbe(['A-ROW']))).toEqual({ verdict: 'exposed', without: [['A-ROW']] })
  })

  it('that another validation rejects as well shows that the first is covered', async () => {
    expect(await concludeVerdict(createProbe(['B-ROW', 'A-ROW']))).toEqual({
      verdict: 'covered',
      without: [['A-ROW', 'B-ROW']],
    })
  })

  it('exposes a validation though another probe is covered', async () => {
    expect((await concludeVerdict(createProbe(['B-ROW', 'A-ROW']), createProbe(['A-ROW']))).verdict).toBe('exposed')
  })

  it.each<[string, ValidationProbe]>([
    ['is accepted with all validations', createProbe([])],
    [
      'is rejected by no validation',
      { ...createProbe([]), send: async () => ({ answer: 'refused', rejectedFor: new Set() }) },
    ],
    ['is inconclusive without the validation', createProbe(['A-ROW'], 'inconclusive')],
    ['causes a defect in assay', { ...createProbe([]), send: () => Promise.reject(new TypeError('a defect')) }],
  ])('does not expose a validation if it %s', async (_, probe) => {
    expect((await concludeVerdict(probe, createProbe(['A-ROW']))).verdict).toBe('hidden')
  })
})

describe('an excuse', () => {
  const [excuse] = excuses
  const row = { judge: excuse?.receiver ?? 'issuer', requirement: excuse?.requirement.id ?? '' }

  it('is accepted where no probe exposes the validation', async () => {
    expect((await concludeFromProbes([row], [], excuses))[0]).toMatchObject({
      verdict: 'excused',
      reason: excuse?.reason,
    })
  })

  it('that is no longer needed fails the proof', async () => {
    const send = async (disabled: ReadonlySet<string>) => {
      const noticed = new Set([row.requirement].filter((id) => !disabled.has(id)))
      return { answer: noticed.size > 0 ? ('refused' as const) : ('accepted' as const), rejectedFor: noticed }
    }

    expect((await concludeFromProbes([row], [{ id: 'a probe', ...row, send }], excuses))[0]?.verdict).toBe('hidden')
  })
})
