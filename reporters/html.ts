import { createHash } from 'node:crypto'
import type { RecordLine } from '../src/model/record.ts'
import type { Reporter, RunReport } from '../src/model/run-report.ts'
import { Markup, markup } from './html/markup.ts'
import { script } from './html/script.ts'
import { style } from './html/style.ts'
import { summary } from './html/summary.ts'
import { technical } from './html/technical.ts'
import { spoken, subjectOf } from './html/verdict.ts'

/** One page that needs nothing beside itself: for whoever decides, and for whoever mends. It asks nobody for anything. */
export const html: Reporter = {
  name: 'html',

  *render(report, record) {
    yield* page(report, record).text.split('\n')
  },
}

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing is loaded, nothing is sent, and only the very style and script below are obeyed. */
const policy = [
  "default-src 'none'",
  `style-src ${digest(style)}`,
  `script-src ${digest(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const page = (report: RunReport, record: readonly RecordLine[] | undefined): Markup => markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${report.tool.name} ${report.tool.version}">
<title>${spoken(report).headline} Assay report</title>
<style>${new Markup(style)}</style>
</head>
<body data-verdict="${report.verdict.result}">
<a class="skip" href="#view-technical">To the requirements</a>
<header class="top"><div>
<nav aria-label="Views"><ul><li><a href="#view-summary">Summary</a></li><li><a href="#view-technical">Technical</a></li></ul></nav>
<p>${subjectOf(report)} · ${report.startedAt.slice(0, 10)} · ${report.tool.name} ${report.tool.version}</p>
</div></header>
<main>
<div id="view-summary" data-view="summary">${summary(report)}</div>
<div id="view-technical" data-view="technical">${technical(report, record)}</div>
</main>
<footer class="foot">Made by ${report.tool.name} ${report.tool.version}. This page is one file; it loads nothing and sends nothing.</footer>
<script>${new Markup(script)}</script>
</body>
</html>`
