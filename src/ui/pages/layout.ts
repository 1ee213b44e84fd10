import { Markup, type MarkupPart, markup, when } from '../../../reporters/html/markup.ts'
import { servedHeaders, writeServedPolicy } from '../../../reporters/html/page-policy.ts'
import type { PlayedStandard } from '../../config/tested-roles.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/** The views of the console, by their places below its address. */
const views = { '': 'Run', plan: 'Plan', decisions: 'Decisions', history: 'History' } as const
export type View = keyof typeof views

/** A page of the console. */
export interface ConsolePage {
  readonly title: string
  /** The view that it belongs to. */
  readonly view?: View
  readonly body: Markup
  /** Where the page finds its changes, if it has any. */
  readonly events?: string
  /** Seconds after which a browser without scripts loads the page again. */
  readonly reload?: number
}

/** What all pages of a console have in common. */
export interface ConsoleContext {
  /** The path of the console, with its token. */
  readonly base: string
  /** What is tested, in a few words. */
  readonly subject: string
  /** The standard that a run tests; absent for the document. */
  readonly standard?: PlayedStandard
}

const policy = writeServedPolicy({ style, script })

/** Headers of everything that the console answers. */
export const commonHeaders = {
  ...servedHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Answers with HTML under a policy. */
export const answerHtml = (html: string, status = 200, own: string = policy): Response =>
  new Response(html, {
    status,
    headers: { ...commonHeaders, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': own },
  })

/** Renders a page of the console. */
export const renderPage = (
  { base, subject }: ConsoleContext,
  { title, view, body, events, reload }: ConsolePage,
): string =>
  markup`<!doctype html>
<html lang="en"${when(events !== undefined, () => markup` data-events="${events}"`)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Assay</title>
${when(reload !== undefined, () => markup`<noscript><meta http-equiv="refresh" content="${reload}"></noscript>`)}
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><div>
<nav aria-label="Views"><ul>${Object.entries(views).map(([place, name]) => markup`<li><a href="${base}/${place}"${when(place === view, () => markup` aria-current="page"`)}>${name}</a></li>`)}</ul></nav>
<p>${subject}</p>
</div></header>
<main id="main">
${body}
</main>
<p class="visually-hidden" id="news" role="status"></p>
<dialog id="explanation" aria-label="Explanation"><form method="dialog" class="closing"><button>Close</button></form><div class="place-for-it"></div></dialog>
<footer class="foot">This page is served by your machine, to you alone. It closes when <code>assay ui</code> stops.</footer>
<script>${new Markup(script)}</script>
</body>
</html>
`.text

/** Renders the title of a page and what it says first. */
export const renderTitle = (title: MarkupPart, lead?: MarkupPart): Markup =>
  markup`<h1 class="page-title">${title}</h1>${when(lead !== undefined, () => markup`<p class="lead">${lead}</p>`)}`
