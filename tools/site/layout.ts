import { Markup, type MarkupPart, markup } from '../../reporters/html/markup.ts'
import { menu } from './menu.ts'

/** A page of the site. */
export interface SitePage {
  /** Its path on the site, such as `docs/guide/index.html`. */
  readonly path: string
  readonly title: string
  readonly content: MarkupPart
  /** Whether it has the whole menu beside it. */
  readonly hasMenu?: boolean
  readonly scripts?: readonly string[]
}

/** Loads nothing from anywhere else. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

/** The way from a page to the root of the site. */
export const pathToRoot = (path: string): string => '../'.repeat(path.split('/').length - 1)

/** Renders a page with its header, its menu and a search box. */
export function renderPage({ path, title, content, hasMenu = true, scripts = [] }: SitePage): string {
  const root = pathToRoot(path)
  return `${
    markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Assay</title>
<link rel="stylesheet" href="${root}site.css">
${scripts.map((each) => markup`<script src="${root}${each}" defer></script>`)}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${root}index.html">Assay</a>
<nav aria-label="Site"><a href="${root}docs/guide/index.html">Guide</a> <a href="${root}docs/requirements.html">Requirements</a> <a href="${root}docs/api/index.html">API</a></nav>
<form role="search" action="${root}search.html"><label for="q">Search</label> <input id="q" name="q" type="search" autocomplete="off" spellcheck="false"></form>
</header>
<div class="${hasMenu ? 'columns' : 'column'}">
${hasMenu ? renderMenu(path, root) : undefined}
<main id="content">${content}</main>
</div>
</body>
</html>`.text
  }\n`
}

const renderMenu = (path: string, root: string): Markup => markup`<nav class="menu" aria-label="All pages">
${Object.entries(menu).map(
  ([group, pages]) =>
    markup`<h2>${group}</h2><ul>${Object.entries(pages).map(([name, page]) => renderLink(name, `${page}.html`, path, root))}</ul>`,
)}
</nav>`

const renderLink = (name: string, page: string, path: string, root: string): Markup =>
  page === path
    ? markup`<li><a href="${root}${page}" aria-current="page">${name}</a></li>`
    : markup`<li><a href="${root}${page}">${name}</a></li>`
