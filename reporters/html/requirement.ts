import { isStandardProfile } from '../../model/decision.ts'
import { countMessages, findResultId, isHandledCorrectly } from '../../model/probe.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { findDocsPage, formatExplainCommand } from '../text/docs.ts'
import { describeLink } from '../text/followers.ts'
import { formatReproduceCommand } from '../text/reproduce.ts'
import { formatCount } from '../text/wording.ts'
import { renderFindings } from './findings.ts'
import { findFlowStep } from './flow-steps.ts'
import { type Markup, type MarkupPart, markup, prose, when } from './markup.ts'
import { outcomeStyles } from './outcomes.ts'
import type { PageContext } from './page-context.ts'
import { describeProbe } from './probe-text.ts'

/** Renders a requirement: one line, and everything that is known about it. Failures are open. */
export function renderRequirement(result: ReportedResult, context: PageContext): Markup {
  const { id, text, outcome, force, section, binds, standard } = result
  const { label, sign, tone } = outcomeStyles[outcome]
  const facts = [force, binds === 'everyone' ? binds : `the ${binds}`, standard ?? `section ${section}`].join(' · ')
  const isOpen = tone === 'bad' ? markup` open` : undefined
  return markup`
<details class="req" id="${id}" data-outcome="${outcome}" data-role="${binds}" data-section="${section}" data-force="${force}"${isOpen}><summary><span class="sign ${tone}" aria-hidden="true">${sign}</span><span class="id">${id}</span> <span class="sentence">${prose(text)}</span> <span class="facts">${facts}<span class="outcome ${tone}">${label}</span></span></summary>
<div class="body">${renderFindings(result, context)}${renderFacts(result, context)}</div></details>`
}

/** Renders what is known about a requirement, whatever its outcome. */
function renderFacts(result: ReportedResult, context: PageContext): Markup {
  const { id, outcome, passesUnder = [], inapplicableUnder = [], reason, tampering, standard, section } = result
  const isOfStandard = isStandardProfile(context.report.profile)
  const rows: readonly (readonly [string, MarkupPart])[] = [
    [
      'Outcome',
      markup`${outcomeStyles[outcome].label}${when(reason !== undefined, () => markup`: ${prose(reason ?? '')}`)}`,
    ],
    ['May follow', describeLink(result) === '' ? undefined : prose(describeLink(result))],
    ['Passes with', passesUnder.length > 0 ? passesUnder.map((each) => markup`<code>${each}</code> `) : undefined],
    [
      'Does not apply with',
      inapplicableUnder.length > 0 ? inapplicableUnder.map((each) => markup`<code>${each}</code> `) : undefined,
    ],
    ['Depends on', renderDecisions(result, context)],
    ['Step', isOfStandard ? undefined : nameStep(result)],
    [
      'Source',
      standard === undefined ? undefined : isOfStandard ? standard : `${standard}, which section ${section} refers to`,
    ],
    ['Tampering', tampering && describeTampering(tampering)],
    ['Probes', summarizeProbes(result, context)],
    ['Documentation', renderDocs(result, context)],
    ['Reproduce', markup`<code class="line">${formatReproduceCommand(context.report, id)}</code>`],
  ]
  const shown = rows.filter(([, part]) => part !== undefined)
  return markup`<dl class="about">${shown.map(([name, part]) => markup`<div><dt>${name}</dt><dd>${part}</dd></div>`)}</dl>`
}

/** Renders a link to the page of a requirement, or else the command that explains it. */
function renderDocs(result: ReportedResult, { report }: PageContext): Markup {
  const page = findDocsPage(report, result)
  return page === undefined
    ? markup`<code class="line">${formatExplainCommand(result)}</code>`
    : markup`<a href="${page}">${page}</a>`
}

/** Renders the decisions that a result depends on, with their answers. */
function renderDecisions({ dependsOn }: ReportedResult, { report }: PageContext): MarkupPart {
  if (dependsOn.length === 0) return
  const decisions = new Map(report.decisions.map((each) => [each.id, each]))
  return dependsOn.map((key) => {
    const decision = decisions.get(key)
    const note = decision?.source === 'default' ? ' (default)' : ''
    return markup`<span class="place"><code>${key}</code> = ${decision?.value ?? 'not used in this run'}${note}</span>`
  })
}

const describeTampering = ({ tried, caught }: { readonly tried: number; readonly caught: number }): MarkupPart =>
  `${caught} of ${formatCount(tried, 'tampered copy', 'tampered copies')} of what the target sent were detected`

const nameStep = (result: ReportedResult): string => {
  const { mark, name } = findFlowStep(result)
  return /\d/.test(mark) ? `${mark}, ${name}` : name
}

/** Probes that are listed for one requirement. */
const maxProbes = 20

/** Summarizes the probes that test a requirement or break it. */
function summarizeProbes({ id }: ReportedResult, { report: { probes }, known }: PageContext): MarkupPart {
  const own = probes.filter((each) => findResultId(each, known) === id || each.breaks === id)
  if (own.length === 0) return
  const wrong = own.filter((each) => findResultId(each, known) !== id && !isHandledCorrectly(each)).slice(0, maxProbes)
  return markup`${countMessages(own.filter(isHandledCorrectly))} of ${countMessages(own)} handled correctly. ${wrong.map((each) => markup`<span class="probe">${describeProbe(each, known)}</span>`)} <a href="#probes">All probes</a>`
}
