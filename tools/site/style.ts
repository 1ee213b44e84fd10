/** The style of the site: light or dark as the reader prefers, and on a phone. */
export const siteStyle = `
:root { color-scheme: light dark; --paper: #fdfcfa; --ink: #1c1d21; --soft: #5a5d66; --line: #dedbd4; --tint: #f4f2ed; --link: #1d4f91; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15161a; --ink: #e6e4df; --soft: #a5a7af; --line: #34373f; --tint: #22252b; --link: #9cc3ff; }
}
*, ::before, ::after { box-sizing: border-box; }
html { font: 16px/1.6 ui-sans-serif, system-ui, 'Segoe UI', Roboto, Arial, sans-serif; background: var(--paper); color: var(--ink); }
body { margin: 0 auto; max-width: 76rem; padding: 0 1rem 4rem; overflow-wrap: break-word; }
a { color: var(--link); text-underline-offset: .18em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .4rem .8rem; }
header { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; align-items: center; padding: .8rem 0; border-bottom: 1px solid var(--line); }
header form { margin-left: auto; }
header nav a { margin-right: 1rem; }
.home { font-weight: 600; text-decoration: none; color: var(--ink); }
input { font: inherit; width: 14rem; max-width: 100%; padding: .2rem .5rem; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 4px; }
.columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; }
.column { max-width: 52rem; }
.menu { font-size: .9rem; padding-top: 1rem; }
.menu h2 { font-size: .9rem; margin: 1rem 0 .2rem; }
.menu ul { list-style: none; margin: 0; padding: 0; }
.menu a { display: block; padding: .15rem 0; text-decoration: none; }
.menu [aria-current] { font-weight: 600; color: var(--ink); }
main { padding-top: 1rem; min-width: 0; }
h1 { font-size: 1.7rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin-top: 2rem; }
h3 { font-size: 1.05rem; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .88em; }
code { overflow-wrap: anywhere; }
pre { background: var(--tint); padding: .8rem 1rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); min-width: 6rem; }
dl div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: .2rem 1rem; padding: .25rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; }
.rows li, #found li { margin-bottom: .5rem; }
#found p { margin: 0; color: var(--soft); }
.way { margin: 0; }
@media (max-width: 48rem) {
  .columns { display: block; }
  .menu { padding: 0; border-bottom: 1px solid var(--line); max-height: 12rem; overflow-y: auto; }
  dl div { grid-template-columns: 1fr; }
  header form { margin-left: 0; }
}
`
