import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { HarnessError } from '../../model/errors.ts'
import type { ProbeResult } from '../../model/probe.ts'
import type { RunReport } from '../../model/run-report.ts'
import { mergeReports, type ShardReport } from '../../src/compare/merge-reports.ts'
import { computeShard, isSelected } from '../../src/judge/selection.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { playWhole } from '../whole-run.ts'

const ids = requirements.map(({ id }) => id)
const count = 3

let whole: RunReport
let parts: readonly ShardReport[] = []
beforeAll(async () => {
  whole = (await playWhole()).report
  parts = await Promise.all(
    [1, 2, 3].map(async (index) => ({
      name: `shards/${index}`,
      report: (await playWhole({ shard: { index, count } })).report,
    })),
  )
})

const merged = (all: readonly ShardReport[]): RunReport => mergeReports(all, ids)

/** The parts, one of them changed. */
const changed = (index: number, change: (report: RunReport) => RunReport): readonly ShardReport[] =>
  parts.map((part, i) => (i === index ? { ...part, report: change(part.report) } : part))

/** What the parts are refused for. */
function refusal(all: readonly ShardReport[]): string {
  try {
    merged(all)
  } catch (error) {
    if (error instanceof HarnessError && error.code === 'ERR_SHARDS') return error.message
    throw error
  }
  return ''
}

describe('a share', () => {
  it('of each requirement is one of those there are, whatever its id', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), (id, shares) => {
        const all = Array.from({ length: shares }, (_, i) => ({ index: i + 1, count: shares }))
        expect(all.filter((shard) => isSelected(id, { only: [], skip: [], shard }))).toHaveLength(1)
      }),
    )
  })

  it('stays what it is', () => {
    expect(
      ['SD-DIGEST', 'ATT-TYP', 'NONCE-ONCE', 'STATUS-LIST'].map((id) => computeShard(id, 4)),
    ).toMatchInlineSnapshot(`
      [
        4,
        3,
        4,
        1,
      ]
    `)
  })

  it('is about as large as the others', () => {
    const sizes = Map.groupBy(ids, (id) => computeShard(id, 4))
    for (const [, own] of sizes) expect(own.length).toBeGreaterThan(ids.length / 8)
  })

  it('says which it is, and claims nothing', () => {
    const [{ report } = { report: whole }] = parts

    expect(report.selection).toEqual({ only: [], skip: [], shard: { index: 1, count }, complete: false })
    expect(report.verdict.claimable).toBe(false)
    expect(report.verdict.reasons).toContainEqual(expect.objectContaining({ code: 'partial' }))
  })
})

