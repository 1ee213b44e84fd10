/** The style of the page: light or dark as preferred, also on a phone. It refers to no other file. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --sheet: #fff; --ink: #1c1d21; --soft: #5a5d66; --line: #dedbd4; --tint: #f4f2ed; --link: #1d4f91;
  --bad: #a8201a; --good: #1b6b3f; --doubt: #855300; --doubt-tint: #fbf1de;
  --serif: ui-serif, Charter, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif;
  --sans: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15161a; --sheet: #1b1d22; --ink: #e6e4df; --soft: #a5a7af; --line: #34373f; --tint: #22252b; --link: #9cc3ff;
    --bad: #ff9a90; --good: #7fd3a1; --doubt: #f0c067; --doubt-tint: #352a15;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { font: 16px/1.55 var(--sans); background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1.5rem 1.5rem 4rem; max-width: 64rem; overflow-wrap: break-word; }
h1, h2, p, ul, ol, table, form, fieldset { margin: 0; padding: 0; font: inherit; border: 0; }
ul, ol { list-style: none; }
header { display: flex; justify-content: space-between; gap: 1rem; color: var(--soft); font-size: .9rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); }
h1 { margin-top: 1.2rem; font: 500 clamp(1.8rem, 1.2rem + 2.2vw, 2.6rem)/1.15 var(--serif); letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 2.4rem 0 .6rem; font: 500 1.35rem/1.25 var(--serif); }
a { color: var(--link); text-underline-offset: .18em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, textarea, .link { font-family: var(--mono); font-size: .85rem; }
.step { margin-top: 2rem; color: var(--soft); font-size: .94rem; }
.todo { padding-left: 1.2rem; margin-top: .8rem; max-width: 40rem; list-style: decimal; }
.todo:has(> li:only-child) { list-style: none; padding-left: 0; }
.now { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem 2.5rem; margin-top: 1.5rem; align-items: start; }
.now.coded { grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); }
.code { display: block; width: 100%; max-width: 22rem; height: auto; border-radius: 8px; border: 1px solid var(--line); }
.link, code { overflow-wrap: anywhere; }
.link { margin-top: .7rem; padding: .5rem .7rem; background: var(--tint); border-radius: 6px; max-height: 8.5rem; overflow-y: auto; }
label { display: block; font-weight: 600; font-size: .94rem; margin-bottom: .25rem; }
.hint { color: var(--soft); font-size: .88rem; }
input, textarea, button { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--soft); border-radius: 6px; padding: .55rem .7rem; max-width: 100%; }
input, textarea { width: 100%; } textarea { display: block; min-height: 7rem; resize: vertical; font-family: var(--mono); font-size: .85rem; }
[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
button { cursor: pointer; min-height: 2.8rem; padding-inline: 1.1rem; }
button.first { background: var(--ink); color: var(--paper); border-color: var(--ink); font-weight: 600; }
form + form { margin-top: 1.2rem; } form p + p, form p + button, form label + p { margin-top: .7rem; }
form p { margin-top: .5rem; }
details { margin-top: 1.5rem; } summary { cursor: pointer; color: var(--link); }
dl { margin: .6rem 0 0; } dd { margin: 0 0 .5rem; } dt { color: var(--soft); font-size: .88rem; }
.else { margin-top: 2rem; padding-top: 1.2rem; border-top: 1px solid var(--line); }
.problem { color: var(--bad); font-weight: 600; }
.news { margin-top: 1.2rem; padding: .7rem 1rem; background: var(--doubt-tint); border-radius: 6px; } .news:empty { display: none; }
.note { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-size: .94rem; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th { text-align: left; font-weight: 500; } thead th { color: var(--soft); font-size: .84rem; font-weight: 400; }
th, td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:last-child, th:last-child { padding-right: 0; text-align: right; font-variant-numeric: tabular-nums; }
.sessions li { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0 .8rem; padding: .45rem 0; border-bottom: 1px solid var(--line); }
.sessions b { font-weight: 600; } .sessions .note { grid-column: 2; font-size: .9rem; }
.good { color: var(--good); } .doubt { color: var(--doubt); } .bad { color: var(--bad); }
@media (max-width: 44rem) {
  body { padding: 1rem 1rem 3rem; }
  .now.coded { grid-template-columns: minmax(0, 1fr); }
  .code { max-width: 100%; }
  button { width: 100%; }
  .sessions li { grid-template-columns: 6.4rem minmax(0, 1fr); }
}
`
