import { lines as escapeLines, Markup, type MarkupPart, markup } from '../../reporters/html/markup.ts'

/** How a page is made: where its links lead. */
export interface MarkdownOptions {
  /** The address that a link of the page has on the site; undefined if the site does not have what it leads to. */
  readonly resolve: (link: string) => string | undefined
}

/** Renders a page that is written in the Markdown of this repository: headings, paragraphs, lists, tables, code and pictures. */
export const renderMarkdown = (text: string, options: MarkdownOptions): Markup =>
  new Markup(
    splitBlocks(text.replaceAll(/^<!--.*?-->$/gms, ''))
      .map((block) => renderBlock(block, options).text)
      .join('\n'),
  )

/** The text of a heading as an anchor, as code hosts make it. */
export const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')

/** Divides a page at its empty lines; fenced code is one block, whatever is in it. */
function splitBlocks(text: string): readonly (readonly string[])[] {
  const blocks: string[][] = []
  let current: string[] = []
  let isCode = false
  const end = (): void => {
    if (current.length > 0) blocks.push(current)
    current = []
  }
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```')
    if (!isCode && (isFence || line === '' || line.startsWith('#'))) end()
    if (isCode || line !== '') current.push(line)
    if (!isCode && line.startsWith('#')) end()
    if (isCode && isFence) end()
    isCode = isFence ? !isCode : isCode
  }
  end()
  return blocks
}

function renderBlock(block: readonly string[], options: MarkdownOptions): Markup {
  const [first = ''] = block
  const inline = (text: string): Markup => renderInline(text, options)
  const [, marks, heading = ''] = /^(#{1,6}) (.*)$/.exec(first) ?? []
  if (marks) return renderHeading(marks.length, heading, inline)
  if (first.startsWith('```'))
    return markup`<pre tabindex="0"><code>${escapeLines(block.slice(1, -1).join('\n'))}</code></pre>`
  if (first.startsWith('|')) return renderTable(block, inline)
  if (/^(?:-|\d+\.) /.test(first)) return renderList(block, inline)
  return markup`<p>${inline(block.join(' '))}</p>`
}

function renderHeading(level: number, text: string, inline: (text: string) => Markup): Markup {
  const name = `h${level}`
  return markup`<${new Markup(name)} id="${slugify(text)}">${inline(text)}</${new Markup(name)}>`
}

function renderTable([head = '', , ...rows]: readonly string[], inline: (text: string) => Markup): Markup {
  const cells = (row: string): readonly Markup[] =>
    row
      .replace(/^\|\s*/, '')
      .replace(/\s*\|$/, '')
      .split(/\s*(?<!\\)\|\s*/)
      .map((cell) => inline(cell.replaceAll('\\|', '|')))
  const renderRow = (row: string): Markup => markup`<tr>${cells(row).map((cell) => markup`<td>${cell}</td>`)}</tr>`
  return markup`<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(head).map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map(renderRow)}</tbody></table></div>`
}

/** A list; lines that begin with spaces belong to the item before them. */
function renderList(block: readonly string[], inline: (text: string) => Markup): Markup {
  const items = block
    .join('\n')
    .split(/\n(?=(?:-|\d+\.) )/)
    .map((item) => markup`<li>${inline(item.replace(/^(?:-|\d+\.) /, '').replaceAll(/\n\s*/g, ' '))}</li>`)
  return /^-/.test(block[0] ?? '') ? markup`<ul>${items}</ul>` : markup`<ol>${items}</ol>`
}

/** Code, pictures, links, bold and italic words. */
const inlinePattern =
  /(`+)(.+?)\1(?!`)|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|(?<![\w*])\*([^*\s][^*]*)\*(?!\w)/g

function renderInline(text: string, options: MarkdownOptions): Markup {
  const parts: MarkupPart[] = []
  let from = 0
  for (const match of text.matchAll(inlinePattern)) {
    parts.push(escapeLines(text.slice(from, match.index)), renderSpan(match, options))
    from = match.index + match[0].length
  }
  return markup`${[...parts, escapeLines(text.slice(from))]}`
}

function renderSpan(
  [, , code, bang, label = '', link = '', bold, italic]: readonly (string | undefined)[],
  options: MarkdownOptions,
): Markup {
  if (code !== undefined) return markup`<code>${escapeLines(code.trim())}</code>`
  if (bold !== undefined) return markup`<strong>${renderInline(bold, options)}</strong>`
  if (italic !== undefined) return markup`<em>${renderInline(italic, options)}</em>`
  const address = options.resolve(link)
  if (address === undefined) return renderInline(label, options)
  return bang === '!'
    ? markup`<img src="${address}" alt="${label}" loading="lazy">`
    : markup`<a href="${address}">${renderInline(label, options)}</a>`
}
