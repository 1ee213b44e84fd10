import { writeHeadline } from '../../../reporters/html/headline.ts'
import { lines, Markup, type MarkupPart, markup, prose, when } from '../../../reporters/html/markup.ts'
import { renderMessage } from '../../../reporters/html/message.ts'
import type { Tone } from '../../../reporters/html/outcomes.ts'
import { transportErrorHints } from '../../../reporters/text/labels.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { capitalize, formatCount } from '../../../reporters/text/wording.ts'
import { renderLink } from '../../drivers/manual/page-html.ts'
import { renderQrSvg } from '../../drivers/manual/qr-code.ts'
import {
  mostOthers,
  plannedSessions,
  type RunState,
  type ShownFinding,
  type ShownMessage,
  type ShownTask,
} from '../live-run.ts'
import { renderRowActs } from './acts.ts'
import type { ConsoleContext } from './layout.ts'
import { renderResult } from './result.ts'

/** What the page of the current run shows. */
export interface RunPage {
  readonly context: ConsoleContext
  readonly state: RunState
  /** What is tested, as the subject of a sentence. */
  readonly tested: string
  /** Whether there is a configuration, or targets were given. */
  readonly isConfigured: boolean
  /** Whether negative tests are sent unless the user wants none. */
  readonly sendsProbes: boolean
  /** Why the settings cannot be read. */
  readonly problem?: string
  /** What is wrong with the form that was sent, and what it held. */
  readonly refused?: { readonly why: string; readonly only: string }
}

/** Renders the page of the current run. */
export const renderRunPage = (page: RunPage): Markup => markup`${renderStatus(page)}
${renderTask(page)}
${renderResultPart(page)}
<section class="part" aria-labelledby="messages-title">
<h2 id="messages-title">Messages</h2>
<p class="lead">Messages appear here as they arrive, with private values described instead of shown. Findings are preliminary until the run ends. The list keeps the last few probes and those with findings; the report has all of them.</p>
<h3 class="visually-hidden">In the order of responses</h3>
${renderMessages(page)}
<p class="quiet none-yet">Nothing yet.</p>
</section>
<p class="warning" id="lost" hidden>The console cannot be reached. If <code>assay ui</code> has stopped, start it again and open the new URL.</p>`

/** The parts of the page that change with the state of the run. */
export const renderChangingParts = (page: RunPage): readonly { readonly part: string; readonly html: string }[] => [
  { part: 'status', html: renderStatus(page).text },
  { part: 'task', html: renderTask(page).text },
]

/** Writes what a screen reader says, and the title of the window. */
export function describeState({ state, tested }: RunPage): string {
  if (state.phase === 'running') return state.task ? `${state.task.title}: ${state.task.role}` : `Testing ${tested}`
  if (state.phase === 'stopping') return 'Stopping'
  if (state.phase === 'over') return state.stored ? writeHeadline(state.stored.report).text : 'The run has no report.'
  return 'Ready'
}

function renderStatus(page: RunPage): Markup {
  const { state } = page
  const { tone, title, sentences } = describeStatus(page)
  return markup`<section class="verdict ${tone}" id="status" aria-labelledby="title">
<h1 id="title">${title}</h1>
${sentences.map((each) => markup`<p>${prose(each)}</p>`)}
${when(state.phase === 'running' || state.phase === 'stopping' || state.sessions.length > 0, () => renderProgress(state))}
${when(state.notes.length > 0 && !state.stored, () => markup`<div class="notes"><pre tabindex="0" role="group" aria-label="What the run printed">${lines(state.notes.map((each) => sanitize(each, 600)).join('\n'))}</pre></div>`)}
${state.phase === 'running' || state.phase === 'stopping' ? renderStop(page) : renderStart(page)}
</section>`
}

interface StatusWords {
  readonly tone: Tone
  readonly title: string
  readonly sentences: readonly string[]
}

