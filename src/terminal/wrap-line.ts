import { stripVTControlCharacters } from 'node:util'

/** Narrower than this, folding makes lines harder to read. */
const least = 40

/** Folds a line at its spaces, so that it fits. The rest is indented two steps more than the line. Words stay whole. */
export function wrapLine(line: string, columns: number | undefined): readonly string[] {
  if (columns === undefined || measure(line) <= columns) return [line]
  const width = Math.max(least, columns)
  const indent = /^ */.exec(line)?.[0] ?? ''
  const lines = [indent]
  for (const word of line.slice(indent.length).split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.trim() === '') lines[lines.length - 1] = `${last}${word}`
    else if (measure(last) + 1 + measure(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${indent}  ${word}`)
  }
  return lines.map((each) => each.trimEnd())
}

/** The columns that a text takes, without its colours. */
const measure = (text: string): number => stripVTControlCharacters(text).length

/** Reads the width of a terminal: what COLUMNS says, or what the terminal itself says. */
export function readColumns(given: string | undefined, own: number | undefined): number | undefined {
  const wanted = Number(given)
  return Number.isInteger(wanted) && wanted > 0 ? wanted : own
}
