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
import { artefactFaults as faults, statefulProbes as models, sectionProbes as tricks } from './catalogue.ts'

/** Every judge without each of its validations, by what these lies come to, one after the other. */
async function neglectEach(
  rows: readonly Validation[],
  lies: readonly ValidationProbe[],
  excused: readonly ExcusedValidation[] = [],
) {
  const heard: ExposureTrial[] = []
  for (const lie of lies) heard.push(await tryProbe(lie))
  return concludeDisabledValidations(rows, heard, excused)
}

const sampling = { members: 1, seed: 1 }

/** The judges of some requirements, each without its validation, and the lies of the catalogue. */
const neglecting = (ids: readonly string[], lies = { faults, tricks }): Promise<readonly DisabledValidation[]> => {
  const own = {
    faults: lies.faults.filter(({ breaks }) => ids.includes(breaks.id)),
    statefulProbes: lies.tricks.filter(({ requirement, breaks = requirement }) => ids.includes(breaks.id)),
  }
  return neglectEach(
    listValidations(requirements.filter(({ id }) => ids.includes(id))),
    listValidationProbes(own, sampling),
    excuses,
  )
}

const verdicts = (all: readonly DisabledValidation[]) =>
  all.map(({ judge, requirement, verdict }) => [judge, requirement, verdict])

describe('every judge without one of its validations', () => {
  it('is exposed by a lie, or covered by another validation, or has its excuse', async () => {
    const all = await neglectEach(
      listValidations(requirements),
      listValidationProbes({ faults, statefulProbes: [...tricks, ...models] }, sampling),
      excuses,
    )

    expect(all.length).toBeGreaterThan(200)
    expect(all.filter(({ verdict }) => verdict === 'hidden')).toEqual([])
    expect(all.filter(({ verdict }) => verdict === 'excused')).toHaveLength(excuses.length)
    expect(all.filter(({ verdict }) => verdict === 'covered').length).toBeLessThan(10)
  }, 300_000)

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
  ])('is seen by one lie alone: the %s without %s', async (judge, requirement) => {
    expect(verdicts(await neglecting([requirement]))).toContainEqual([judge, requirement, 'exposed'])
  })

  it('is exposed wherever the same credential is judged', async () => {
    expect(verdicts(await neglecting(['CRED-SIGNED']))).toEqual([
      ['wallet backend', 'CRED-SIGNED', 'exposed'],
      ['verifier', 'CRED-SIGNED', 'exposed'],
    ])
  })
})

describe('a catalogue that lacks lies', () => {
  it('leaves the judge hidden whose lies are not there', async () => {
    const [issuer] = await neglecting(['ATT-SIGNED'], { faults: [], tricks: [] })

    expect(issuer).toMatchObject({ judge: 'issuer', requirement: 'ATT-SIGNED', verdict: 'hidden', probes: [] })
  })

  it('leaves the judge hidden that is told something honest in place of a lie', async () => {
    const honest = faults
      .filter(({ breaks }) => breaks.id === 'ATT-SIGNED')
      .map((fault) => ({ ...fault, mutation: { wallet: <T>(it: T): T => it } }))
    const [issuer] = await neglecting(['ATT-SIGNED'], { faults: honest, tricks: [] })

    expect(issuer).toMatchObject({ judge: 'issuer', requirement: 'ATT-SIGNED', verdict: 'hidden' })
  })
})

/** A lie that a judge refuses for the sake of each of these, unless it neglects all of them. */
const refusedFor = (noticing: readonly string[], otherwise: ProbeAnswer = 'accepted'): ValidationProbe => ({
  id: 'A-ROW/lies',
  judge: 'verifier',
  requirement: 'A-ROW',
  send: async (neglected) => {
    const noticed = new Set(noticing.filter((id) => !neglected.has(id)))
    return { answer: noticed.size > 0 ? 'refused' : otherwise, rejectedFor: noticed }
  },
})

describe('a lie', () => {
  const row = { judge: 'verifier', requirement: 'A-ROW' } as const
  const verdictOf = async (...lies: readonly ValidationProbe[]) => {
    const [found] = await neglectEach([row], lies)
    return { verdict: found?.verdict, without: found?.probes.map(({ without }) => without) }
  }

  it('exposes a judge who accepts it without the one validation', async () => {
    expect(await verdictOf(refusedFor(['A-ROW']))).toEqual({ verdict: 'exposed', without: [['A-ROW']] })
  })

  it('that another validation refuses as well is covered by it', async () => {
    expect(await verdictOf(refusedFor(['B-ROW', 'A-ROW']))).toEqual({
      verdict: 'covered',
      without: [['A-ROW', 'B-ROW']],
    })
  })

  it('exposes a judge though another lie is covered', async () => {
    expect((await verdictOf(refusedFor(['B-ROW', 'A-ROW']), refusedFor(['A-ROW']))).verdict).toBe('exposed')
  })

  it.each<[string, ValidationProbe]>([
    ['is accepted by a judge that neglects nothing', refusedFor([])],
    [
      'is refused by no validation',
      { ...refusedFor([]), send: async () => ({ answer: 'refused', rejectedFor: new Set() }) },
    ],
    ['comes to nothing without the validation', refusedFor(['A-ROW'], 'inconclusive')],
    ['breaks assay', { ...refusedFor([]), send: () => Promise.reject(new TypeError('a defect')) }],
  ])('leaves a judge hidden if it %s', async (_, lie) => {
    expect((await verdictOf(lie, refusedFor(['A-ROW']))).verdict).toBe('hidden')
  })
})

describe('an excuse', () => {
  const [excuse] = excuses
  const row = { judge: excuse?.receiver ?? 'issuer', requirement: excuse?.requirement.id ?? '' }

  it('holds where no lie shows anything', async () => {
    expect((await neglectEach([row], [], excuses))[0]).toMatchObject({ verdict: 'excused', reason: excuse?.reason })
  })

  it('that is no longer needed fails the proof', async () => {
    const tell = async (neglected: ReadonlySet<string>) => {
      const noticed = new Set([row.requirement].filter((id) => !neglected.has(id)))
      return { answer: noticed.size > 0 ? ('refused' as const) : ('accepted' as const), rejectedFor: noticed }
    }

    expect((await neglectEach([row], [{ id: 'a lie', ...row, send: tell }], excuses))[0]?.verdict).toBe('hidden')
  })
})
