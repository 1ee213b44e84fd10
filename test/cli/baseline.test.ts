import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { applyBaseline } from '../../src/judge/baseline.ts'
import { computeFingerprint } from '../../src/judge/fingerprint.ts'
import { readBaseline } from '../../src/run-folder/baseline-file.ts'
import { conformant, failed, nonconformant, unavailable } from '../reporters/small-report.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

/** One that failed, and nothing else is the matter. */
const oneFailure: RunReport = {
  ...conformant,
  results: [...conformant.results, failed],
  verdict: {
    result: 'nonconformant',
    exitCode: 1,
    claimable: false,
    reasons: [{ code: 'failed', text: '1 mandatory requirement failed', count: 1 }],
  },
}

const known = { id: failed.id, fingerprint: computeFingerprint(failed), reason: 'mended with 2.1', owner: 'ana' }

let folder = ''
beforeEach(() => {
  folder = folderWith({ 'report.json': JSON.stringify(oneFailure) })
})

const file = () => join(folder, 'known.json')

/** The exit code of a run with these known failures, and what the terminal shows. */
function beside(entries: readonly object[], report: RunReport = oneFailure, waiting: readonly string[] = []) {
  writeFileSync(file(), JSON.stringify({ schemaVersion: 1, known: entries, waiting }))
  const applied = applyBaseline(report, readBaseline(file(), 'is required'), '2026-11-22')
  const said = [...createTerminalReporter((_, text) => text).render(applied)].join('\n')
  return { code: applied.verdict.exitCode, said }
}

describe('a known failure', () => {
  it('changes the exit code, and is shown', () => {
    const { code, said } = beside([known])
    expect(code).toBe(0)
    expect(said).toContain('SD-DIGEST  known failure (ana): mended with 2.1')
    expect(said).toContain('FAILED (every failure is known)  exit code 0')
  })

  it('counts on its last day, and no longer', () => {
    expect(beside([{ ...known, expires: '2999-12-31' }]).code).toBe(0)
    const { code, said } = beside([{ ...known, expires: '2020-12-31' }])
    expect(code).toBe(6)
    expect(said).toContain('known failure has expired (ana, until 2020-12-31)')
  })

  it('that has another cause ends with 6', () => {
    const { code, said } = beside([{ ...known, fingerprint: '0000000000000000' }])
    expect(code).toBe(6)
    expect(said).toContain('has another cause now')
  })

  it('that passes now is reported, and ends with 6', () => {
    const { code, said } = beside([known], { ...conformant, results: [{ ...failed, outcome: 'passed', findings: [] }] })
    expect(code).toBe(6)
    expect(said).toContain('passes now')
  })

  it('accepts no other failure', () => {
    expect(beside([{ ...known, id: 'ATT-TYP' }]).code).toBe(1)
  })

  it('accepts neither an inconclusive requirement nor an unavailable target', () => {
    expect(beside([known], nonconformant).code).toBe(3)
    expect(beside([known], nonconformant, ['NONCE-ONCE']).code).toBe(3)
    expect(beside([known], unavailable).code).toBe(4)
  })

  it('covers what could not be judged beside it', () => {
    const waiting = ['NONCE-FRESH', 'NONCE-ONCE']
    const { code, said } = beside([known], nonconformant, waiting)
    expect(code).toBe(0)
    expect(said).toContain('2 requirements could not be judged because of them: NONCE-ONCE, NONCE-FRESH')
    expect(beside([{ ...known, expires: '2020-12-31' }], nonconformant, waiting).code).toBe(6)
    expect(
      beside([], { ...nonconformant, results: nonconformant.results.filter((each) => each !== failed) }, waiting).code,
    ).toBe(3)
  })

  it.each([
    ['without a reason', { ...known, reason: ' ' }],
    ['that is none', { id: 'SD-DIGEST' }],
    ['that ends on no day', { ...known, expires: 'soon' }],
  ])('%s is refused', (_, entry) => {
    expect(() => beside([entry])).toThrow(/known\[0\]/)
  })
})

describe('the print of a failure', () => {
  const other = (at: string) =>
    computeFingerprint({ ...failed, findings: failed.findings.map((each) => ({ ...each, at })) })

  it('does not depend on texts, nor on which element of a list it was', () => {
    const findings = failed.findings.map((each) => ({
      ...each,
      actual: 'else',
      expected: 'else',
      at: '/payload/_sd/7',
    }))
    expect(computeFingerprint({ ...failed, findings })).toBe(computeFingerprint(failed))
  })

  it('depends on the place', () => {
    expect(other('/payload/_sd_alg')).not.toBe(computeFingerprint(failed))
  })
})

describe('assay baseline', () => {
  const update = (...flags: string[]) => assay(['baseline', 'update', folder, '--file', file(), ...flags])

  it('wants a reason, and keeps the one that it has', async () => {
    expect((await update()).code).toBe(2)
    expect((await update('--reason', 'first', '--owner', 'ana', '--expires', '2999-01-01')).code).toBe(0)
    expect((await update('--reason', 'second')).code).toBe(0)
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      schemaVersion: 1,
      known: [{ id: failed.id, fingerprint: known.fingerprint, reason: 'first', owner: 'ana', expires: '2999-01-01' }],
      waiting: [],
    })
  })

  it('forgets what passes', async () => {
    await update('--reason', 'first')
    writeFileSync(
      join(folder, 'report.json'),
      JSON.stringify({
        ...conformant,
        results: [{ ...failed, outcome: 'passed', findings: [], passesUnder: undefined }],
      }),
    )

    const { code, out } = await assay(['baseline', 'prune', folder, '--file', file()])

    expect({ code, out }).toEqual({ code: 0, out: `- SD-DIGEST  first\n0 known failures in ${file()}` })
  })
})
