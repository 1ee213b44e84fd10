import { sanitizeForFile } from './sanitize.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes a text from outside for an XML document, between tags or in an attribute. */
export const escapeXml = (text: string): string =>
  sanitizeForFile(text).replaceAll(/[&<>"']/g, (each) => entities[each] ?? '')

/** Formats an element with its attributes and lines of content. */
export function* formatElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: Iterable<string> = [],
): Generator<string> {
  const lines = [...content]
  if (lines.length === 0) return yield `<${name}${formatAttributes(attributes)}/>`
  yield `<${name}${formatAttributes(attributes)}>`
  yield* lines
  yield `</${name}>`
}

const formatAttributes = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')