function describeStatus({ state, tested, isConfigured, problem }: RunPage): StatusWords {
  if (problem !== undefined)
    return { tone: 'bad', title: 'The configuration cannot be read.', sentences: [`${capitalize(problem)}.`] }
  if (state.phase === 'stopping') return { tone: 'doubt', title: 'Stopping …', sentences: [describeChoice(state)] }
  if (state.phase === 'running')
    return { tone: 'quiet', title: `Testing ${tested} …`, sentences: [describeChoice(state)] }
  if (state.stored) {
    const { tone, text, sentences } = writeHeadline(state.stored.report)
    return { tone, title: text, sentences: [sentences.join(' ')] }
  }
  if (state.phase === 'over')
    return { tone: 'bad', title: 'The run ended early.', sentences: ['There is no report. The run printed:'] }
  return {
    tone: 'quiet',
    title: `Ready to test ${tested}.`,
    sentences: isConfigured
      ? []
      : [
          'No target is configured, so reference actors play every role. To test your implementation, create a configuration with `assay init`, or start the console with `--target issuer=https://issuer.example`.',
        ],
  }
}

const describeChoice = ({ choice }: RunState): string =>
  choice === undefined || choice.only.length === 0 ? 'Every requirement.' : `Only ${choice.only.join(', ')}.`

function renderProgress({ sessions, probes, count, phase }: RunState): Markup {
  const items = sessions.map(({ session, ended, reason, settings = [] }) => {
    const isGood = ended === 'completed' && reason === undefined
    const suspects =
      settings.length > 0
        ? markup`. Probably wrong: ${settings.map((each, i) => markup`${when(i > 0, () => ' or ')}<code>${each}</code>`)}`
        : undefined
    return markup`<li><span>${session}</span><span class="${isGood ? 'good' : 'doubt'}">${ended}</span><span class="quiet">${reason === undefined ? undefined : prose(reason)}${suspects}</span></li>`
  })
  const counts = [formatCount(count, 'message'), ...(probes > 0 ? [formatCount(probes, 'negative test')] : [])]
  return markup`<ul class="sessions" aria-label="Sessions">${items}<li><span>${phase === 'over' ? 'in all' : 'so far'}</span><span class="quiet">${counts.join(', ')}</span></li></ul>`
}

const renderStop = ({ context: { base }, state, refused }: RunPage): Markup =>
  markup`${when(refused !== undefined, () => markup`<p class="problem">${refused?.why}</p>`)}<form class="act" method="post" action="${base}/stop"><p><button id="stop"${when(state.phase === 'stopping', () => markup` disabled`)}>Stop the run</button></p><p class="hint">The report will cover what was received so far.</p></form>`

function renderStart({ context: { base }, state, sendsProbes, refused }: RunPage): Markup {
  const only = refused?.only ?? ''
  return markup`<form class="act" method="post" action="${base}/run">
<p class="find"><label for="only">Only these requirements</label><input id="only" name="only" value="${only}" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="only-hint"${when(refused !== undefined, () => markup` aria-invalid="true"`)}></p>
<p><button class="first" id="start">${state.phase === 'idle' ? 'Run' : 'Run again'}</button></p>
<p class="hint" id="only-hint">${refused === undefined ? markup`Leave empty for all. Separate ids by spaces; <code>*</code> matches any text, as in <code>SD-*</code>.` : markup`<span class="problem">${refused.why}</span>`}</p>
<p class="check"><input type="checkbox" id="probes" name="probes" value="yes"${when(sendsProbes, () => markup` checked`)}><label for="probes">Send negative tests: invalid messages that a target must reject</label></p>
</form>`
}

function renderTask({ state: { task, page, phase } }: RunPage): Markup {
  if (phase !== 'running' || (task === undefined && page === undefined))
    return markup`<section id="task" hidden></section>`
  return markup`<section id="task" class="part" aria-labelledby="task-title">
<h2 id="task-title">${task ? task.title : 'A person operates a target'}</h2>
${task ? renderStep(task, page) : markup`<p class="lead">The next step appears here, and on <a href="${page}">the page of the run</a>.</p>`}
</section>`
}

