import { style as reportStyle } from '../../../reporters/html/style.ts'

/** The style of the console: that of the report, and what the report has not. */
export const style = `${reportStyle}
.verdict { padding: 3rem 0 0; } .verdict p { margin-top: .8rem; } .verdict h1 { font-size: clamp(1.7rem, 1.2rem + 2vw, 2.6rem); }
.verdict .notes { font: inherit; } .notes { margin-top: 1rem; } .notes pre { max-height: 12rem; }
.act { display: flex; flex-wrap: wrap; gap: .8rem 1.2rem; align-items: end; margin-top: 1.6rem; max-width: 46rem; }
.act .find { flex: 1 1 16rem; } .verdict .act p { margin: 0; font: inherit; max-width: none; } .verdict .act .hint { font-size: .88rem; }
label { display: block; font-size: .9rem; } .act .find label { margin-bottom: .2rem; color: var(--soft); }
.check { display: flex; gap: .5rem; align-items: center; flex: 1 0 100%; } .check input { width: 1.1rem; min-height: 1.1rem; height: 1.1rem; flex: none; }
.picker ul { margin-top: .9rem; max-width: 46rem; border-bottom: 1px solid var(--line); } .picker li { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: .1rem 1rem; padding: .45rem 0; border-top: 1px solid var(--line); }
.picker .suite { font-weight: 600; } .picker .roles { margin: 0; } .picker a { padding: .1rem 0; }
.settings { max-width: 46rem; margin-top: 1.4rem; } .settings fieldset { border: 0; margin: 0 0 1.4rem; padding: 0; min-width: 0; } .settings legend { font-weight: 600; font-size: 1.05rem; padding: 0; margin-bottom: .2rem; }
.field { margin: .8rem 0 0; max-width: none; } .field label { color: var(--ink); font-size: .94rem; } .field :is(input, textarea, select) { margin: .2rem 0; } .field .hint { display: block; max-width: 42rem; overflow-wrap: anywhere; }
.field select { width: 100%; } .field [aria-invalid] { border-color: var(--bad); }
textarea { width: 100%; font: inherit; font-size: .92rem; color: inherit; background: var(--sheet); border: 1px solid var(--soft); border-radius: 5px; padding: .3rem .55rem; resize: vertical; }
.field.check { align-items: flex-start; } .field.check > input { margin: .2rem 0 0; } .field.check label { display: inline; } .field.check .hint { margin-top: .1rem; }
.more { border-top: 1px solid var(--line); padding: .6rem 0; } .more > summary { font-weight: 600; cursor: pointer; } .more fieldset { margin: .2rem 0 .8rem; }
.option { margin: .3rem 0 0; } .option input { margin-top: .25rem; } .option.check { align-items: flex-start; } .settings legend + .hint { margin: 0; } .done { margin-top: 1rem; }
.sentence { max-width: 46rem; } .facts { margin-top: 1.2rem; max-width: 52rem; } .facts > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: .1rem 1rem; padding: .35rem 0; border-top: 1px solid var(--line); } .facts dt { color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; } .facts dd p { margin: 0; max-width: none; white-space: pre-wrap; }
.example { margin-top: 1.6rem; } .example .facts { margin-top: .4rem; font-size: .92rem; }
.start { margin-top: 1.2rem; }
.bar { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: center; } .verdict .bar { font: inherit; font-size: .94rem; } progress { flex: 1 1 14rem; max-width: 26rem; height: .7rem; accent-color: var(--ink); }
.answer p { display: flex; flex-wrap: wrap; gap: .5rem; max-width: none; } .answer label, .answer input { flex: 1 0 100%; }
.hint { color: var(--soft); font-size: .88rem; }
.first { background: var(--ink); color: var(--paper); border-color: var(--ink); font-weight: 600; padding: .3rem 1.2rem; }
.problem { color: var(--bad); font-weight: 600; }
button.small { min-height: 0; padding: .05rem .6rem; font-size: .84rem; border-color: var(--line); }
.inline { display: inline; }
.row-acts { display: flex; flex-wrap: wrap; gap: .3rem .9rem; align-items: baseline; margin-top: .35rem; }
.row-acts a { font: inherit; font-size: .88rem; margin: 0; }
.items .name { font-family: var(--mono); font-size: .9rem; font-weight: 600; overflow-wrap: anywhere; }
.sessions { margin-top: 1.2rem; max-width: 46rem; } .sessions li { display: grid; grid-template-columns: 7rem 7rem minmax(0, 1fr); gap: 0 .8rem; padding: .35rem 0; border-top: 1px solid var(--line); font-size: .94rem; }
.sessions li > :nth-child(2):last-child { grid-column: 2 / -1; } .sessions li:last-child { border-bottom: 1px solid var(--line); }
.now { display: grid; grid-template-columns: minmax(0, 18rem) minmax(0, 1fr); gap: 1.5rem 2.5rem; align-items: start; }
.now .todo { list-style: decimal; padding-left: 1.2rem; margin: .4rem 0 .8rem; }
.code { display: block; width: 100%; max-width: 18rem; height: auto; border-radius: 8px; border: 1px solid var(--line); }
.link { font-family: var(--mono); font-size: .8rem; overflow-wrap: anywhere; margin-top: .6rem; padding: .5rem .7rem; background: var(--tint); border-radius: 6px; max-height: 8rem; overflow-y: auto; }
.live > li { border-bottom: 1px solid var(--line); } .live .message { border-top: 0; }
.live .finding { margin: .2rem 0 .8rem 2.8rem; } .live .finding p { max-width: 46rem; } .finding > .row-acts { display: flex; padding: 0; }
.live .end.bad { color: var(--bad); }
.past .place, .rows .place { font: inherit; font-size: .88rem; }
.opens { padding-top: 1rem; font-weight: 600; font-size: .94rem; } .live:not(:empty) + .none-yet { display: none; }
.past td, .past th { padding-right: 1rem; } .past td:first-child, .past th:first-child { width: 3.2rem; } .past input { width: 1.05rem; min-height: 1.05rem; }
.past .pick { white-space: nowrap; } .past .pick label { display: inline; } .past .what { overflow-wrap: anywhere; }
.past .number { text-align: right; font-variant-numeric: tabular-nums; }
.rows { table-layout: fixed; } .rows th { overflow-wrap: anywhere; font-family: var(--mono); font-size: .84rem; } .rows thead th { font-family: inherit; } .rows thead th:first-child { width: 13rem; }
.rows td:last-child, .rows thead th:last-child { width: 8rem; }
.roles { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin-top: 1.2rem; } .roles a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
.page-title + .lead { margin-top: .6rem; }
.page-title { margin-top: 2.6rem; font-size: clamp(1.7rem, 1.2rem + 1.6vw, 2.2rem); }
.explained { max-height: none; margin-top: 1.2rem; }
dialog { width: min(62rem, calc(100vw - 2rem)); max-height: calc(100vh - 3rem); padding: 0 1.5rem 1.5rem; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: 8px; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog .page-title { margin-top: 1.2rem; font-size: 1.5rem; } dialog form.closing { position: sticky; top: 0; padding: .8rem 0 .4rem; background: var(--paper); text-align: right; }
@media (max-width: 44rem) {
  .verdict { padding-top: 2rem; }
  nav ul { gap: 1.1rem; }
  .now { grid-template-columns: minmax(0, 1fr); }
  .sessions li { grid-template-columns: 4.5rem minmax(0, 1fr); } .sessions li > :nth-child(3) { grid-column: 1 / -1; }
  .live .finding { margin-left: 0; }
  .past thead { display: none; } .past tr { display: block; border-top: 1px solid var(--line); padding: .6rem 0; } .past td, .past th { display: block; border: 0; padding: .1rem 0; width: auto !important; }
  .past td.number, .past td.pick { display: inline-block; padding-right: .8rem; } .past td[data-name]::before { content: attr(data-name) ' '; color: var(--soft); font-size: .85rem; }
  .rows thead { display: none; } .rows tr { display: block; border-top: 1px solid var(--line); padding: .5rem 0; } .rows :is(td, th) { display: block; width: auto !important; border: 0; padding: .05rem 0; }
  .act button, .start button { width: 100%; }
  .facts > div { grid-template-columns: minmax(0, 1fr); }
  .picker li { grid-template-columns: minmax(0, 1fr); }
}
`
