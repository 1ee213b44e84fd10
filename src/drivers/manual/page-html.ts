import { Markup, markup, when } from '../../../reporters/html/markup.ts'
import { renderQrSvg } from './qr-code.ts'
import { script } from './script.ts'
import { style } from './style.ts'
import type { ManualTask, RunProgress } from './task.ts'

/** The content of the page. */
export interface PageContent extends RunProgress {
  readonly path: string
  /** The sessions of the run, in their order. */
  readonly sessions: readonly { readonly session: string; readonly purpose: string }[]
  /** The number of changes so far. */
  readonly version: number
  /** The summary of the run, once it is over. */
  readonly over: string | undefined
  readonly problem: FormProblem | undefined
}

/** A problem with a submitted form, and its content. */
export interface FormProblem {
  readonly refused: string
  readonly field: string
  readonly form: URLSearchParams
}

/** Renders the page. All values are escaped. */
export const renderPage = (shown: PageContent): Markup => {
  const { path, task, seen, endings, sessions, version, over, problem } = shown
  const current = task?.session ?? seen.at(-1)?.session
  return markup`<!doctype html>
<html lang="en" data-path="${path}" data-version="${version}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${task ? task.step.title : over === undefined ? 'Nothing to do now' : 'The run is over'} · Assay</title>
${when(task === undefined && over === undefined, () => markup`<noscript><meta http-equiv="refresh" content="3"></noscript>`)}
<style>${new Markup(style)}</style>
</head>
<body>
<header><p>Assay needs you to act</p>${when(task !== undefined, () => markup`<p>the ${task?.role}</p>`)}</header>
<p class="news" id="news" role="status">${over ?? ''}</p>
<main data-task="${task?.number ?? 0}">
${task ? renderTask(path, task, problem) : over === undefined ? idle : ended}
${renderMessages(seen.filter(({ session }) => session === current))}
${renderSessions(sessions, endings, task?.session)}
</main>
<noscript><p class="note">Without JavaScript this page does not update by itself. <a href="${path}">Reload it</a> to see what is new.</p></noscript>
<script>${new Markup(script)}</script>
</body>
</html>
`
}

const idle = markup`<h1>Nothing to do now</h1>
<p class="step">Assay is running. The next step appears here.</p>`

const ended = markup`<h1>The run is over</h1>`

function renderTask(path: string, task: ManualTask, problem: FormProblem | undefined): Markup {
  const { session, step, until, timeout } = task
  const code = step.link === undefined ? undefined : renderQrSvg(step.link)
  return markup`<p class="step">Session ${session} · it waits ${timeout} s, until ${new Date(until).toLocaleTimeString('en-GB')}</p>
<h1>${step.title}</h1>
<ol class="todo">${step.lines.map((line) => markup`<li>${line}</li>`)}</ol>
<div class="now${code ? ' coded' : ''}">
${when(step.link !== undefined, () => markup`<div>${code ?? tooLong}<p class="link">${renderLink(step.link ?? '')}</p></div>`)}
<div>${renderAnswerForms[step.wanted](createFormContext(path, task, problem))}
${renderFacts(step.facts)}<div class="else">${renderRetry(createFormContext(path, task, problem))}${renderSkip(createFormContext(path, task, problem))}</div></div>
</div>`
}

/** Renders addresses and identifiers that the app may need to be configured with. */
const renderFacts = (facts: ManualTask['step']['facts']): Markup =>
  markup`<details><summary>What the app may need</summary>
<dl>${Object.entries(facts).map(([name, value]) => markup`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl></details>`

const tooLong = markup`<p class="note">The link is too long for a QR code. Copy it to the phone.</p>`

/** Renders a link that can be followed on the phone. A link that a browser would run as a script is text. */
export const renderLink = (link: string): Markup => {
  const text = renderWhole(link)
  return /^(javascript|data|vbscript|blob|file|about):/i.test(link) ? text : markup`<a href="${text}">${text}</a>`
}

const pieces = 1_000

/** Renders a text without cutting it. */
const renderWhole = (text: string): Markup =>
  new Markup((text.match(new RegExp(`.{1,${pieces}}`, 'gsu')) ?? []).map((piece) => markup`${piece}`.text).join(''))

/** What the fields of a form need. */
interface FormContext {
  readonly path: string
  readonly task: ManualTask
  readonly problem: FormProblem | undefined
}

const createFormContext = (path: string, task: ManualTask, problem: FormProblem | undefined): FormContext => ({
  path,
  task,
  problem,
})

const renderForm = (
  { path, task }: FormContext,
  act: string,
  inside: Markup,
): Markup => markup`<form method="post" action="${path}">
<input type="hidden" name="task" value="${task.number}"><input type="hidden" name="act" value="${act}">
${inside}
</form>
`

/** Renders the problem of a field beside it; its input is kept. */
const renderProblem = ({ problem }: FormContext, field: string): Markup | undefined =>
  problem?.field === field ? markup`<p class="problem" id="${field}-problem">${problem.refused}</p>` : undefined
const renderInvalid = ({ problem }: FormContext, field: string): Markup | undefined =>
  problem?.field === field ? markup` aria-invalid="true" aria-describedby="${field}-problem"` : undefined
const renderWritten = ({ problem }: FormContext, field: string): Markup => renderWhole(problem?.form.get(field) ?? '')

const renderAnswerForms: Readonly<Record<ManualTask['step']['wanted'], (context: FormContext) => Markup>> = {
  link: (context) =>
    renderForm(
      context,
      'link',
      markup`<label for="link">The link that the wallet made</label>${renderProblem(context, 'link')}
