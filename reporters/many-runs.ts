import type { RunVerdict } from '../model/run-report.ts'
import { type MarkupPart, markup } from './html/markup.ts'
import { renderStaticPage } from './html/static-page.ts'
import { verdictLabels, verdictStyles } from './text/labels.ts'
import type { Paint, Style } from './text/paint.ts'
import { sanitize } from './text/sanitize.ts'
import { formatCount, formatDuration, listAll, listSome } from './text/wording.ts'

/** What one of several runs came to. */
export interface RunSummary {
  readonly name: string
  /** The configuration, as it was named. */
  readonly config: string
  /** The folder of its report, below that of all runs. */
  readonly folder: string
  readonly exitCode: number
  /** Absent if the run ended without a report. */
  readonly verdict?: RunVerdict
  /** The ids of the requirements that decide the verdict. */
  readonly failed: readonly string[]
  /** Why the verdict is what it is, or why there is no report. */
  readonly reasons: readonly string[]
  readonly milliseconds: number
}

/** A run that ended without a report is none of the verdicts. */
const noReport = 'NO REPORT'

const labelRun = ({ verdict }: RunSummary): string => (verdict === undefined ? noReport : verdictLabels[verdict])

const styleRun = ({ verdict }: RunSummary): Style => (verdict === undefined ? 'bad' : verdictStyles[verdict])

/** What decided: the requirements that failed, or else the reasons. */
const explainRun = ({ failed, reasons }: RunSummary): string =>
  sanitize(failed.length > 0 ? listSome(failed, 5) : reasons.join('; '), 200)

/** A line for one run: its verdict, and what decided it. */
export function formatRunLine(summary: RunSummary, paint: Paint): string {
  const why = explainRun(summary)
  const verdict = paint(styleRun(summary), labelRun(summary))
  return `${verdict}  ${summary.name}  ${paint('quiet', formatDuration(summary.milliseconds))}${why === '' ? '' : `  ${why}`}`
}

/** How many runs came to each verdict: `20 runs: 17 PASSED, 2 FAILED and 1 NO REPORT`. */
export function countRuns(summaries: readonly RunSummary[]): string {
  const labels = summaries.map(labelRun)
  const counts = [...Object.values(verdictLabels), noReport].flatMap((label) => {
    const count = labels.filter((each) => each === label).length
    return count === 0 ? [] : [`${count} ${label}`]
  })
  return `${formatCount(summaries.length, 'run')}: ${listAll(counts)}`
}

const style = `main { padding-block: 2rem; } h1 { font: 1.6rem/1.3 var(--serif); } .count { margin: .3rem 0 1.4rem; color: var(--soft); }
table { border-collapse: collapse; width: 100%; } th, td { padding: .45rem .8rem .45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; } .scroll { overflow-x: auto; } td.run-verdict, td.time { white-space: nowrap; } td.run-verdict { font-weight: 600; }`

/** What needs attention first: failures, then runs without a verdict. */
const rankRun = ({ exitCode }: RunSummary): number => (exitCode === 1 ? 0 : exitCode === 0 ? 2 : 1)

/** The page of all runs, those that need attention first; each leads to its report. */
export function renderManyRuns(summaries: readonly RunSummary[]): string {
  const order = [...summaries].sort((a, b) => rankRun(a) - rankRun(b))
  return renderStaticPage({
    title: countRuns(summaries),
    style,
    parts: [
      markup`<h1>Runs</h1><p class="count">${countRuns(summaries)}.</p>`,
      markup`<div class="scroll"><table><thead><tr><th scope="col">Target</th><th scope="col">Verdict</th><th scope="col">Why</th><th scope="col">Time</th></tr></thead>
<tbody>${order.map(renderRow)}</tbody></table></div>`,
    ],
  })
}

function renderRow(summary: RunSummary): MarkupPart {
  const { name, folder, verdict, milliseconds } = summary
  const link = verdict === undefined ? name : markup`<a href="${encodeURIComponent(folder)}/report.html">${name}</a>`
  return markup`<tr><th scope="row">${link}</th><td class="run-verdict ${styleRun(summary)}">${labelRun(summary)}</td><td>${explainRun(summary)}</td><td class="time">${formatDuration(milliseconds)}</td></tr>
`
}
