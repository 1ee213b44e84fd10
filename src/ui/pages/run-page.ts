import type { RunReport } from '../../../model/run-report.ts'
import { writeHeadline } from '../../../reporters/html/headline.ts'
import { lines, Markup, type MarkupPart, markup, prose, when } from '../../../reporters/html/markup.ts'
import { renderMessage } from '../../../reporters/html/message.ts'
import type { Tone } from '../../../reporters/html/outcomes.ts'
import { transportErrorHints } from '../../../reporters/text/labels.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { capitalize, formatCount, formatDuration } from '../../../reporters/text/wording.ts'
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
import { renderPicker, renderStartForm, type StartForm } from './settings-form.ts'

/** What the page of the current run shows. */
export interface RunPage {
  readonly context: ConsoleContext
  readonly state: RunState
  /** What is picked, as the subject of a sentence. */
  readonly tested: string
  /** The form that starts a run of what is picked. */
  readonly form: StartForm
  /** Why the settings cannot be read. */
  readonly problem?: string
  /** Whether the form has an answer to something else than the last run. */
  readonly isPicked: boolean
  /** Why the form that was sent did not start a run. */
  readonly refused?: string
}

/** Renders the page of the current run: what came of it above everything else. */
export const renderRunPage = (page: RunPage): Markup => markup`${renderStatus(page)}
${renderTask(page)}
${renderResultPart(page)}
${renderBegin(page)}
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
export function describeState(page: RunPage): string {
  const { state } = page
  const { phase, choice, task } = state
  if (phase === 'running') return task ? `${task.title}: ${task.role}` : `Testing ${choice?.tested}`
  if (phase === 'stopping') return 'Stopping'
  if (!isOver(page)) return 'Ready'
  if (state.stored) return writeHeadline(state.stored.report).text
  return state.wasStopped ? 'The run was stopped' : 'The run has no report.'
}

/** Whether the page shows a run that is over, and not the form of something else. */
const isOver = ({ state: { phase }, isPicked }: RunPage): boolean => phase === 'over' && !isPicked

const isGoing = ({ state: { phase } }: RunPage): boolean => phase === 'running' || phase === 'stopping'

function renderStatus(page: RunPage): Markup {
  const { state } = page
  const { tone, title, sentences } = describeStatus(page)
  const hasSessions = isGoing(page) || (isOver(page) && state.sessions.length > 0)
  const isUnexplained = isOver(page) && !state.stored && !state.wasStopped
  return markup`<section class="verdict ${tone}" id="status" aria-labelledby="title">
<h1 id="title">${title}</h1>
${sentences.map((each) => markup`<p>${prose(each)}</p>`)}
${when(isGoing(page), () => renderBar(state))}
${when(hasSessions, () => renderProgress(state))}
${when(state.notes.length > 0 && isUnexplained, () => markup`<div class="notes"><pre tabindex="0" role="group" aria-label="What the run printed">${lines(state.notes.map((each) => sanitize(each, 600)).join('\n'))}</pre></div>`)}
${when(isGoing(page), () => renderStop(page))}
</section>`
}

interface StatusWords {
  readonly tone: Tone
  readonly title: string
  readonly sentences: readonly string[]
}

function describeStatus(page: RunPage): StatusWords {
  const { state, tested, problem } = page
  if (state.phase === 'stopping') return { tone: 'doubt', title: 'Stopping …', sentences: [describeChoice(state)] }
  if (state.phase === 'running')
    return { tone: 'quiet', title: `Testing ${state.choice?.tested} …`, sentences: [describeChoice(state)] }
  if (problem !== undefined)
    return { tone: 'bad', title: 'The configuration cannot be read.', sentences: [`${capitalize(problem)}.`] }
  if (!isOver(page)) return { tone: 'quiet', title: `Ready to test ${tested}.`, sentences: introduce(page) }
  if (state.stored) {
    const { tone, text, sentences } = writeHeadline(state.stored.report)
    return { tone, title: text, sentences: [sentences.join(' '), describeTime(state.stored.report)] }
  }
  if (state.wasStopped)
    return { tone: 'doubt', title: 'The run was stopped.', sentences: ['It has no report: start it again.'] }
  return { tone: 'bad', title: 'The run ended early.', sentences: ['There is no report. The run printed:'] }
}

/** Says what is tested without further settings. */
function introduce({ form: { choice, isConfigured, file } }: RunPage): readonly string[] {
  if (choice.suite.on !== undefined)
    return [`Without a target, the reference ${choice.role} is tested, so that you can see what a run looks like.`]
  if (isConfigured) return file === undefined ? [] : [`The settings are those of \`${file}\`.`]
  return [
    'No target is configured, so reference actors play every role. To test your implementation, fill in its address, create a configuration with `assay init`, or start the console with `--target issuer=https://issuer.example`.',
  ]
}

const describeTime = ({ startedAt, milliseconds }: RunReport): string =>
  `Started ${startedAt.slice(0, 10)} ${startedAt.slice(11, 19)} UTC; it took ${formatDuration(milliseconds)}.`

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
  const counts = [
    formatCount(count, 'message'),
    ...(probes.sent > 0 ? [formatCount(probes.sent, 'negative test')] : []),
  ]
  return markup`<ul class="sessions" aria-label="Sessions">${items}<li><span>${phase === 'over' ? 'in all' : 'so far'}</span><span class="quiet">${counts.join(', ')}</span></li></ul>`
}

