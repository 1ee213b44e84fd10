import { describe, expect, it } from 'vitest'
import { compiler } from '../tools/generate-validators.ts'
import { readSchemas } from '../tools/schemas.ts'
import { changed } from './protocol/shape-examples.ts'
import { conformant, nonconformant, unavailable } from './reporters/small-report.ts'
import { playWhole } from './whole-run.ts'

const isReport = compiler().compile(readSchemas().get('report') ?? false)

/** A value as it is written. */
const told = (value: unknown): never => JSON.parse(JSON.stringify(value)) as never // whatever it is, it is JSON

const errorsIn = (report: unknown): readonly unknown[] => {
  isReport(told(report))
  return (isReport.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
}

describe('a report', () => {
  it('of a whole run is what its schema says', async () => {
    expect(errorsIn((await playWhole()).report)).toEqual([])
  })

  it('of a part of the requirements is what its schema says', async () => {
    expect(errorsIn((await playWhole({ only: ['SD-*'], skip: ['SD-DIGEST'] })).report)).toEqual([])
  })

  it.each(Object.entries({ conformant, nonconformant, unavailable }))(
    'that is %s is what its schema says',
    (_, report) => {
      expect(errorsIn(report)).toEqual([])
    },
  )
})

describe('a conformant report', () => {
  it.each<readonly [string, readonly (readonly [string, unknown])[]]>([
    ['has an unknown member', [['/surprise', 1]]],
    ['has an unknown member in its verdict', [['/verdict/surprise', 1]]],
    ['has an unknown member in a result', [['/results/0/surprise', 1]]],
    ['has an unknown member in a session', [['/sessions/0/surprise', 1]]],
    ['is of another version', [['/schemaVersion', 1]]],
    ['began at no time', [['/startedAt', 'yesterday']]],
    ['is under no preset', [['/profile', 'mine']]],
    ['has no cast', [['/cast', []]]],
    [
      'ends with another code',
      [
        ['/verdict/exitCode', 1],
        ['/verdict/claimable', false],
      ],
    ],
    ['is claimable with a reason against it', [['/verdict/reasons', [{ code: 'partial', text: 'x', count: 1 }]]]],
    ['is claimable although a part was left out', [['/selection', { only: ['A-*'], skip: [], complete: false }]]],
    ['is complete although a part was left out', [['/selection/skip', ['A-*']]]],
    ['is claimable on an assumption', [['/decisions/0/source', 'default']]],
    ['is claimable without a result', [['/results', []]]],
    [
      'is claimable after a session that stopped',
      [
        ['/sessions/0/ended', 'stopped'],
        ['/sessions/0/reason', 'x'],
      ],
    ],
    [
      'is claimable and not conformant',
      [
        ['/verdict/result', 'inconclusive'],
        ['/verdict/exitCode', 3],
      ],
    ],
    [
      'has a session that stopped for no reason',
      [
        ['/sessions/0/ended', 'stopped'],
        ['/verdict/claimable', false],
      ],
    ],
    ['has a session that completed for a reason', [['/sessions/0/reason', 'x']]],
    ['has a loss that is none', [['/sessions/0/transportError', 'timeout']]],
    ['has a finding where it passed', [['/results/0/findings', nonconformant.results[2]?.findings]]],
    ['passes under something where it passed', [['/results/0/passesUnder', ['rfc9901']]]],
    ['is untested for no reason', [['/results/0/outcome', 'untested']]],
    ['does not apply for no reason', [['/results/0/outcome', 'inapplicable']]],
    ['passed with a remark that is not told', [['/results/0/outcome', 'passedNonStrict']]],
    [
      'hides a defect',
      [
        ['/results/0/outcome', 'harnessError'],
        ['/results/0/reason', 'x'],
      ],
    ],
  ])('is refused if it %s', (_, changes) => {
    expect(errorsIn(changed(told(conformant), changes))).not.toEqual([])
  })
})

describe('a report that is not conformant', () => {
  it.each<readonly [string, readonly (readonly [string, unknown])[]]>([
    ['failed without a finding', [['/results/2/findings', []]]],
    ['cannot tell for no reason', [['/results/3/reason', undefined]]],
    ['cannot tell for an empty reason', [['/results/3/reason', '']]],
    ['has no reasons', [['/verdict/reasons', []]]],
    ['has only footnotes for reasons', [['/verdict/reasons', nonconformant.verdict.reasons.slice(2)]]],
    ['ends with 0', [['/verdict/exitCode', 0]]],
    ['is claimable', [['/verdict/claimable', true]]],
    ['has nothing that failed', [['/results', conformant.results]]],
    [
      'is unavailable and ends with another code',
      [
        ['/verdict/result', 'unavailable'],
        ['/verdict/exitCode', 1],
      ],
    ],
    [
      'is unavailable, and nothing was lost',
      [
        ['/verdict/result', 'unavailable'],
        ['/verdict/exitCode', 4],
      ],
    ],
    [
      'is interrupted, and nobody did',
      [
        ['/verdict/result', 'interrupted'],
        ['/verdict/exitCode', 130],
      ],
    ],
    [
      'is inconclusive and ends with 0',
      [
        ['/verdict/result', 'inconclusive'],
        ['/verdict/exitCode', 0],
      ],
    ],
    [
      'is a defect that is not told',
      [
        ['/verdict/result', 'harnessError'],
        ['/verdict/exitCode', 5],
      ],
    ],
    ['counts no requirement', [['/verdict/reasons/0/count', 0]]],
  ])('is refused if it %s', (_, changes) => {
    expect(errorsIn(changed(told(nonconformant), changes))).not.toEqual([])
  })

  it('is refused if a message was lost in an unknown way', () => {
    expect(errorsIn(changed(told(unavailable), [['/sessions/0/transportError', undefined]]))).not.toEqual([])
  })
})

/** For each verdict, reasons that go with it and its code: the twin with another code is refused. */
describe('a verdict', () => {
  const reason = (code: string) => [{ code, text: 'x', count: 1 }]

  it.each([
    ['inconclusive', 3, 'inconclusive'],
    ['unavailable', 4, 'unavailable'],
    ['harnessError', 5, 'harnessError'],
    ['interrupted', 130, 'interrupted'],
  ])('of %s ends with %i and nothing else', (result, exitCode, code) => {
    const report = { ...conformant, verdict: { result, exitCode, claimable: false, reasons: reason(code) } }

    expect(errorsIn(report)).toEqual([])
    expect(errorsIn({ ...report, verdict: { ...report.verdict, exitCode: 1 } })).not.toEqual([])
  })
})
