import { Markup, markup, when } from '../../../reporters/html/markup.ts'
import { renderQrSvg } from './qr-code.ts'
import { script } from './script.ts'
import { style } from './style.ts'
import type { ManualTask, RunProgress } from './task.ts'

/** What the page shows. */
export interface PageContent extends RunProgress {
  readonly path: string
  /** The sessions of the run, in their order. */
  readonly sessions: readonly { readonly session: string; readonly purpose: string }[]
  /** How often something changed. */
  readonly version: number
  /** What the run came to, once it is over. */
  readonly over: string | undefined
  readonly problem: FormProblem | undefined
}

/** What was wrong with a form, and what was in it. */
export interface FormProblem {
  readonly refused: string
  readonly field: string
  readonly form: URLSearchParams
}

/** The whole page. Everything that comes from elsewhere is text in it. */
export const renderPage = (shown: PageContent): Markup => {
  const { path, task: errand, seen, endings, sessions, version, over, problem: mishap } = shown
  const current = errand?.session ?? seen.at(-1)?.session
  return markup`<!doctype html>
<html lang="en" data-path="${path}" data-version="${version}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${errand ? errand.step.title : 'Nothing to do now'} · Assay</title>
${when(errand === undefined, () => markup`<noscript><meta http-equiv="refresh" content="3"></noscript>`)}
<style>${new Markup(style)}</style>
</head>
<body>
<header><p>Assay asks for your hands</p>${when(errand !== undefined, () => markup`<p>the ${errand?.role}</p>`)}</header>
<p class="news" id="news" role="status">${over ?? ''}</p>
<main data-errand="${errand?.number ?? 0}">
${errand ? renderTask(path, errand, mishap) : idle}
${renderMessages(seen.filter(({ session }) => session === current))}
${renderSessions(sessions, endings, errand?.session)}
</main>
<noscript><p class="note">Without a script this page does not follow by itself. <a href="${path}">Reload it</a> to see what is new.</p></noscript>
<script>${new Markup(script)}</script>
</body>
</html>
`
}

const idle = markup`<h1>Nothing to do now</h1>
<p class="step">Assay is at work. The next step appears here.</p>`

function renderTask(path: string, errand: ManualTask, mishap: FormProblem | undefined): Markup {
  const { session, step, until, timeout } = errand
  const code = step.link === undefined ? undefined : renderQrSvg(step.link)
  return markup`<p class="step">Session ${session} · it waits ${timeout} s, until ${new Date(until).toLocaleTimeString('en-GB')}</p>
<h1>${step.title}</h1>
<ol class="todo">${step.lines.map((line) => markup`<li>${line}</li>`)}</ol>
<div class="now${code ? ' coded' : ''}">
${when(step.link !== undefined, () => markup`<div>${code ?? tooLong}<p class="link">${renderLink(step.link ?? '')}</p></div>`)}
<div>${renderAnswerForms[step.wanted](createFormContext(path, errand, mishap))}
${renderFacts(step.facts)}<div class="else">${renderRetry(createFormContext(path, errand, mishap))}${renderSkip(createFormContext(path, errand, mishap))}</div></div>
</div>`
}

/** What else has to be known, for those who have to set something up. */
const renderFacts = (facts: ManualTask['step']['facts']): Markup =>
  markup`<details><summary>What the app may have to know</summary>
<dl>${Object.entries(facts).map(([name, value]) => markup`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl></details>`

const tooLong = markup`<p class="note">The link is too long for a QR code. Bring it to the phone as it is.</p>`

/** A link that can be followed on the phone itself. One that a browser would obey as a script is only shown. */
const renderLink = (link: string): Markup => {
  const text = renderWhole(link)
  return /^(javascript|data|vbscript|blob|file|about):/i.test(link) ? text : markup`<a href="${text}">${text}</a>`
}

const pieces = 1_000

/** A text of any length: a sentence would be cut. */
const renderWhole = (text: string): Markup =>
  new Markup((text.match(new RegExp(`.{1,${pieces}}`, 'gsu')) ?? []).map((piece) => markup`${piece}`.text).join(''))

/** What the fields of one form need. */
interface FormContext {
  readonly path: string
  readonly errand: ManualTask
  readonly mishap: FormProblem | undefined
}

const createFormContext = (path: string, errand: ManualTask, mishap: FormProblem | undefined): FormContext => ({
  path,
  errand,
  mishap,
})

const renderForm = (
  { path, errand }: FormContext,
  act: string,
  inside: Markup,
): Markup => markup`<form method="post" action="${path}">
<input type="hidden" name="errand" value="${errand.number}"><input type="hidden" name="act" value="${act}">
${inside}
</form>
`

/** What is wrong with a field is said beside it, and what was written in it is there still. */
const renderProblem = ({ mishap }: FormContext, field: string): Markup | undefined =>
  mishap?.field === field ? markup`<p class="problem" id="${field}-problem">${mishap.refused}</p>` : undefined
const renderInvalid = ({ mishap }: FormContext, field: string): Markup | undefined =>
  mishap?.field === field ? markup` aria-invalid="true" aria-describedby="${field}-problem"` : undefined
const renderWritten = ({ mishap }: FormContext, field: string): Markup => renderWhole(mishap?.form.get(field) ?? '')

const renderAnswerForms: Readonly<Record<ManualTask['step']['wanted'], (given: FormContext) => Markup>> = {
  link: (given) =>
    renderForm(
      given,
      'link',
      markup`<label for="link">The link that the wallet made</label>${renderProblem(given, 'link')}
<textarea id="link" name="link" required autocomplete="off" autocapitalize="none" spellcheck="false"${renderInvalid(given, 'link')}>${renderWritten(given, 'link')}</textarea>
<p><button class="first">Hand it to the identity app</button></p>`,
    ),
  push: (given) =>
    renderForm(
      given,
      'push',
      markup`<label for="push">The offer that the app pushed</label>${renderProblem(given, 'push')}
<textarea id="push" name="push" required autocomplete="off" autocapitalize="none" spellcheck="false"${renderInvalid(given, 'push')}>${renderWritten(given, 'push')}</textarea>
<p><label for="identifier">The credential identifier that came with it</label>
<input id="identifier" name="identifier" autocomplete="off" autocapitalize="none" spellcheck="false" value="${renderWritten(given, 'identifier')}" aria-describedby="identifier-hint"></p>
<p class="hint" id="identifier-hint">Leave it empty if there was none.</p>
<p><button class="first">Hand it to the credential manager</button></p>`,
    ),
  done: (given) =>
    renderForm(
      given,
      'done',
      markup`${renderProblem(given, 'done')}<p class="hint">If the app is done and this page does not know:</p><p><button class="first">The app is done</button></p>`,
    ),
}

const renderRetry = (given: FormContext): Markup =>
  renderForm(
    given,
    'again',
    markup`<button>Try again</button><p class="hint">The same step once more, with all of its time.</p>`,
  )

const renderSkip = (given: FormContext): Markup =>
  renderForm(
    given,
    'skip',
    markup`<label for="reason">Why it cannot be done</label>${renderProblem(given, 'reason')}
<input id="reason" name="reason" required maxlength="500" autocomplete="off"${renderInvalid(given, 'reason')} value="${renderWritten(given, 'reason')}">
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
