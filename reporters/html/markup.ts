import { harmless } from '../escape.ts'

/** Text that is HTML already. Only `markup` makes it, and it escapes whatever is put in. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Part = Markup | string | number | undefined | readonly Part[]

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters of one text that are shown in a sentence. */
const longest = 1200

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')

/** Text of a stranger as HTML: no sign of it is markup, none is a control or turns the direction, and it is not endless. */
const shown = (text: string): string => escaped(harmless(text, longest))

function written(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(written).join('')
  return typeof part === 'number' ? String(part) : shown(String(part))
}

/** HTML, in which everything that is put in is text unless it was made by this very function. */
export const markup = ({ raw }: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(raw.map((piece, i) => piece + written(parts[i])).join(''))

/** Lines that were made harmless already and have to stay lines; nothing but the signs of HTML is escaped. */
export const lines = (text: string): Markup => new Markup(escaped(text))

/** Something, where there is a reason for it. */
export const when = (condition: boolean, part: () => Part): Part => (condition ? part() : undefined)

const inCode = /`([^`]+)`/g

/** A sentence of ours, in which names stand between backquotes. */
export function prose(sentence: string): Markup {
  const pieces = harmless(sentence, longest).split(inCode)
  return new Markup(
    pieces.map((piece, i) => (i % 2 === 1 ? `<code>${escaped(piece)}</code>` : escaped(piece))).join(''),
  )
}
