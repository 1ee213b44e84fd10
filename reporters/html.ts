import type { RecordLine } from '../model/record.ts'
import type { Reporter } from '../model/reporter.ts'
import type { RunReport } from '../model/run-report.ts'
import { renderDetails } from './html/details.ts'
import { writeHeadline } from './html/headline.ts'
import { Markup, markup } from './html/markup.ts'
import { writeFilePolicy } from './html/page-policy.ts'
import { script } from './html/script.ts'
import { style } from './html/style.ts'
import { renderSummary } from './html/summary.ts'
import { nameSubject } from './text/targets.ts'

/** A self-contained page with two views: a summary for decision makers, and details for developers. It loads nothing. */
export const html: Reporter = {
  name: 'html',

  *render(report, record) {
    yield* renderPage(report, record).text.split('\n')
  },
}

/** A policy that loads and sends nothing, and allows only the style and the script of the page. */
export const policy = writeFilePolicy({ style, script })

const renderPage = (report: RunReport, record: readonly RecordLine[] | undefined): Markup => markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${report.tool.name} ${report.tool.version}">
<title>${writeHeadline(report).text} Assay report</title>
<style>${new Markup(style)}</style>
</head>
<body data-verdict="${report.verdict.result}">
<a class="skip" href="#view-details">Skip to the details</a>
<header class="top"><div>
<nav aria-label="Views"><ul><li><a href="#view-summary">Summary</a></li><li><a href="#view-details">Details</a></li></ul></nav>
<p>${nameSubject(report)} · ${report.startedAt.slice(0, 10)} · ${report.tool.name} ${report.tool.version}</p>
</div></header>
<main>
<div id="view-summary" data-view="summary">${renderSummary(report)}</div>
<div id="view-details" data-view="details">${renderDetails(report, record)}</div>
</main>
<footer class="foot">Made by ${report.tool.name} ${report.tool.version}. This page is one file; it loads nothing and sends nothing.</footer>
<script>${new Markup(script)}</script>
</body>
</html>`
