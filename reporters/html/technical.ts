import type { RecordLine } from '../../src/model/record.ts'
import type { ResultTold, RunReport } from '../../src/model/run-report.ts'
import { counted } from '../lines.ts'
import { bySection, coverage } from './coverage.ts'
import { exchange } from './exchange.ts'
import { type Markup, markup, when } from './markup.ts'
import { probes } from './probes.ts'
import { requirement } from './requirement.ts'
import { marksOf, scenesOf, withSessions } from './scenes.ts'
import { targetsOf, tellings } from './words.ts'

/** The view for whoever mends: every requirement, what was put before the target, and the messages. */
export function technical(run: RunReport, record: readonly RecordLine[] | undefined): Markup {
  const report = { ...run, results: withSessions(run) }
  const scenes = scenesOf(report, record)
  const setting = { report, scenes, known: new Set(report.results.map(({ id }) => id)) }
  const tested = new Set(targetsOf(report).map(({ role }) => role))
  const { results } = report
  return markup`
<h1 class="title">Requirement by requirement</h1>
${when(report.verdict.result === 'unavailable', () => markup`<p class="warning">A message was lost. What follows is what was seen until then; nothing in it is said of the target.</p>`)}
${coverage(results)}
<section aria-labelledby="requirements" class="part">
<h2 id="requirements">Requirements</h2>
${filters(results)}
${bySection(results).map(([section, own], i) => markup`<section class="group" aria-labelledby="group-${i}"><h3 id="group-${i}">Section ${section} <span class="quiet">${counted(own.length, 'requirement')}</span></h3>${own.map((each) => requirement(each, setting))}</section>`)}
<p class="none" hidden>No requirement is like that.</p>
</section>
${probes(setting)}
${exchange(scenes, marksOf(results, scenes), tested)}`
}

/** What a script turns into filters; without one it is not shown, and everything is. */
const filters = (results: readonly ResultTold[]): Markup => markup`
<search class="filters scripted" aria-label="Requirements">
<p class="find"><label for="find">Search</label><input id="find" type="search" autocomplete="off" spellcheck="false"></p>
${choice('role', 'Role', unique(results, 'binds'))}${choice('section', 'Section', unique(results, 'section'))}${choice('outcome', 'Outcome', unique(results, 'outcome'), (each) => (tellings as Readonly<Record<string, { words: string }>>)[each]?.words)}${choice('force', 'Force', unique(results, 'force'))}
<p><button type="button" id="all">Show all</button></p>
<p class="shown"><output id="shown" aria-live="polite">${results.length} of ${counted(results.length, 'requirement')}</output></p>
</search>`

const unique = (results: readonly ResultTold[], key: 'binds' | 'section' | 'outcome' | 'force'): readonly string[] =>
  [...new Set(results.map((each) => each[key]))].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

const choice = (
  id: string,
  name: string,
  values: readonly string[],
  words = (each: string): string | undefined => each,
): Markup =>
  markup`<p><label for="${id}">${name}</label><select id="${id}"><option value="">all</option>${values.map((each) => markup`<option value="${each}">${words(each) ?? each}</option>`)}</select></p>`