function renderStep(
  { role, session, timeout, until, lines: steps, link }: ShownTask,
  page: string | undefined,
): Markup {
  const code = link === undefined ? undefined : renderQrSvg(link)
  const facts = markup`<p class="quiet">The ${role}, session ${session}: waiting ${timeout} s, until ${new Date(until).toLocaleTimeString('en-GB')}. A retry shows a new code here.</p>
<ol class="todo">${steps.map((each) => markup`<li>${each}</li>`)}</ol>
${when(page !== undefined, () => markup`<p><a href="${page}" target="_blank" rel="noopener">Answer on the page of the run</a></p>`)}`
  if (link === undefined) return facts
  return markup`<div class="now"><div>${code ?? markup`<p class="hint">The link is too long for a QR code.</p>`}<p class="link" tabindex="0" role="group" aria-label="The link">${renderLink(link)}</p></div><div>${facts}</div></div>`
}

const renderResultPart = ({ state, context }: RunPage): Markup =>
  markup`<div id="result">${state.stored && state.choice ? renderResult(state.stored.report, state.choice.name, context) : undefined}</div>`

/** The part of the page with the result. */
export const renderChangedResult = (page: RunPage): { readonly part: string; readonly html: string } => ({
  part: 'result',
  html: renderResultPart(page).text,
})

const renderMessages = ({ state: { messages }, context }: RunPage): Markup =>
  markup`<ol class="live" id="messages" data-most="${mostOthers}">${messages.map((each) => renderShown(each, context))}</ol>`

/** The part of the page with all messages. */
export const renderMessagesPart = (page: RunPage): { readonly part: string; readonly html: string } => ({
  part: 'messages',
  html: renderMessages(page).text,
})

/** Renders a message with what was found in it. */
export const renderShown = ({ serial, line, opens, isKept, findings }: ShownMessage, context: ConsoleContext): Markup =>
  markup`<li id="m${serial}"${when(!isKept, () => markup` class="other"`)}>${when(opens, () => markup`<p class="opens">Session ${line.session}</p>`)}<h4 class="visually-hidden">Message ${line.number}</h4>${renderMessage(line, new Map())}${findings.length > 0 ? renderFindings(findings, context) : undefined}${explainRefusal(line)}</li>`

/** Says of an answer that is not a success what to do about it: in a valid session, it is a refusal of a valid message. */
function explainRefusal({ response, transportError, session }: ShownMessage['line']): MarkupPart {
  if (transportError)
    return markup`<div class="finding"><p class="bad">The message did not arrive: ${prose(transportError.message)}</p><p>${capitalize(transportErrorHints[transportError.kind])}.</p></div>`
  if (response === undefined || response.status < 400 || !plannedSessions.has(session)) return
  return markup`<div class="finding"><p>This valid message was answered with status ${response.status}. Open it and look for the reason in the response body.</p></div>`
}

/** Findings of one requirement in one message that are shown. */
const most = 3

const renderFindings = (findings: readonly ShownFinding[], context: ConsoleContext): Markup =>
  new Markup([...Map.groupBy(findings, ({ id }) => id)].map(([id, own]) => renderFound(id, own, context).text).join(''))

function renderFound(id: string, own: readonly ShownFinding[], context: ConsoleContext): Markup {
  const all = [...new Set(own.map((each) => renderFinding(each).text))]
  const details = all.slice(0, most).map((text) => new Markup(text))
  const rest = all.length - details.length
  return markup`<div class="finding"><p><span class="sign bad" aria-hidden="true">✕</span> <b>${id}</b> in the ${own[0]?.side}: ${prose(own[0]?.text ?? '')}</p>${details}${when(rest > 0, () => markup`<p class="quiet">and ${rest} more</p>`)}${renderRowActs(id, context)}</div>`
}

const renderFinding = ({ at, expected, actual, diagnosis }: ShownFinding): Markup =>
  markup`<p class="quiet">${when(at !== '', () => markup`<code>${at}</code>: `)}${diagnosis === undefined ? markup`expected ${prose(expected)}, actual ${prose(actual)}` : prose(diagnosis)}</p>`
