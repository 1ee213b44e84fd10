import { describe, expect, it } from 'vitest'
import type { ProbeResult } from '../../model/probe.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { faults } from '../../suites/document/all/faults.ts'
import { probes } from '../../suites/document/all/probes.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import type { Fault } from '../../suites/document/model/fault.ts'
import { referenceOptions, referenceSettings } from '../../suites/document/prove/live-run.ts'
import { createProbeCatalogue } from '../../suites/document/run/probes/catalogue.ts'
import { mergeCounted, summarizePortion } from '../../suites/document/run/probes/counted-results.ts'
import { divideProbes, listFaultProbes, receivers } from '../../suites/document/run/probes/portions.ts'
import { sendProbes } from '../../suites/document/run/probes/send-probes.ts'
import { createSessionStore } from '../../suites/document/run/sessions/session-store.ts'

const all = new Set(receivers)
const families = faults.filter((fault) => 'members' in fault)
const listSlices = (members: number) =>
  divideProbes(all, { faults, statefulProbes: [], members }).flatMap(({ slices }) => slices)

describe('portions', () => {
  it('contain every probe once, for any number of members', () => {
    const countProbes = (members: number) => listSlices(members).reduce((sum, { count }) => sum + count, 0)
    const [one, two, many] = [countProbes(1), countProbes(2), countProbes(1_234)]

    expect(one).toBeGreaterThan(500)
    expect(many - one).toBe(1_233 * (two - one))
  })

  it('are small, and list no member that is only counted', () => {
    for (const { slices, isCounted } of divideProbes(all, { faults, statefulProbes: [], members: 1_234 })) {
      expect(slices.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(100)
      expect(slices.every(({ from }) => from >= 10 === isCounted)).toBe(true)
    }
  })

  it('contain every mistake of a family that is a list of them, however few members are wanted', () => {
    const [slice] = listSlices(1).filter(({ fault }) => fault.id === 'ATT-X/sends-a-malformed-x')

    expect(slice?.mistakes?.map(({ description }) => description).toSorted()).toEqual([
      'lengthens x',
      'shortens x',
      'writes in hex x',
    ])
  })

  it.each([
    ['REQ-OBJECT', 'the requirement that they break'],
    ['FLOW-VALIDATES', 'the requirement that their answers count for'],
    ['REQ-OBJECT/sends-the-request-in-an-array', 'their own ids'],
    ['REQ-OBJ*', 'a pattern'],
  ])('contain no probes that are skipped by %s, %s', (pattern) => {
    const choose = (skip: readonly string[]) =>
      divideProbes(new Set(['issuer']), {
        ...{ faults, statefulProbes: probes, members: 1 },
        selection: { only: [], skip },
      }).flatMap(({ slices, statefulProbes }) => [
        ...slices.map(({ fault: { id } }) => id),
        ...statefulProbes.map(({ id }) => id),
      ])
    const [every, left] = [choose([]), choose([pattern])]

    expect(every).toContain('REQ-OBJECT/sends-the-request-in-an-array')
    expect(left).not.toContain('REQ-OBJECT/sends-the-request-in-an-array')
    expect(left).toContain('NONCE-ONCE/attests-a-nonce-that-was-used-for-another-request')
    expect(every).toEqual(expect.arrayContaining([...left]))
  })

  it('contain each member once', () => {
    const ofFamily = listSlices(1_234).filter(({ fault }) => fault === families[0])
    const members = ofFamily.flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i))

    expect(new Set(members).size).toBe(members.length)
  })
})

/** Sends twenty-five members of a family to a verifier, and records their messages. */
async function sendFamily(disabledValidation?: string) {
  const fault = families.find(({ id }) => id === 'SD-INCLUDED/appends-characters-to-a-value-after-signing') as Fault
  const record: Message[] = []
  const store = createSessionStore(
    referenceSettings,
    {
      ...referenceOptions,
      tested: new Set(['verifier']),
      record: ({ message }) => record.push(message),
      ...(disabledValidation !== undefined && { disabledValidation }),
    },
    createDecider(referenceSettings).decide,
  )
  const probes = { ...createProbeCatalogue(store, { members: 25, seed: 1 }), faults: [fault], statefulProbes: [] }
  return { fault, probes: await sendProbes(store, probes), record, traffic: store.traffic() }
}

describe('a family with many members', () => {
  it('is reported member by member up to ten, and then counted', async () => {
    const { fault, probes, record, traffic } = await sendFamily()
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

  it('is recorded where a result names its session', async () => {
    const { fault, probes, record } = await sendFamily('SD-INCLUDED')
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

  it('are sent once each, and all of them if there are few', () => {
    const many = listFaultProbes(small, 'verifier', { members: 1_000, seed: 1 }).map(({ description }) => description)
    const first = listFaultProbes(small, 'verifier', { members: 10, seed: 1 }).map(({ description }) => description)

    expect(new Set(first).size).toBe(first.length)
    expect(first.length).toBe(5)
    expect(many).toEqual(first)
  })
})

describe('counted members', () => {
  const member = (id: string, members?: number): ProbeResult => ({
    ...{
      id,
      requirement: 'CRED-REFUSED',
      receiver: 'verifier',
      description: `omits: ${id}`,
      expected: 'refused',
      answer: 'refused',
    },
    ...(members !== undefined && { members }),
  })

  it('are listed if they were not handled correctly, accepted ones first', () => {
    const answers = [
      ...Array.from({ length: 9 }, () => 'inconclusive' as const),
      'accepted' as const,
      'refused' as const,
    ]
    const results = summarizePortion(
      answers.map((answer, i) => ({
        ...member('a'),
        description: `omits: ${i}`,
        answer,
        session: `s-${i}`,
        reason: 'private',
      })),
      true,
    )

    expect(results.filter(({ session }) => session !== undefined).map(({ description }) => description)).toEqual([
      ...['omits: 0', 'omits: 1', 'omits: 2', 'omits: 9'],
    ])
    expect(results.filter(({ members }) => members !== undefined)).toEqual([
      { ...member('a', 6), description: 'omits: 6 more', answer: 'inconclusive' },
      { ...member('a', 1), description: 'omits: 1 more' },
    ])
  })

  it('are merged into one result', () => {
    expect(mergeCounted([member('a'), member('a', 3), member('b', 1), member('a', 4)])).toEqual([
      member('a'),
      { ...member('a', 7), description: 'omits: 7 more' },
      { ...member('b', 1), description: 'omits: 1 more' },
    ])
  })
})