describe('all shares together', () => {
  it('say what one run says that judged everything', () => {
    const { results, verdict, selection, decisions } = merged(parts.toReversed())

    expect(results).toEqual(whole.results)
    expect(verdict).toEqual(whole.verdict)
    expect(selection).toEqual(whole.selection)
    expect(decisions.map(({ id }) => id).toSorted()).toEqual(whole.decisions.map(({ id }) => id).toSorted())
  })

  it('let what is recommended decide where every one of them does', () => {
    const failing = changed(1, (report) => ({
      ...report,
      results: report.results.map(({ decides: _, ...result }, i) =>
        i === 0 ? { ...result, force: 'should', outcome: 'failed' } : result,
      ),
    }))
    const strictly = failing.map((part) => ({
      ...part,
      report: {
        ...part.report,
        strict: true,
        results: part.report.results.map((result) => ({ ...result, decides: 'strict' as const })),
      },
    }))

    expect(merged(strictly)).toMatchObject({ strict: true, verdict: { result: 'nonconformant', exitCode: 1 } })
    expect(merged(failing).verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
  })

  it('count what each of them did', () => {
    expect(merged(parts).traffic.calls).toBe(count * whole.traffic.calls)
  })

  it('fail where one of them does', () => {
    const failing = changed(1, (report) => ({
      ...report,
      results: report.results.map((result, i) =>
        i === 0 ? { ...result, force: 'must', decides: 'mandatory', outcome: 'failed' } : result,
      ),
    }))

    expect(merged(failing).verdict).toMatchObject({ result: 'nonconformant', exitCode: 1 })
  })

  it('were interrupted where one of them was, and are no verdict where one lost its target', () => {
    const interrupted = changed(2, (report) => ({ ...report, verdict: { ...report.verdict, result: 'interrupted' } }))
    const lost = changed(0, (report) => ({
      ...report,
      sessions: report.sessions.map((session) => ({ ...session, ended: 'unavailable', reason: 'no answer' })),
    }))

    expect(merged(interrupted).verdict.exitCode).toBe(130)
    expect(merged(lost).verdict).toMatchObject({ result: 'unavailable', exitCode: 4 })
  })
})

describe('reports of different runs', () => {
  it.each<readonly [string, (report: RunReport) => RunReport]>([
    ['the seed', (report) => ({ ...report, seed: '43' })],
    ['the profile', (report) => ({ ...report, profile: 'document-rfc9901' })],
    ['the number of requirements', (report) => ({ ...report, tool: { ...report.tool, requirements: 1 } })],
    ['the version of assay', (report) => ({ ...report, tool: { ...report.tool, version: '9.9.9' } })],
    ['the targets', (report) => ({ ...report, actors: [{ role: 'issuer', url: 'https://other.example' }] })],
    ['the product', (report) => ({ ...report, subject: { vendor: 'another' } })],
    ['the gate', (report) => ({ ...report, strict: true })],
    ['the selection', (report) => ({ ...report, selection: { ...report.selection, only: ['SD-*'] } })],
    [
      'the number of shards',
      (report) => ({ ...report, selection: { ...report.selection, shard: { index: 2, count: 4 } } }),
    ],
  ])('are rejected by what differs: %s', (what, change) => {
    expect(refusal(changed(1, change))).toBe(`shards/2 and shards/1 are shards of different runs: ${what} differs`)
  })

  it('are rejected if an answer differs', () => {
    const [decision] = parts[0]?.report.decisions ?? []
    const answered = changed(1, (report) => ({
      ...report,
      decisions: [{ id: decision?.id ?? '', value: 'another', source: 'configured' }],
    }))

    expect(refusal(answered)).toContain(`the answer to ${decision?.id} differs`)
  })

  it('are rejected if one of them judged everything', () => {
    expect(refusal([...parts, { name: 'out', report: whole }])).toContain('out is not the report of a shard')
  })

  it('are rejected if a shard is given twice', () => {
    expect(refusal([...parts, ...parts.slice(0, 1)])).toBe('shards/1 and shards/1 are both shard 1 of 3')
  })
})

describe('a missing shard', () => {
  it('is named', () => {
    expect(refusal(parts.slice(0, 1))).toBe('missing shards 2, 3 of 3')
    expect(refusal(parts.slice(1))).toBe('missing shard 1 of 3')
    expect(refusal([])).toBe('there is nothing to merge')
  })
})

describe('what was put before judges', () => {
  const probe = (deed: string, members?: number): ProbeResult => ({
    ...{
      id: 'A/lies',
      requirement: 'CRED-REFUSED',
      receiver: 'verifier',
      description: deed,
      expected: 'refused',
      answer: 'refused',
    },
    ...(members !== undefined && { members }),
  })

  it('stays the same, whether it is listed one by one or counted', () => {
    const probes = [probe('lies: 1'), probe('lies: 2'), probe('lies: 40 more', 40)]
    const all = parts.map((part) => ({ ...part, report: { ...part.report, probes } }))

    expect(merged(all).probes).toEqual(probes)
  })

  it.each([
    ['accepted', { answer: 'accepted' as const }],
    ['in a wrong form', { wrong: 'with the status 422, not 400' }],
  ])('is as bad as it was in any of them: %s', (_, how) => {
    const bad = { ...probe('lies: 1'), ...how }
    const all = parts.map((part, i) => ({
      ...part,
      report: { ...part.report, probes: [i === 1 ? bad : probe('lies: 1')] },
    }))

    expect(merged(all).probes).toEqual([bad])
  })
})
