// Edits of TypeScript sources that are formatted: a top-level list ends with a bracket in the first column, or in its line.

/** Adds a name to the import from a module, or an import of it. */
export function addImport(source: string, name: string, module: string): string {
  const origin = ['from', `'${module}'`].join(' ')
  const statement = new RegExp(`^import \\{([^}]*)\\} ${escapePattern(origin)}`, 'm')
  const names = statement.exec(source)?.[1]
  if (names === undefined) return `import { ${name} } ${origin}\n${source}`
  const all = names.split(',').map((each) => each.trim())
  if (all.includes(name)) return source
  const extended = [...all.filter((each) => each !== ''), name].join(', ')
  return source.replace(statement, () => `import { ${extended} } ${origin}`)
}

/** Adds an element at the end of the list that a module exports under a name. */
export function addElement(source: string, list: string, element: string): string {
  const start = findExport(source, list)
  const lineEnd = source.indexOf('\n', start)
  const line = source.slice(start, lineEnd)
  const isOneLine = /\]\)?$/.test(line)
  const end = isOneLine ? start + line.lastIndexOf(']') : lineEnd + 1 + findEnd(source.slice(lineEnd + 1), /^\]/m, list)
  const before = source.slice(0, end)
  return `${before}${isOneLine ? ', ' : ''}${isOneLine ? element : `  ${element},\n`}${source.slice(end)}`
}

/** Adds a row at the end of the table with a prefix. */
export function addRow(source: string, prefix: string, row: string): string {
  const start = source.indexOf(`= section('${prefix}',`)
  const end = start + findEnd(source.slice(start), /^\}\)/m, prefix)
  return `${source.slice(0, end)}  ${row},\n${source.slice(end)}`
}

/** Adds a declaration before the list that a module exports, and before the comment on that list. */
export function addDeclaration(source: string, list: string, declaration: string): string {
  const lines = source.slice(0, findExport(source, list)).split('\n')
  let end = lines.length - 1
  while (/^(\/\/|\/\*\*| \*)/.test(lines[end - 1] ?? '')) end--
  const before = lines.slice(0, end).join('\n')
  return `${before}\n${declaration}\n\n${source.slice(before.length + 1)}`
}

function findExport(source: string, list: string): number {
  const start = source.search(new RegExp(`^export const ${list}\\b`, 'm'))
  if (start < 0) throw new TypeError(`there is no list of ${list}`)
  return start
}

function findEnd(source: string, end: RegExp, list: string): number {
  const index = source.search(end)
  if (index < 0) throw new TypeError(`the list of ${list} has no end`)
  return index
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
