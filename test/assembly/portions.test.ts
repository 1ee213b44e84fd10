import { describe, expect, it } from 'vitest'
import type { Fault } from '../../model/fault.ts'
import type { ProbeResult } from '../../model/probe.ts'
import type { Message } from '../../model/wire.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { referenceOptions, referenceSettings } from '../../src/prove/live-run.ts'
import { createProbeCatalogue } from '../../src/run/probes/catalogue.ts'
import { mergeCounted, summarizePortion } from '../../src/run/probes/counted-results.ts'
import { divideProbes, listFaultProbes, receivers } from '../../src/run/probes/portions.ts'
import { sendProbes } from '../../src/run/probes/send-probes.ts'
import { createSessionStore } from '../../src/run/sessions/session-store.ts'
import { faults } from '../../suites/all/faults.ts'

const all = new Set(receivers)
const families = faults.filter((fault) => 'members' in fault)
const lies = (members: number) =>
  divideProbes(all, { faults, statefulProbes: [], members }).flatMap(({ slices: lots }) => lots)

describe('portions', () => {
  it('hold every lie once, whatever the number of members', () => {
    const told = (members: number) => lies(members).reduce((sum, { count }) => sum + count, 0)
    const [one, two, many] = [told(1), told(2), told(1_234)]

    expect(one).toBeGreaterThan(500)
    expect(many - one).toBe(1_233 * (two - one))
  })

  it('are small, and never tell one by one what is only counted', () => {
    for (const { slices: lots, isCounted } of divideProbes(all, { faults, statefulProbes: [], members: 1_234 })) {
      expect(lots.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(100)
      expect(lots.every(({ from }) => from >= 10 === isCounted)).toBe(true)
    }
  })

  it('hold each member once', () => {
    const mine = lies(1_234).filter(({ fault }) => fault === families[0])
    const members = mine.flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i))

    expect(new Set(members).size).toBe(members.length)
  })
})

/** What became of twenty-five members of a family before a verifier, and what was put on record of them. */
async function told(neglected?: string) {
  const fault = families.find(({ id }) => id === 'SD-INCLUDED/appends-characters-to-a-value-after-signing') as Fault
  const record: Message[] = []
  const stage = createSessionStore(
    referenceSettings,
    {
      ...referenceOptions,
      tested: new Set(['verifier']),
      record: ({ message }) => record.push(message),
      ...(neglected !== undefined && { disabledValidation: neglected }),
    },
    createDecider(referenceSettings).decide,
  )
  const probes = { ...createProbeCatalogue(stage, { members: 25, seed: 1 }), faults: [fault], statefulProbes: [] }
  return { fault, probes: await sendProbes(stage, probes), record, traffic: stage.traffic() }
}

describe('a family of which there are many', () => {
  it('is told of one by one as far as ten members, and counted from there on', async () => {
    const { fault, probes, record, traffic } = await told()
    const [counted, ...others] = probes.filter(({ members }) => members !== undefined)

    expect(others).toEqual([])
    expect(counted).toMatchObject({
      id: fault.id,
      answer: 'refused',
      members: 15,
      description: `${fault.description}: 15 more`,
    })
    expect(counted).not.toHaveProperty('session')
    expect(probes.length - 1).toBe(10)
    const presented = record.filter(({ endpoint }) => endpoint === 'presentation')
    expect(presented.length).toBeLessThan(traffic.calls)
    expect(traffic.calls).toBeGreaterThanOrEqual(25)
  })

  it('is on record as far as somebody looks for it there', async () => {
    const { fault, probes, record } = await told('SD-INCLUDED')
    const accepted = probes.filter(({ answer }) => answer === 'accepted')
    const [counted, ...others] = accepted.filter(({ members }) => members !== undefined)

    expect(fault.breaks.id).toBe('SD-INCLUDED')
    expect(counted).toMatchObject({ answer: 'accepted', members: 12 })
    expect(others).toEqual([])
    const sessions = new Set(record.map(({ session }) => session))
    const named = accepted.flatMap(({ session = [] }) => session)
    expect(named).toHaveLength(10 + 3)
    for (const session of named) expect(sessions).toContain(session)
  })
})

describe('members of a family', () => {
  const small = families.find(({ id }) => id === 'CRED-ALG/names-another-algorithm') as Fault

  it('are never put twice, and all of them are where there are few', () => {
    const told = listFaultProbes(small, 'verifier', { members: 1_000, seed: 1 }).map(({ description }) => description)
    const first = listFaultProbes(small, 'verifier', { members: 10, seed: 1 }).map(({ description }) => description)

    expect(new Set(first).size).toBe(first.length)
    expect(first.length).toBe(5)
    expect(told).toEqual(first)
  })
})

describe('members that were only counted', () => {
  const member = (id: string, members?: number): ProbeResult => ({
    ...{
      id,
      requirement: 'CRED-REFUSED',
      receiver: 'verifier',
      description: `lies: ${id}`,
      expected: 'refused',
      answer: 'refused',
    },
    ...(members !== undefined && { members }),
  })

  it('are told of one by one as far as they are odd, and what was accepted first', () => {
    const answers = [
      ...Array.from({ length: 9 }, () => 'inconclusive' as const),
      'accepted' as const,
      'refused' as const,
    ]
    const told = summarizePortion(
      answers.map((answer, i) => ({
        ...member('a'),
        description: `lies: ${i}`,
        answer,
        session: `s-${i}`,
        reason: 'private',
      })),
      true,
    )

    expect(told.filter(({ session }) => session !== undefined).map(({ description }) => description)).toEqual([
      ...['lies: 0', 'lies: 1', 'lies: 2', 'lies: 9'],
    ])
    expect(told.filter(({ members }) => members !== undefined)).toEqual([
      { ...member('a', 6), description: 'lies: 6 more', answer: 'inconclusive' },
      { ...member('a', 1), description: 'lies: 1 more' },
    ])
  })

  it('are told as one', () => {
    expect(mergeCounted([member('a'), member('a', 3), member('b', 1), member('a', 4)])).toEqual([
      member('a'),
      { ...member('a', 7), description: 'lies: 7 more' },
      { ...member('b', 1), description: 'lies: 1 more' },
    ])
  })
})
