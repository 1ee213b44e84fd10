import type { RecordLine } from '../../model/record.ts'
import type { Role } from '../../model/role.ts'
import { describeEndpoint } from '../text/labels.ts'
import { capitalize, formatCount, listAll } from '../text/wording.ts'
import { createSideKey, type FailuresBySide } from './finding-messages.ts'
import { type Markup, type MarkupPart, markup, when } from './markup.ts'
import { renderMessage } from './message.ts'
import { describeProbe } from './probe-text.ts'
import { type RecordedSession, sortByNumber } from './recorded-sessions.ts'
import { renderSessionDiagram } from './sequence-diagram.ts'

/** Renders the sessions of a run: a diagram of each, a list, and its messages in detail. */
export const renderSessions = (
  sessions: readonly RecordedSession[],
  failures: FailuresBySide,
  tested: ReadonlySet<Role>,
): Markup => markup`
<section aria-labelledby="sessions" class="part">
<h2 id="sessions">Sessions and messages</h2>
${
  sessions.length === 0
    ? markup`<p class="lead">The messages cannot be shown: there is no record (<code>record.ndjson</code>) beside this report.</p>`
    : markup`<p class="lead">All messages of these sessions. Private values are described, not shown. A thick arrow with a cross marks a message in which a requirement failed.</p>`
}
${sessions.map((each) => renderSession(each, failures, tested))}
</section>`

function renderSession(recorded: RecordedSession, failures: FailuresBySide, tested: ReadonlySet<Role>): Markup {
  const { session, reported, probe, anchor, lines } = recorded
  const purpose = reported
    ? `${capitalize(reported.purpose)}.`
    : probe
      ? markup`${describeProbe(probe)}.`
      : 'A session with probes.'
  return markup`
<section class="session" id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title">Session <span class="name">${session}</span></h3>
<p>${purpose} ${formatCount(lines.length, 'message')}. ${describeEnd(recorded)}</p>
<figure>
${renderSessionDiagram(recorded, failures, tested)}
<figcaption><details class="as-list"><summary>The same as a list</summary><ol class="message-list">${sortByNumber(lines).map((line) => renderListItem(line, failures))}</ol></details></figcaption>
</figure>
<h4>Messages</h4>
<div class="messages">${sortByNumber(lines).map((line) => renderMessage(line, failures))}</div>
</section>`
}

function describeEnd({ reported }: RecordedSession): MarkupPart {
  if (!reported || (reported.ended === 'completed' && reported.reason === undefined)) return
  const how = reported.ended === 'completed' ? 'Completed' : `Not completed (${reported.ended})`
  return markup`<strong>${how}${when(reported.reason !== undefined, () => markup`: ${reported.reason}`)}.</strong>`
}

function renderListItem(line: RecordLine, failures: FailuresBySide): Markup {
  const { number, from, to, response, transportError } = line
  const end = transportError
    ? `, not delivered: ${transportError.message}`
    : response
      ? `, response ${response.status}`
      : ''
  const sides = (['request', 'response'] as const).flatMap((side) => failures.get(createSideKey({ line, side })) ?? [])
  const ids = [...new Set(sides)].slice(0, 8)
  return markup`<li value="${number}"><a href="#message-${number}">${describeEndpoint(line.endpoint)}</a>: ${from} to ${to}${end}${when(ids.length > 0, () => markup`. <strong>Failed here: ${listAll(ids)}.</strong>`)}</li>`
}
