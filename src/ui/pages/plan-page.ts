import { getWhole } from '../../../model/requirement.ts'
import type { RunReport } from '../../../model/run-report.ts'
import { type Markup, markup, prose, when } from '../../../reporters/html/markup.ts'
import { outcomeStyles } from '../../../reporters/html/outcomes.ts'
import { countRequired } from '../../../reporters/result-status.ts'
import { describeCounts } from '../../../reporters/text/counts.ts'
import { formatCount } from '../../../reporters/text/wording.ts'
import { type ListedRow, type PlanList, plannedSuite } from '../../../suites/planned.ts'
import type { StandardPlanRow } from '../../harness/list-plan.ts'
import { sortByOutcome } from '../../judge/merge-results.ts'
import type { PickedSuite } from '../settings/choice.ts'
import { type ConsoleContext, renderTitle } from './layout.ts'

/** Renders the plan of a role: what the configuration lacks, and every requirement that decides. */
export function renderPlanPage(
  plan: ShownPlan,
  context: ConsoleContext,
  last: RunReport | undefined,
  suites: readonly PickedSuite[] = [],
): Markup {
  const { role, rows, lacks, profile, version } = plan
  const deciding = rows.filter(({ optional }) => !optional)
  const optional = rows.length - deciding.length
  const outcomes = mapWorstOutcomes(last?.results ?? [])
  const lacking = new Set(lacks.flatMap((lack) => lack.rows))
  return markup`${renderTitle(`Plan of the ${role}`, `Everything that must pass before you can claim conformance: profile ${profile}, version ${version}.`)}
${renderRoles(plan, suites, context)}
<section class="part" aria-labelledby="lacks"><h2 id="lacks">Missing in the configuration</h2>
${lacks.length === 0 ? markup`<p class="lead">Nothing.</p>` : markup`<ul class="items">${lacks.map(({ what, rows: concerned }) => markup`<li><span class="sign doubt" aria-hidden="true">!</span><div><p>${prose(what)}</p><details><summary>${formatCount(concerned.length, 'entry', 'entries')} need it</summary><p>${concerned.map((id) => markup`<a class="explain" href="${context.base}/explain/${encodeURIComponent(id)}">${id}</a> `)}</p></details></div></li>`)}</ul>`}
</section>
<section class="part" aria-labelledby="rows"><h2 id="rows">Requirements of the plan</h2>
<p class="lead">${formatCount(deciding.length, 'requirement')} to pass, and ${optional} that are judged if the target uses them. ${last ? `In the last run, ${describeCounts(countRequired(last))} The last column has its outcomes.` : 'The last column shows the outcomes once you have run the tests.'}</p>
<table class="rows"><thead><tr><th scope="col">Requirement</th><th scope="col">What it requires, and where it is seen</th><th scope="col">Last run</th></tr></thead>
<tbody>${rows.map((row) => renderRow(row, context, lacking.has(row.id), outcomes.get(row.id)))}</tbody></table>
</section>`
}

/** Renders the plans that there are: of every suite and role. The document also has one of all roles together. */
const renderRoles = ({ role, profile }: ShownPlan, suites: readonly PickedSuite[], { base }: ConsoleContext): Markup =>
  markup`<div class="picker" role="group" aria-label="Plans"><ul>${suites.map(({ name, title, roles, on }) => {
    const isShown =
      on === undefined ? suites.every((each) => each.name !== profile || each.on === undefined) : name === profile
    return markup`<li><span class="suite">${title}</span> <span class="roles">${(on === undefined ? plannedSuite.planNames : roles).map((each) => markup`<a href="${base}/plan?suite=${name}&amp;role=${each}"${when(isShown && each === role, () => markup` aria-current="true"`)}>${each.replace('-', ' ')}</a>`)}</span></li>`
  })}</ul></div>`

/** A plan of the document, or of a standard. */
export interface ShownPlan extends Pick<PlanList, 'profile' | 'version' | 'registry' | 'lacks'> {
  readonly role: string
  readonly rows: readonly (ListedRow | StandardPlanRow)[]
}

/** The outcome of each requirement: of several parts, that of the worst. */
const mapWorstOutcomes = (
  results: RunReport['results'],
): ReadonlyMap<string, RunReport['results'][number]['outcome']> =>
  new Map(
    sortByOutcome(results)
      .toReversed()
      .map(({ id, outcome }) => [getWhole(id), outcome]),
  )

function renderRow(
  { id, text, shows, needs = [], optional, counts }: ListedRow | StandardPlanRow,
  { base }: ConsoleContext,
  isLacking: boolean,
  outcome: RunReport['results'][number]['outcome'] | undefined,
): Markup {
  const style = outcome && outcomeStyles[outcome]
  return markup`<tr><th scope="row"><a class="explain" href="${base}/explain/${encodeURIComponent(id)}">${id}</a></th><td>${prose(text)} <span class="place quiet">${[optional ? 'optional' : counts, `seen in: ${[shows, ...needs].join('; ')}`].join(' · ')}</span></td><td>${style ? markup`<span class="${style.tone}">${style.sign} ${style.label}</span>` : undefined}${when(isLacking, () => markup` <span class="tag doubt">lacks</span>`)}</td></tr>`
}
