import type { LaidFacet } from '../../model/foundation/facet.ts'
import type { FoundationProof } from '../../model/foundation/proof.ts'
import { listForgedFaults, listForgedVariants } from '../kit/samples.ts'
import type { TextRule } from './text-rules.ts'

/** A change of the text of a JSON object. */
export type TextChange = (json: string) => string

const fault = (description: string, change: TextChange) => ({ name: 'JSON-TEXT', description, change }) as const

const addFirst =
  (members: string): TextChange =>
  (json) =>
    json.replace('{', `{${members},`)

export const textProof: FoundationProof<TextRule, TextChange> = {
  faults: [
    fault('is JSON with a comma too many', (json) => json.replace(/\}$/, ',}')),
    fault('is JSON without its last brace', (json) => json.slice(0, -1)),
    fault('is JSON in single quotes', (json) => json.replaceAll('"', "'")),
    fault('has a member twice', addFirst('"x-member":1,"x-member":2')),
    fault('has a member twice, once with an escape', addFirst('"x-member":1,"x-\\u006dember":2')),
    fault('has a member twice in an object within', addFirst('"x-member":{"a":1,"a":1}')),
    fault('is JSON in an array', (json) => `[${json}]`),
    fault('is followed by another JSON text', (json) => `${json}{}`),
    fault('begins with a byte order mark', (json) => `\ufeff${json}`),
    fault('has a number that is none in JSON', addFirst('"x-member":01')),
    fault('has a line break in a string', addFirst('"x-member":"a\nb"')),
  ],
  variants: [
    fault('is JSON over several lines', (json) => JSON.stringify(JSON.parse(json), undefined, '\t')),
    fault('has blanks around its JSON', (json) => ` \r\n${json}\n`),
    fault('has escapes in the names of its members', (json) =>
      json.replace(/"([a-z])/, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`),
    ),
    fault('has a member that is not known, with nested ones of one name', addFirst('"x-member":{"x-member":{}}')),
  ],
}

/** The faults and variants of the JSON texts of a suite, which writes each of them otherwise. */
export function proveTexts<Kind extends string, Own>(
  texts: Readonly<Record<Kind, LaidFacet<TextRule>>>,
  forge: (kind: Kind, change: TextChange) => Own,
) {
  const all = Object.entries<LaidFacet<TextRule>>(texts) as [Kind, LaidFacet<TextRule>][] // a record has the keys of its type
  return {
    faults: all.flatMap(([kind, facet]) => listForgedFaults(facet, textProof, (change) => forge(kind, change))),
    variants: all.flatMap(([kind, facet]) => listForgedVariants(facet, textProof, (change) => forge(kind, change))),
  }
}
