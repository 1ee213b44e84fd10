import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { writeHeadline } from '../../reporters/html/headline.ts'
import { countRequired } from '../../reporters/result-status.ts'
import { openHistory } from '../../src/ui/history.ts'
import { renderPlanPage } from '../../src/ui/pages/plan-page.ts'
import type { PlanList } from '../../suites/document/run/plan-list.ts'
import { failed, nonconformant } from '../reporters/small-report.ts'
import { folderWith } from '../temporary-folder.ts'

const { decides: _, ...advice } = { ...failed, id: 'ADVICE', force: 'should' as const }
const report: RunReport = { ...nonconformant, results: [...nonconformant.results, advice] }

describe('the history', () => {
  it('counts what the headline of the run counts: the requirements that count for the verdict', async () => {
    const folder = folderWith()
    mkdirSync(join(folder, 'one'))
    writeFileSync(join(folder, 'one/report.json'), JSON.stringify(report))
    const history = await openHistory(folder)

    const [run] = history.list()
    history.close()

    expect(run?.counts).toEqual(countRequired(report))
    expect(writeHeadline(report).sentences.join(' ')).toContain(`${run?.counts.failed} failed`)
    expect(run?.counts).toMatchObject({ failed: 1, inconclusive: 2 })
  })
})

describe('the plan', () => {
  it('shows a requirement by the worst of its parts', () => {
    const [part, rest] = [`${failed.id}/ATT-TYP`, failed.id]
    const row = { id: rest, text: 'x', counts: 'mandatory', shows: 'x', role: 'issuer' } as const
    const plan: PlanList = { role: 'issuer', profile: 'document', version: '1', registry: 'x', rows: [row], lacks: [] }
    const show = (...outcomes: readonly (readonly [string, 'passed' | 'failed'])[]): string =>
      renderPlanPage(plan, { base: '' } as never, {
        ...report,
        results: outcomes.map(([id, outcome]) => ({ ...failed, id, outcome })),
      }).text

    expect(show([part, 'failed'], [rest, 'passed'])).toContain('failed</span>')
    expect(show([rest, 'passed'], [part, 'failed'])).toContain('failed</span>')
    expect(show([part, 'passed'], [rest, 'passed'])).toContain('passed</span>')
  })
})