<textarea id="link" name="link" required autocomplete="off" autocapitalize="none" spellcheck="false"${renderInvalid(context, 'link')}>${renderWritten(context, 'link')}</textarea>
<p><button class="first">Hand it to the identity app</button></p>`,
    ),
  push: (context) =>
    renderForm(
      context,
      'push',
      markup`<label for="push">The offer that the app pushed</label>${renderProblem(context, 'push')}
<textarea id="push" name="push" required autocomplete="off" autocapitalize="none" spellcheck="false"${renderInvalid(context, 'push')}>${renderWritten(context, 'push')}</textarea>
<p><label for="identifier">The credential identifier that came with it</label>
<input id="identifier" name="identifier" autocomplete="off" autocapitalize="none" spellcheck="false" value="${renderWritten(context, 'identifier')}" aria-describedby="identifier-hint"></p>
<p class="hint" id="identifier-hint">Leave it empty if there was none.</p>
<p><button class="first">Hand it to the credential manager</button></p>`,
    ),
  done: (context) =>
    renderForm(
      context,
      'done',
      markup`${renderProblem(context, 'done')}<p class="hint">If the app is done, but this page has not noticed:</p><p><button class="first">The app is done</button></p>`,
    ),
}

const renderRetry = (context: FormContext): Markup =>
  renderForm(
    context,
    'again',
    markup`<button>Try again</button><p class="hint">Repeats the step with its full time limit.</p>`,
  )

const renderSkip = (context: FormContext): Markup =>
  renderForm(
    context,
    'skip',
    markup`<label for="reason">Why it cannot be done</label>${renderProblem(context, 'reason')}
<input id="reason" name="reason" required maxlength="500" autocomplete="off"${renderInvalid(context, 'reason')} value="${renderWritten(context, 'reason')}">
<p><button>Skip this session</button></p>`,
  )

const renderMessages = (seen: RunProgress['seen']): Markup => markup`<section id="seen" aria-labelledby="seen-title">
<h2 id="seen-title">What was seen in this session</h2>
${
  seen.length === 0
    ? markup`<p class="note">Nothing yet.</p>`
    : markup`<table><caption>Messages of this session</caption>
<thead><tr><th scope="col">Message</th><th scope="col">From and to</th><th scope="col">Answer</th></tr></thead>
<tbody>${seen.map(
        ({ endpoint, from, to, came }) =>
          markup`<tr><th scope="row">${endpoint}</th><td>${from} to ${to}</td><td class="${chooseTone(came)}">${came}</td></tr>`,
      )}</tbody></table>`
}
</section>`

const chooseTone = (came: string): string =>
  /^(2\d\d|sent)$/.test(came) ? 'good' : /^lost/.test(came) ? 'bad' : 'doubt'

const renderSessions = (
  sessions: PageContent['sessions'],
  endings: RunProgress['endings'],
  current: string | undefined,
): Markup => markup`<section id="sessions" aria-labelledby="sessions-title">
<h2 id="sessions-title">Sessions</h2>
<ol class="sessions">${sessions.map(({ session, purpose }) => {
  const ending = endings.find(({ planned }) => planned.session === session)
  const state = ending ? ending.ended : session === current ? 'now' : 'to come'
  const tone = ending ? (ending.ended === 'completed' ? 'good' : 'doubt') : ''
  const reason = ending?.reason === undefined ? '' : `: ${ending.reason}`
  return markup`<li><b class="${tone}">${state}</b> <span>${session}${reason}</span> <span class="note">${purpose}</span></li>`
})}</ol>
</section>`
