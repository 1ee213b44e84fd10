import { sanitize } from '../text/sanitize.ts'

/** HTML. Only `markup`, `prose` and `lines` make it, and they escape every text that is put in. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What can be put into HTML: HTML, texts and numbers. */
export type MarkupPart = Markup | string | number | undefined | readonly MarkupPart[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters of one text that are shown. */
const maxText = 1200

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

function writePart(part: MarkupPart): string {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(writePart).join('')
  return typeof part === 'number' ? String(part) : escapeHtml(sanitize(String(part), maxText))
}

/** Makes HTML of a template. Every part is text, unless it is HTML already. */
export const markup = ({ raw }: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup =>
  new Markup(raw.map((piece, i) => piece + writePart(parts[i])).join(''))

/** Makes HTML of sanitized lines, and keeps their line breaks. */
export const lines = (text: string): Markup => new Markup(escapeHtml(text))

/** A part that is there only under a condition. */
export const when = (condition: boolean, part: () => MarkupPart): MarkupPart => (condition ? part() : undefined)

/** Renders one of our sentences as HTML, with code between backquotes. */
export function prose(sentence: string): Markup {
  const pieces = sanitize(sentence, maxText).split(/`([^`]+)`/g)
  return new Markup(
    pieces.map((piece, i) => (i % 2 === 1 ? `<code>${escapeHtml(piece)}</code>` : escapeHtml(piece))).join(''),
  )
}
