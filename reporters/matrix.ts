import type { Outcome } from '../model/report.ts'
import type { RunReport } from '../model/run-report.ts'
import { outcomeLabels, verdictLabels } from './text/labels.ts'
import { nameVerdict } from './text/verdict.ts'

/** A run with the name of its column. */
export interface NamedRun {
  readonly name: string
  readonly report: RunReport
}

/** A row of the matrix: a requirement, and its outcome in each run. */
interface MatrixRow {
  readonly id: string
  readonly text: string
  readonly outcomes: readonly Outcome[]
}

/** Lists the requirements that were tested in at least one run. */
function listRows(runs: readonly NamedRun[]): readonly MatrixRow[] {
  const ids = [...new Set(runs.flatMap(({ report }) => report.results.map(({ id }) => id)))]
  const byRun = runs.map(({ report }) => new Map(report.results.map((result) => [result.id, result])))
  return ids.flatMap((id) => {
    const outcomes = byRun.map((results) => results.get(id)?.outcome ?? 'untested')
    const isTested = outcomes.some((outcome) => outcome !== 'untested' && outcome !== 'inapplicable')
    const text = byRun.map((results) => results.get(id)?.text).find((each) => each !== undefined) ?? ''
    return isTested ? [{ id, text, outcomes }] : []
  })
}

const nameOutcome = (outcome: Outcome): string => (outcome === 'failed' ? 'FAILED' : outcomeLabels[outcome])

/** Escapes a text from a report, which may come from anywhere. */
const escapeHtml = (text: string): string =>
  text
    .slice(0, 200)
    .replaceAll(/\p{C}/gu, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const escapeCell = (text: string): string =>
  escapeHtml(text)
    .replaceAll('|', '&#124;')
    .replaceAll(/[\r\n]+/g, ' ')

/** The matrix in Markdown. */
export function* renderMatrixMarkdown(runs: readonly NamedRun[]): Generator<string> {
  yield `| Requirement | ${runs.map(({ name }) => escapeCell(name)).join(' | ')} |`
  yield `| --- | ${runs.map(() => '---').join(' | ')} |`
  yield `| **Verdict** | ${runs.map(({ report }) => `**${verdictLabels[report.verdict.result]}**`).join(' | ')} |`
  for (const { id, outcomes } of listRows(runs)) {
    yield `| ${escapeCell(id)} | ${outcomes.map(nameOutcome).join(' | ')} |`
  }
}

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1f24;background:#fff}table{border-collapse:collapse}
th,td{padding:.25rem .7rem;text-align:left;border-bottom:1px solid #d8dee4}thead th{position:sticky;top:0;background:#fff}
td.failed{background:#ffd8d3;font-weight:600}td.cantTell,td.harnessError{background:#fff3c4}td.passed,td.passedNonStrict{background:#e0f5e3}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}thead th{background:#0d1117}th,td{border-color:#30363d}
td.failed{background:#67201a}td.cantTell,td.harnessError{background:#5a4a10}td.passed,td.passedNonStrict{background:#173d22}}`

/** The matrix as an HTML page without scripts. */
export function* renderMatrixHtml(runs: readonly NamedRun[]): Generator<string> {
  const title = 'Implementations side by side'
  const names = runs.map(({ name }) => `<th scope="col">${escapeHtml(name)}</th>`).join('')
  const verdicts = runs.map(
    ({ report }) => `<td title="${escapeHtml(nameVerdict(report))}">${verdictLabels[report.verdict.result]}</td>`,
  )
  yield '<!doctype html>'
  yield `<html lang="en"><head><meta charset="utf-8"><title>${title}</title>`
  yield '<meta name="viewport" content="width=device-width,initial-scale=1">'
  yield `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`
  yield `<style>${style}</style></head><body><main><h1>${title}</h1><table>`
  yield `<thead><tr><th scope="col">Requirement</th>${names}</tr></thead><tbody>`
  yield `<tr><th scope="row">Verdict</th>${verdicts.join('')}</tr>`
  for (const { id, text, outcomes } of listRows(runs)) {
    const cells = outcomes.map((outcome) => `<td class="${outcome}">${nameOutcome(outcome)}</td>`).join('')
    yield `<tr><th scope="row" title="${escapeHtml(text)}">${escapeHtml(id)}</th>${cells}</tr>`
  }
  yield '</tbody></table></main></body></html>'
}
