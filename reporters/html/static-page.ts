import { Markup, type MarkupPart, markup, when } from './markup.ts'
import { writeFilePolicy } from './page-policy.ts'
import { style } from './style.ts'

/** A page without a script. */
interface StaticPage {
  readonly title: string
  /** What its style has besides that of every page. */
  readonly style: string
  readonly parts: readonly MarkupPart[]
  /** The class of what holds the parts. */
  readonly look?: string
  readonly foot?: MarkupPart
}

/** The last line of a report. */
export const renderFoot = ({ name, version }: { readonly name: string; readonly version: string }): Markup =>
  markup`<footer class="foot">Made by ${name} ${version}. This page is one file; it loads nothing and sends nothing.</footer>`

/** Renders one page, which refers to no other file. */
export function renderStaticPage(page: StaticPage): string {
  const css = `${style}${page.style}`
  // It loads and sends nothing, and allows only the style of the page.
  const policy = writeFilePolicy({ style: css })
  const look = when(page.look !== undefined, () => markup` class="${page.look}"`)
  return `${
    markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${page.title}</title>
<style>${new Markup(css)}</style>
</head>
<body>
<main${look}>
${page.parts}
</main>
${page.foot}
</body>
</html>`.text
  }\n`
}