/** Renders how far the run is: the share of its negative tests, and the time that is left. */
function renderBar({ probes: { sent, total, secondsLeft } }: RunState): Markup {
  const left = secondsLeft === undefined || secondsLeft < 1 ? '' : `, about ${formatDuration(1000 * secondsLeft)} left`
  const words =
    total === undefined ? 'The sessions come first.' : `${sent} of ${formatCount(total, 'negative test')}${left}`
  const value = total === undefined ? undefined : markup` value="${sent}" max="${total}"`
  return markup`<p class="bar"><progress aria-label="Negative tests"${value}></progress> <span>${words}</span></p>`
}

const renderStop = ({ context: { base }, state, refused }: RunPage): Markup =>
  markup`${when(refused !== undefined, () => markup`<p class="problem">${refused}</p>`)}<form class="act" method="post" action="${base}/stop"><p><button id="stop"${when(state.phase === 'stopping', () => markup` disabled`)}>Stop the run</button></p><p class="hint">The report will cover what was received so far.</p></form>`

/** Renders what starts the next run; nothing, as long as one is in progress. */
function renderBegin(page: RunPage): Markup {
  const { form, context, state, refused } = page
  if (isGoing(page)) return markup`<section id="begin" hidden></section>`
  const isAgain = isOver(page) && state.choice !== undefined
  return markup`<section id="begin" class="part" aria-labelledby="begin-title">
<h2 id="begin-title">${isAgain ? 'Run again' : 'Run'}</h2>
${renderPicker(form, context)}
${when(refused !== undefined, () => markup`<p class="problem" role="alert">${refused}</p>`)}
${when(form.isOtherThanFile, () => markup`<p class="hint">These settings are those of the last run. <a href="${context.base}/?suite=${form.choice.suite.name}&amp;role=${form.choice.role}&amp;from=file">Use those of <code>${form.file}</code></a></p>`)}
${renderStartForm(form, isAgain, context)}
</section>`
}

/** The part of the page that starts the next run. */
export const renderChangedBegin = (page: RunPage): { readonly part: string; readonly html: string } => ({
  part: 'begin',
  html: renderBegin(page).text,
})

function renderTask({ state: { task, page, phase }, context }: RunPage): Markup {
  if (phase !== 'running' || (task === undefined && page === undefined))
    return markup`<section id="task" hidden></section>`
  return markup`<section id="task" class="part" aria-labelledby="task-title">
<h2 id="task-title">${task ? task.title : 'A person operates a target'}</h2>
${task ? renderStep(task, page, context) : markup`<p class="lead">The next step appears here, and on <a href="${page}">the page of the run</a>.</p>`}
</section>`
}

function renderStep(task: ShownTask, page: string | undefined, context: ConsoleContext): Markup {
  const { role, session, timeout, until, lines: steps, link, answer } = task
  const code = link === undefined ? undefined : renderQrSvg(link)
  const facts = markup`<p class="quiet">The ${role}, session ${session}: waiting ${timeout} s, until ${new Date(until).toLocaleTimeString('en-GB')}. A retry shows a new code here.</p>
<ol class="todo">${steps.map((each) => markup`<li>${each}</li>`)}</ol>
${when(answer !== undefined && role === 'wallet' && /127\.0\.0\.1|localhost/.test(link ?? ''), () => markup`<p class="warning">A phone cannot reach this machine by <code>127.0.0.1</code>. For a wallet on a phone, stop the run and set a host or a public URL under <q>How the target reaches Assay</q>.</p>`)}
${when(page !== undefined, () => markup`<p><a href="${page}" target="_blank" rel="noopener">Answer on the page of the run</a></p>`)}
${renderAnswer(task, context)}`
  if (link === undefined) return facts
  return markup`<div class="now"><div>${code ?? markup`<p class="hint">The link is too long for a QR code.</p>`}<p class="link" tabindex="0" role="group" aria-label="The link">${renderLink(link)}</p></div><div>${facts}</div></div>`
}

/** Renders how a person says what became of a task of a test. */
function renderAnswer({ number, answer }: ShownTask, { base }: ConsoleContext): MarkupPart {
  if (answer === undefined) return
  const open = markup`<form class="answer" method="post" action="${base}/answer"><input type="hidden" name="number" value="${number}">`
  if (answer === 'address')
    return markup`${open}<p><label for="address">The address that the browser was sent to</label><input id="address" name="answer" autocomplete="off" autocapitalize="none" spellcheck="false"></p><p><button>Go on</button></p></form>`
  const button = (value: string, label: string): Markup =>
    markup`<button name="answer" value="${value}">${label}</button> `
  const buttons =
    answer === 'done'
      ? button('done', 'The wallet is done')
      : [button('y', 'It accepted the credential'), button('n', 'It rejected it'), button('?', 'It does not say')]
  return markup`${open}<p>${buttons}</p></form>`
}

const renderResultPart = ({ state, context, isPicked }: RunPage): Markup =>
  markup`<div id="result">${state.stored && state.choice && state.phase === 'over' && !isPicked ? renderResult(state.stored.report, state.choice.name, context) : undefined}</div>`

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
