/** What the search finds: its name, its address below the root of the site, and its words. */
export interface SearchEntry {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly isRequirement: boolean
}

/** The index, as a script that any server can deliver. */
export const writeIndex = (entries: readonly SearchEntry[]): string =>
  `globalThis.siteIndex = ${JSON.stringify(entries.map(({ name, path, text, isRequirement }) => [name, path, text, isRequirement ? 1 : 0]))}\n`

/** Searches in the browser: a requirement whose id was typed comes first, then other requirements, then pages. */
export const searchScript = `'use strict'
const query = new URLSearchParams(location.search).get('q')?.trim() ?? ''
const words = query.toLowerCase().split(/\\s+/).filter(Boolean)
const rank = ([name, , text, isRequirement]) => {
  const [id, all] = [name.toLowerCase(), (name + ' ' + text).toLowerCase()]
  if (words.length === 0 || !words.every((word) => all.includes(word))) return 0
  const exact = id === query.toLowerCase() ? 100 : id.startsWith(query.toLowerCase()) ? 50 : isRequirement && id.includes(words[0]) ? 10 : 0
  return 1 + exact + (isRequirement ? 5 : 0)
}
const found = globalThis.siteIndex.map((entry) => [rank(entry), entry]).filter(([weight]) => weight > 0).sort(([a], [b]) => b - a)
const list = document.querySelector('#found')
const box = document.querySelector('#q')
box.value = query
document.querySelector('#count').textContent = query === '' ? 'Enter an id or words.' : found.length === 0 ? 'Nothing was found.' : found.length + ' found.'
for (const [, [name, path, text]] of found.slice(0, 50)) {
  const [item, link, note] = ['li', 'a', 'p'].map((tag) => document.createElement(tag))
  link.href = path
  link.textContent = name
  note.textContent = text.length > 200 ? text.slice(0, 200) + '…' : text
  item.append(link, note)
  list.append(item)
}
`
