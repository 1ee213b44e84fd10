import { describe, expect, it } from 'vitest'
import { liesOf, rowsOf } from '../src/assembly/negligence.ts'
import { type Heard, hear, type Lie, type Negligent, negligentBy, type Row } from '../src/harness/negligence.ts'
import type { Excuse } from '../src/model/negligence.ts'
import type { Answer } from '../src/model/probe.ts'
import { faults } from '../suites/faults.ts'
import { tricks as models } from '../suites/models/tricks.ts'
import { excuses } from '../suites/negligence.ts'
import { requirements } from '../suites/registry.ts'
import { tricks } from '../suites/tricks.ts'

/** Every judge without each of its validations, by what these lies come to, one after the other. */
async function neglectEach(rows: readonly Row[], lies: readonly Lie[], excused: readonly Excuse[] = []) {
  const heard: Heard[] = []
  for (const lie of lies) heard.push(await hear(lie))
  return negligentBy(rows, heard, excused)
}

const sampling = { members: 1, seed: 1 }

/** The judges of some requirements, each without its validation, and the lies of the catalogue. */
const neglecting = (ids: readonly string[], lies = { faults, tricks }): Promise<readonly Negligent[]> => {
  const own = {
    faults: lies.faults.filter(({ breaks }) => ids.includes(breaks.id)),
    tricks: lies.tricks.filter(({ shows, breaks = shows }) => ids.includes(breaks.id)),
  }
  return neglectEach(rowsOf(requirements.filter(({ id }) => ids.includes(id))), liesOf(own, sampling), excuses)
}

const verdicts = (all: readonly Negligent[]) =>
  all.map(({ judge, requirement, verdict }) => [judge, requirement, verdict])

describe('every judge without one of its validations', () => {
  it('is exposed by a lie, or covered by another validation, or has its excuse', async () => {
    const all = await neglectEach(
      rowsOf(requirements),
      liesOf({ faults, tricks: [...tricks, ...models] }, sampling),
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

    expect(issuer).toMatchObject({ judge: 'issuer', requirement: 'ATT-SIGNED', verdict: 'hidden', lies: [] })
  })

  it('leaves the judge hidden that is told something honest in place of a lie', async () => {
    const honest = faults
      .filter(({ breaks }) => breaks.id === 'ATT-SIGNED')
      .map((fault) => ({ ...fault, deviation: { wallet: <T>(it: T): T => it } }))
    const [issuer] = await neglecting(['ATT-SIGNED'], { faults: honest, tricks: [] })

    expect(issuer).toMatchObject({ judge: 'issuer', requirement: 'ATT-SIGNED', verdict: 'hidden' })
  })
})

/** A lie that a judge refuses for the sake of each of these, unless it neglects all of them. */
const refusedFor = (noticing: readonly string[], otherwise: Answer = 'accepted'): Lie => ({
  id: 'A-ROW/lies',
  judge: 'verifier',
  requirement: 'A-ROW',
  tell: async (neglected) => {
    const noticed = new Set(noticing.filter((id) => !neglected.has(id)))
    return { answer: noticed.size > 0 ? 'refused' : otherwise, noticed }
  },
})

describe('a lie', () => {
  const row = { judge: 'verifier', requirement: 'A-ROW' } as const
  const verdictOf = async (...lies: readonly Lie[]) => {
    const [found] = await neglectEach([row], lies)
    return { verdict: found?.verdict, without: found?.lies.map(({ without }) => without) }
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

  it.each<[string, Lie]>([
    ['is accepted by a judge that neglects nothing', refusedFor([])],
    [
      'is refused by no validation',
      { ...refusedFor([]), tell: async () => ({ answer: 'refused', noticed: new Set() }) },
    ],
    ['comes to nothing without the validation', refusedFor(['A-ROW'], 'undecided')],
    ['breaks assay', { ...refusedFor([]), tell: () => Promise.reject(new TypeError('a defect')) }],
  ])('leaves a judge hidden if it %s', async (_, lie) => {
    expect((await verdictOf(lie, refusedFor(['A-ROW']))).verdict).toBe('hidden')
  })
})

describe('an excuse', () => {
  const [excuse] = excuses
  const row = { judge: excuse?.judge ?? 'issuer', requirement: excuse?.requirement.id ?? '' }

  it('holds where no lie shows anything', async () => {
    expect((await neglectEach([row], [], excuses))[0]).toMatchObject({ verdict: 'excused', reason: excuse?.reason })
  })

  it('that is no longer needed fails the proof', async () => {
    const tell = async (neglected: ReadonlySet<string>) => {
      const noticed = new Set([row.requirement].filter((id) => !neglected.has(id)))
      return { answer: noticed.size > 0 ? ('refused' as const) : ('accepted' as const), noticed }
    }

    expect((await neglectEach([row], [{ id: 'a lie', ...row, tell }], excuses))[0]?.verdict).toBe('hidden')
  })
})
