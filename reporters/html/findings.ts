import { countMessages, findResultId, isHandledCorrectly } from '../../model/probe.ts'
import type { LocatedFinding } from '../../model/report.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { formatCount } from '../text/wording.ts'
import { findMessage, listMessages, type ShownSide } from './finding-messages.ts'
import { groupInOrder } from './grouping.ts'
import { type Markup, type MarkupPart, markup, prose, when } from './markup.ts'
import { renderFindingMessage } from './message.ts'
import type { PageContext } from './page-context.ts'
import { describeProbe } from './probe-text.ts'
import type { RecordedSession } from './recorded-sessions.ts'
import { renderMessageDiagram } from './sequence-diagram.ts'

/** Findings that are shown in full, places that are named for each, and probes and sessions that are listed. */
const limits = { findings: 8, places: 4, probes: 20, sessions: 20 } as const

/** Renders the findings of a failed requirement, the place in its session, and the message. */
export function renderFindings(result: ReportedResult, context: PageContext): MarkupPart {
  if (result.findings.length === 0) return
  const { sessions, report, known } = context
  const own = report.probes.filter((each) => findResultId(each, known) === result.id)
  const probes = new Set(own.map(({ id }) => id))
  const findings = result.findings.filter(({ kind, at }) => kind !== 'exchange' || !probes.has(at))
  const messages = listMessages(result, sessions)
  return markup`${renderWrongProbes(result, context)}${renderDifferences(findings)}
${messages[0] ? renderPlace(result, messages, sessions) : renderSessionLinks(result, sessions)}`
}

/** Renders the probes that the target did not handle correctly, the inconclusive ones last. */
function renderWrongProbes({ id }: ReportedResult, { report: { probes }, known }: PageContext): MarkupPart {
  const wrong = probes
    .filter((each) => findResultId(each, known) === id && !isHandledCorrectly(each))
    .toSorted((a, b) => Number(a.answer === 'inconclusive') - Number(b.answer === 'inconclusive'))
  const rest = wrong.length - limits.probes
  return when(
    wrong.length > 0,
    () =>
      markup`<h4>Probes not handled correctly: ${countMessages(wrong)}</h4><ul class="probe-list">${wrong.slice(0, limits.probes).map((each) => markup`<li>${describeProbe(each, known)}</li>`)}${when(rest > 0, () => markup`<li>and <a href="#probes">${rest} more</a></li>`)}</ul>`,
  )
}

function renderDifferences(findings: readonly LocatedFinding[]): MarkupPart {
  if (findings.length === 0) return
  const groups = groupInOrder(findings, ({ expected, actual, diagnosis }) =>
    JSON.stringify([expected, actual, diagnosis]),
  )
  const rest = groups.length - limits.findings
  return markup`<h4>${findings.length === 1 ? 'Finding' : `${findings.length} findings`}</h4>
${groups.slice(0, limits.findings).map(([, group]) => renderDifference(group))}${when(rest > 0, () => markup`<p>And ${formatCount(rest, 'more finding')}.</p>`)}`
}

/** Renders one difference, found in one place or in many. */
function renderDifference(group: readonly LocatedFinding[]): MarkupPart {
  const [first] = group
  if (!first) return
  const places = [...new Set(group.map(namePlace))]
  const rest = places.length - limits.places
  return markup`<dl class="finding"><div><dt>Place</dt><dd>${places.slice(0, limits.places).map((place) => markup`<span class="place">${place}</span>`)}${when(rest > 0, () => markup`<span class="place">and ${rest} more</span>`)}</dd></div><div><dt>Expected</dt><dd>${prose(first.expected)}</dd></div><div><dt>Actual</dt><dd class="actual">${prose(first.actual)}</dd></div>${when(first.diagnosis !== undefined, () => markup`<div><dt>Diagnosis</dt><dd>${prose(first.diagnosis ?? '')}</dd></div>`)}</dl>`
}

const namePlace = ({ kind, in: path, at, session }: LocatedFinding): string =>
  [session === undefined ? '' : `session ${session}`, kind, path, at].filter((part) => part !== '').join(' › ')

/** Renders the first message with a finding, and links to the others. */
function renderPlace(
  result: ReportedResult,
  messages: readonly ShownSide[],
  sessions: readonly RecordedSession[],
): MarkupPart {
  const [first, ...others] = messages
  if (!first) return
  const { recorded, line, side } = first
  const finding = result.findings.find((each) => findMessage(each, sessions)?.line === line)
  return markup`<h4>The message</h4>
<figure>${renderMessageDiagram(first, result.id)}<figcaption>The ${side} of <a href="#message-${line.number}">message ${line.number}</a> in <a href="#${recorded.anchor}">session ${recorded.session}</a>, from the ${line.from} to the ${line.to}.${renderOtherMessages(others)}</figcaption></figure>
${finding ? renderFindingMessage(first, finding) : undefined}`
}

/** Renders links to the sessions of findings that are about no single message. */
function renderSessionLinks({ findings }: ReportedResult, sessions: readonly RecordedSession[]): MarkupPart {
  const names = new Set(findings.map(({ session }) => session))
  const own = sessions.filter(({ session }) => names.has(session)).slice(0, limits.sessions)
  const links = own.map(
    ({ anchor, session }, i): Markup => markup`${i > 0 ? ', ' : ''}<a href="#${anchor}">session ${session}</a>`,
  )
  return when(own.length > 0, () => markup`<p>Found in ${links}.</p>`)
}

const renderOtherMessages = (others: readonly ShownSide[]): MarkupPart =>
  when(others.length > 0, () => {
    const rest = others.length - limits.places
    return markup` Also in message ${others.slice(0, limits.places).map(({ line, side }, i) => markup`${i > 0 ? ', ' : ''}<a href="#message-${line.number}">${line.number} (${side})</a>`)}${when(rest > 0, () => ` and ${rest} more`)}.`
  })
