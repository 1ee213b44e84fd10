/** The style of the page: light or dark as the reader prefers, on a phone, and on paper. It refers to no other file. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --sheet: #fff; --ink: #1c1d21; --soft: #5a5d66; --line: #dedbd4; --tint: #f4f2ed; --link: #1d4f91;
  --bad: #a8201a; --doubt: #855300; --good: #1b6b3f; --quiet: #5f636d;
  --bad-tint: #fbeae8; --doubt-tint: #fbf1de; --good-tint: #e7f3eb;
  --serif: ui-serif, Charter, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif;
  --sans: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15161a; --sheet: #1b1d22; --ink: #e6e4df; --soft: #a5a7af; --line: #34373f; --tint: #22252b; --link: #9cc3ff;
    --bad: #ff9a90; --doubt: #f0c067; --good: #7fd3a1; --quiet: #a0a4ae;
    --bad-tint: #3a1f1e; --doubt-tint: #352a15; --good-tint: #17301f;
  }
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { font: 16px/1.55 var(--sans); background: var(--paper); color: var(--ink); scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6, p, ul, ol, dl, dd, figure, table, pre { margin: 0; padding: 0; font: inherit; }
ul, ol { list-style: none; }
a { color: var(--link); text-underline-offset: .18em; text-decoration-thickness: .06em; }
a:hover { text-decoration-thickness: .12em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, .id, .at, .place { font-family: var(--mono); font-size: .86em; }
code { overflow-wrap: anywhere; }
b, strong { font-weight: 600; }
:is(section, h2, h3, div)[tabindex='-1']:focus-visible { outline: none; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 3; padding: .4rem .8rem; background: var(--sheet); }
.quiet { color: var(--quiet); }
.bad { color: var(--bad); } .doubt { color: var(--doubt); } .good { color: var(--good); }
html:not(.scripting) .scripted { display: none; }

.top { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); }
.top > div, main, .foot { max-width: 68rem; margin: 0 auto; padding: 0 1.5rem; }
.top > div { display: flex; gap: 1.5rem; align-items: baseline; justify-content: space-between; }
.top p { color: var(--soft); font-size: .875rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-width: 0; }
nav ul { display: flex; gap: 1.5rem; }
nav a { display: block; padding: .95rem 0 .8rem; color: var(--soft); text-decoration: none; border-bottom: 2px solid transparent; font-size: .94rem; }
nav a:hover { color: var(--ink); }
nav a[aria-current] { color: var(--ink); border-color: currentColor; font-weight: 600; }
main { padding-bottom: 4rem; }
.foot { padding: 1.5rem; color: var(--soft); font-size: .85rem; border-top: 1px solid var(--line); }

.verdict { padding: 4rem 0 1rem; max-width: 46rem; }
h1 { font: 500 clamp(1.9rem, 1.2rem + 2.6vw, 3rem)/1.14 var(--serif); letter-spacing: -.015em; text-wrap: balance; overflow-wrap: anywhere; }
.title { margin-top: 3rem; font-size: clamp(1.7rem, 1.2rem + 1.6vw, 2.2rem); }
.title + .part { padding-top: 1.8rem; }
.verdict::before { content: ''; display: block; width: 3.5rem; height: 5px; margin-bottom: 1.5rem; background: currentColor; }
.verdict > * { color: var(--ink); }
.verdict p { margin-top: 1.2rem; font: 1.16rem/1.6 var(--serif); max-width: 40rem; }
.reasons { margin-top: 1rem; color: var(--soft); font-size: .94rem; }
.reasons li { color: var(--soft); padding-left: 1.1rem; text-indent: -1.1rem; }
.reasons li::before { content: '– '; }
.part { padding-top: 3rem; }
h2 { font: 500 1.55rem/1.25 var(--serif); letter-spacing: -.01em; margin-bottom: .7rem; }
h3 { font-weight: 600; font-size: 1.03rem; margin: 1.7rem 0 .6rem; }
h3 .quiet { font-weight: 400; font-size: .9rem; margin-left: .4rem; }
h4 { font-weight: 600; font-size: .9rem; margin: 1.2rem 0 .5rem; }
h5 { font-weight: 600; font-size: .85rem; }
h6 { font-weight: 600; font-size: .8rem; color: var(--soft); margin: .7rem 0 .2rem; }
.lead { max-width: 42rem; color: var(--soft); margin-bottom: 1rem; }
.part > p, .part > ul { max-width: 46rem; }
.part p + p, .part ul + p { margin-top: .6rem; }

.mark { display: inline-block; min-width: 1.55rem; height: 1.55rem; margin-right: .45rem; border: 1px solid var(--line); border-radius: 1rem; text-align: center; font: 500 .8rem/1.45rem var(--sans); color: var(--soft); }
.step { color: var(--soft); font-weight: 500; margin-top: 1.3rem; }
.stepped { display: flex; align-items: baseline; }
.items li { display: grid; grid-template-columns: 1.55rem minmax(0, 1fr); column-gap: .45rem; padding: .75rem 0; border-top: 1px solid var(--line); }
.items p { max-width: 44rem; } .items p + p { margin-top: .15rem; }
.items a { font-family: var(--mono); font-size: .9rem; margin-right: .3rem; }
.items summary { color: var(--link); }
.sign { display: inline-block; width: 1.35rem; height: 1.35rem; border-radius: 50%; text-align: center; font: 700 .78rem/1.35rem var(--sans); }
.sign.bad { background: var(--bad); color: var(--sheet); } .sign.doubt { background: var(--doubt-tint); color: var(--doubt); }
.sign.good { background: var(--good-tint); color: var(--good); } .sign.quiet { background: var(--tint); color: var(--quiet); }
.warning { margin-top: 2rem; padding: .6rem 1rem; background: var(--doubt-tint); color: var(--doubt); border-radius: 6px; }
.early { margin: .4rem 0; }
.tag { display: inline-block; padding: 0 .5em; border-radius: .8em; font: 500 .78rem/1.5 var(--sans); white-space: normal; }
.tag.bad { background: var(--bad-tint); } .tag.doubt { background: var(--doubt-tint); } .tag.good { background: var(--good-tint); }
.tag.plain { background: var(--tint); color: var(--soft); }

table { border-collapse: collapse; width: 100%; font-size: .94rem; }
caption { text-align: left; font-weight: 600; padding: 1.2rem 0 .4rem; }
th { text-align: left; font-weight: 500; } thead th { color: var(--soft); font-size: .82rem; font-weight: 400; }
th, td { padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.counts { max-width: 58rem; }
.counts td, .counts thead th:not(:first-child) { text-align: right; font-variant-numeric: tabular-nums; width: 4.2rem; }
.counts .zero { color: var(--quiet); } .counts .bad, .counts .doubt { font-weight: 600; }
.counts .bar { width: 26%; padding-right: 0; padding-left: .5rem; vertical-align: middle; }
.bar svg { display: block; width: 100%; height: .55rem; border-radius: 2px; background: var(--tint); }
.bar .bad { fill: var(--bad); } .bar .doubt { fill: var(--doubt); } .bar .good { fill: var(--good); opacity: .75; } .bar .quiet { fill: var(--line); }
.figures li { padding: .25rem 0; }
.decisions { max-width: 46rem; table-layout: fixed; }
.decisions th:last-child, .decisions td:last-child { width: 5.5rem; text-align: right; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; }
.part > details, .all { margin-top: .8rem; }
.part > details > summary, .all > summary, .as-list > summary { color: var(--link); padding: .2rem 0; }
.plain li, .reason-list li { padding: .35rem 0; border-bottom: 1px solid var(--line); }
.plain a, .reason-list a { font-family: var(--mono); font-size: .84rem; margin-right: .5rem; }
.reason-list p { padding: .2rem 0; }
.about > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: .2rem 1rem; padding: .4rem 0; }
.about dt, .finding dt { color: var(--soft); font-size: .86rem; line-height: 1.75; }
.about dd, .finding dd { min-width: 0; overflow-wrap: anywhere; }
.line { display: block; padding: .45rem .7rem; background: var(--tint); border-radius: 5px; user-select: all; }
.place, .probe { display: block; }
dd .place { font-size: .85rem; }

.legend { display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; font-size: .9rem; color: var(--soft); }
.legend li { display: flex; align-items: center; gap: .45rem; }
.legend b { color: var(--ink); font-variant-numeric: tabular-nums; }
.part > .legend { max-width: none; margin-bottom: 1.2rem; }
.map .row { display: grid; grid-template-columns: 2.6rem minmax(0, 1fr); align-items: start; padding: .2rem 0; }
.map h3 { margin: 0; font-weight: 400; font-size: .88rem; line-height: 24px; color: var(--soft); font-variant-numeric: tabular-nums; }
.map ul { display: flex; flex-wrap: wrap; gap: 3px; }
.map li { display: flex; }
.square { display: inline-block; width: 22px; height: 22px; border-radius: 4px; text-align: center; font: 600 12px/22px var(--sans); text-decoration: none; flex: none; border: 1px solid transparent; line-height: 20px; }
.square.passed { background: var(--good-tint); color: var(--good); }
.square.passedNonStrict { background: var(--good-tint); color: var(--good); border: 1px solid currentColor; }
.square.failed, .square.harnessError { background: var(--bad); color: var(--sheet); }
.square.cantTell { background: var(--doubt-tint); color: var(--doubt); border: 1px solid currentColor; }
.square.untested { background: none; color: var(--quiet); border: 1px dashed var(--line); }
.square.inapplicable { background: var(--tint); color: var(--quiet); }
a.square:hover { border: 1px solid var(--ink); }

.filters { position: sticky; top: 3.2rem; z-index: 1; display: flex; flex-wrap: wrap; gap: .6rem .9rem; align-items: end; padding: .8rem 0; background: var(--paper); border-bottom: 1px solid var(--line); }
.filters p { margin: 0 !important; }
.filters label { display: block; font-size: .78rem; color: var(--soft); }
.filters .find { flex: 1 1 14rem; }
input, select, button { font: inherit; font-size: .92rem; color: inherit; background: var(--sheet); border: 1px solid var(--soft); border-radius: 5px; padding: .3rem .55rem; min-height: 2.2rem; max-width: 100%; }
input { width: 100%; }
button { cursor: pointer; }
.shown { flex: 1 0 100%; color: var(--soft); font-size: .88rem; font-variant-numeric: tabular-nums; }
.none { padding: 2rem 0; color: var(--soft); }
.group > h3 { margin-top: 2rem; }
.req { border-top: 1px solid var(--line); scroll-margin-top: 6rem; }
.group > .req:last-child { border-bottom: 1px solid var(--line); }
.req > summary { display: grid; grid-template-columns: 1.9rem 12rem minmax(0, 1fr); gap: .05rem .4rem; padding: .6rem 0; list-style: none; }
.req > summary::-webkit-details-marker { display: none; }
.req > summary:hover { background: var(--tint); }
.req > summary .sign { grid-row: span 2; margin-top: .1rem; }
.req > summary .id { font-weight: 600; overflow-wrap: anywhere; line-height: 1.8; grid-row: span 2; }
.req > summary .facts { color: var(--soft); font-size: .84rem; grid-column: 3; }
.facts .outcome::before { content: ' · '; color: var(--soft); white-space: pre; }
.facts .outcome { font-weight: 500; }
.body { padding: .2rem 0 1.8rem 2.3rem; }
.req[data-outcome=failed] > .body, .req[data-outcome=harnessError] > .body { border-left: 3px solid var(--bad); margin-left: .6rem; padding-left: 1.5rem; }
.body > h4:first-child { margin-top: .4rem; }
.finding { padding: .7rem 1rem; background: var(--tint); border-radius: 6px; margin-bottom: .6rem; }
.finding > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .1rem 1rem; padding: .12rem 0; }
.actual { color: var(--bad); }
.body > .about { margin-top: 1rem; }

figure { margin: .4rem 0; min-width: 0; }
.drawing { overflow-x: auto; max-width: 100%; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: .5rem; }
.drawing svg { display: block; margin: 0 auto; font-family: var(--sans); }
figcaption { margin-top: .4rem; font-size: .88rem; color: var(--soft); }
.life { stroke: var(--line); stroke-width: 1; }
.actor { fill: var(--tint); stroke: var(--line); } .actor.tested { stroke: var(--ink); fill: var(--sheet); stroke-width: 1.5; }

.role { fill: var(--ink); font-size: 11.5px; font-weight: 600; } .note { fill: var(--soft); font-size: 10px; }
.shaft { stroke: var(--soft); stroke-width: 1.2; } .response .shaft { stroke-dasharray: 3 3; } .tip { fill: var(--soft); }
text.label { fill: var(--ink); font-size: 11.5px; paint-order: stroke; stroke: var(--sheet); stroke-width: 4px; stroke-linejoin: round; }
text.answer { fill: var(--soft); font-size: 10.5px; }
text.undelivered { fill: var(--bad); font-size: 11px; font-weight: 600; }
.band { fill: var(--bad-tint); }
.failing .shaft { stroke: var(--bad); stroke-width: 3; } .failing .tip { fill: var(--bad); stroke: var(--bad); stroke-width: 2; }
.failing circle { fill: var(--bad); } .cross { stroke: var(--sheet); stroke-width: 1.8; fill: none; }
.message-list { padding: .3rem 0 .3rem 2.2rem; list-style: decimal; color: var(--ink); } .message-list li { padding: .1rem 0; }
.session { padding-bottom: 1.5rem; }
.message { border-top: 1px solid var(--line); font-size: .92rem; }
.messages { border-bottom: 1px solid var(--line); }
.message > summary, .heading { padding: .4rem 0; display: flex; flex-wrap: wrap; gap: .1rem .8rem; align-items: baseline; }
.message .number { min-width: 2rem; text-align: right; color: var(--soft); font-variant-numeric: tabular-nums; }
.message .name { font-weight: 600; } .message .route, .message .end { color: var(--soft); }
.message > p { padding-left: 2.8rem; }
.message.highlighted .number { min-width: 0; } .message.highlighted > .heading { padding-left: 0; }
.highlighted { border: 1px solid var(--line); border-radius: 6px; padding: 0 1rem; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1.5rem; padding: .2rem 0 1rem; }
.messages .sides { padding-left: 2.8rem; }
.side { min-width: 0; }
.start { font-family: var(--mono); font-size: .82rem; overflow-wrap: anywhere; margin: .1rem 0 .4rem; }
pre { font-size: .8rem; line-height: 1.5; padding: .6rem .8rem; margin-bottom: .4rem; background: var(--tint); border-radius: 5px; overflow: auto; max-height: 24rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.layers li { padding: .1rem 0 .1rem .8rem; border-left: 2px solid var(--line); font-size: .86rem; overflow-wrap: anywhere; }
.layers b { font-weight: 500; } .layers .at { color: var(--soft); }
.layers .found { border-color: var(--bad); background: var(--bad-tint); }
.probe-list li { padding: .35rem 0; border-bottom: 1px solid var(--line); }
.probe-list li:first-child { border-top: 1px solid var(--line); }
.all table .place { font-family: inherit; font-size: inherit; } .all th a { font-family: var(--mono); font-size: .86rem; }
.all td:nth-child(2), .all td:nth-child(3) { font-variant-numeric: tabular-nums; }

@media (hover: none), (max-width: 44rem) { .keys { display: none; } }
@media (max-width: 44rem) {
  .top > div, main { padding-left: 1rem; padding-right: 1rem; }
  .top p { display: none; }
  .verdict { padding-top: 2.2rem; }
  .about > div, .finding > div { grid-template-columns: 1fr; }
  .counts .bar { display: none; }
  .counts td, .counts thead th:not(:first-child) { width: auto; padding-right: .5rem; }
  .req > summary { grid-template-columns: 1.9rem minmax(0, 1fr); } .req > summary .sign { grid-row: span 3; }
  .req > summary .id { grid-row: auto; } .req > summary .facts { grid-column: 2; }
  .req > .body { padding-left: .8rem !important; margin-left: 0 !important; }
  .filters { position: static; } .decisions th:first-child { width: 46%; } .decisions :is(th, td):last-child { width: 3.6rem; } .req { scroll-margin-top: 0; }
  .filters > p { flex: 1 1 8rem; } .filters select { width: 100%; }
  .sides { grid-template-columns: 1fr; } .messages .sides, .message > p { padding-left: 0; }
  .all th:nth-child(n+2):nth-child(-n+3), .all td:nth-child(n+2):nth-child(-n+3) { padding-right: .5rem; }
  .all table { table-layout: fixed; } .all th, .all td { overflow-wrap: anywhere; }
  .all thead th:nth-child(2), .all thead th:nth-child(3) { width: 3rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: auto; } }
@media print {
  :root { color-scheme: light; --paper: #fff; --sheet: #fff; --ink: #000; --soft: #444; --line: #bbb; --tint: #f3f3f3; --link: #000; --bad: #9a1b15; --doubt: #6b4300; --good: #155431; --quiet: #555; --bad-tint: #fbeae8; --doubt-tint: #fbf1de; --good-tint: #e7f3eb; }
  html { font-size: 10pt; }
  [data-view][hidden] { display: block !important; }
  nav, .filters, .skip, .none, .map a[tabindex]::after { display: none !important; }
  .top { position: static; }
  [data-view] + [data-view] { break-before: page; }
  h2, h3, h4, .step { break-after: avoid; }
  .items li, .finding, tr, .message > summary { break-inside: avoid; }
  .drawing { overflow: visible; } .drawing svg { max-width: 100%; height: auto; }
  pre { max-height: none; }
  .square, .sign, .tag, .bar, .band, .finding { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
