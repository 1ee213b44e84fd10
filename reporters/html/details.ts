import type { RecordLine } from '../../model/record.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { outcomeLabels } from '../text/labels.ts'
import { listTargets } from '../text/targets.ts'
import { formatCount } from '../text/wording.ts'
import { groupByNumber, renderCoverage } from './coverage.ts'
import { collectFailures } from './finding-messages.ts'
import { type Markup, markup, when } from './markup.ts'
import { renderProbes } from './probes.ts'
import { addProbeSessions, selectSessions } from './recorded-sessions.ts'
import { renderRequirement } from './requirement.ts'
import { renderSessions } from './sessions.ts'

/** Renders the view for developers: every requirement, the probes, and the messages. */
export function renderDetails(run: RunReport, record: readonly RecordLine[] | undefined): Markup {
  const report = { ...run, results: addProbeSessions(run) }
  const { results } = report
  const sessions = selectSessions(report, record)
  const context = { report, sessions, known: new Set(results.map(({ id }) => id)) }
  const tested = new Set(listTargets(report).map(({ role }) => role))
  return markup`
<h1 class="title">Details</h1>
${when(report.verdict.result === 'unavailable', () => markup`<p class="warning">The target was unavailable. The results cover what was received until then. The missing message may have caused a failure.</p>`)}
${renderCoverage(results)}
<section aria-labelledby="requirements" class="part">
<h2 id="requirements">Requirements</h2>
${renderFilters(results)}
${groupByNumber(results).map(([section, own], i) => markup`<section class="group" aria-labelledby="group-${i}"><h3 id="group-${i}">Section ${section} <span class="quiet">${formatCount(own.length, 'requirement')}</span></h3>${own.map((each) => renderRequirement(each, context))}</section>`)}
<p class="none" hidden>No requirement matches the filters.</p>
</section>
${renderProbes(context)}
${renderSessions(sessions, collectFailures(results, sessions), tested)}`
}

/** Renders the filters. They are shown only where scripts run; without them, all requirements are shown. */
const renderFilters = (results: readonly ReportedResult[]): Markup => markup`
<search class="filters scripted" aria-label="Requirements">
<p class="find"><label for="find">Search</label><input id="find" type="search" autocomplete="off" spellcheck="false"></p>
${renderChoice('role', 'Role', listValues(results, 'binds'))}${renderChoice('section', 'Section', listValues(results, 'section'))}${renderChoice('outcome', 'Outcome', listValues(results, 'outcome'), outcomeLabels)}${renderChoice('force', 'Force', listValues(results, 'force'))}
<p><button type="button" id="all">Show all</button></p>
<p class="shown"><output id="shown" aria-live="polite">${results.length} of ${results.length} shown</output></p>
</search>`

/** Lists the values that a member has in the results, each once. */
const listValues = (
  results: readonly ReportedResult[],
  member: 'binds' | 'section' | 'outcome' | 'force',
): readonly string[] =>
  [...new Set(results.map((each) => each[member]))].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

const renderChoice = (
  id: string,
  name: string,
  values: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): Markup =>
  markup`<p><label for="${id}">${name}</label><select id="${id}"><option value="">all</option>${values.map((each) => markup`<option value="${each}">${labels[each] ?? each}</option>`)}</select></p>`
