import { shown } from './telling.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text of a stranger in an XML document, between tags or in an attribute. */
export const xml = (text: string): string => shown(text).replaceAll(/[&<>"']/g, (each) => entities[each] ?? '')

/** Attributes, with a blank before each. */
export const attributes = (all: Readonly<Record<string, string | number>>): string =>
  Object.entries(all)
    .map(([name, value]) => ` ${name}="${xml(String(value))}"`)
    .join('')

/** An element, with its content in lines. */
export function* element(
  name: string,
  given: Readonly<Record<string, string | number>>,
  content: Iterable<string> = [],
): Generator<string> {
  const lines = [...content]
  if (lines.length === 0) return yield `<${name}${attributes(given)}/>`
  yield `<${name}${attributes(given)}>`
  yield* lines
  yield `</${name}>`
}
