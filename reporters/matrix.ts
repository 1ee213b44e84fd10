import type { Outcome } from '../src/model/report.ts'
import type { RunReport } from '../src/model/run-report.ts'

/** Several runs side by side, one of which has a name. */
export interface Named {
  readonly name: string
  readonly report: RunReport
}

const marks: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  passedNonStrict: 'remark',
  failed: 'FAILED',
  cantTell: '?',
  untested: '–',
  inapplicable: '·',
  harnessError: 'defect',
}

/** One row for each requirement that somebody was judged by, one column for each run. */
function rowsOf(runs: readonly Named[]) {
  const ids = [...new Set(runs.flatMap(({ report }) => report.results.map(({ id }) => id)))]
  const byRun = runs.map(({ report }) => new Map(report.results.map((result) => [result.id, result])))
  return ids.flatMap((id) => {
    const cells = byRun.map((results) => results.get(id)?.outcome ?? 'untested')
    const isJudged = cells.some((outcome) => outcome !== 'untested' && outcome !== 'inapplicable')
    const text = byRun.map((results) => results.get(id)?.text).find((each) => each !== undefined) ?? ''
    return isJudged ? [{ id, text, cells }] : []
  })
}

const inTable = (text: string): string =>
  escaped(text)
    .replaceAll('|', '&#124;')
    .replaceAll(/[\r\n]+/g, ' ')

/** What stands in a report may come from anybody. */
const escaped = (text: string): string =>
  text
    .slice(0, 200)
    .replaceAll(/\p{C}/gu, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The table in Markdown. */
export function* matrixMarkdown(runs: readonly Named[]): Generator<string> {
  yield `| requirement | ${runs.map(({ name }) => inTable(name)).join(' | ')} |`
  yield `| --- | ${runs.map(() => '---').join(' | ')} |`
  yield `| **verdict** | ${runs.map(({ report }) => `**${report.verdict.result}**`).join(' | ')} |`
  for (const { id, cells } of rowsOf(runs)) {
    yield `| ${inTable(id)} | ${cells.map((outcome) => marks[outcome]).join(' | ')} |`
  }
}

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1f24;background:#fff}table{border-collapse:collapse}
th,td{padding:.25rem .7rem;text-align:left;border-bottom:1px solid #d8dee4}thead th{position:sticky;top:0;background:#fff}
td.failed{background:#ffd8d3;font-weight:600}td.cantTell,td.harnessError{background:#fff3c4}td.passed,td.passedNonStrict{background:#e0f5e3}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}thead th{background:#0d1117}th,td{border-color:#30363d}
td.failed{background:#67201a}td.cantTell,td.harnessError{background:#5a4a10}td.passed,td.passedNonStrict{background:#173d22}}`

/** The table as a page of its own, without a script. */
export function* matrixHtml(runs: readonly Named[]): Generator<string> {
  yield '<!doctype html>'
  yield '<html lang="en"><head><meta charset="utf-8"><title>Implementations side by side</title>'
  yield '<meta name="viewport" content="width=device-width,initial-scale=1">'
  yield `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`
  yield `<style>${style}</style></head><body><main><h1>Implementations side by side</h1><table>`
  yield `<thead><tr><th scope="col">requirement</th>${runs.map(({ name }) => `<th scope="col">${escaped(name)}</th>`).join('')}</tr></thead><tbody>`
  yield `<tr><th scope="row">verdict</th>${runs.map(({ report }) => `<td>${escaped(report.verdict.result)}</td>`).join('')}</tr>`
  for (const { id, text, cells } of rowsOf(runs)) {
    const outcomes = cells.map((outcome) => `<td class="${outcome}">${marks[outcome]}</td>`).join('')
    yield `<tr><th scope="row" title="${escaped(text)}">${escaped(id)}</th>${outcomes}</tr>`
  }
  yield '</tbody></table></main></body></html>'
}
