import type { LaidFacet } from '../../model/foundation/facet.ts'
import type { FoundationProof } from '../../model/foundation/proof.ts'
import type { BodyEncoding } from '../kit/http-text.ts'
import { listForgedFaults, listForgedVariants } from '../kit/samples.ts'
import type { MessageRule } from './message-rules.ts'

/** What a message of HTTP has otherwise than the usual one. */
export interface HttpChange {
  /** Its media type; nothing, if it has none. */
  readonly type?: (usual: string) => string | undefined
  /** The text of its body, which is JSON. */
  readonly write?: (json: string) => string
  readonly encoding?: BodyEncoding
}

const addName =
  (name: string) =>
  (json: string): string =>
    json.replace('{', `{"x-name":"${name}",`)

const typed = (description: string, type: HttpChange['type'] & {}) =>
  ({ name: 'HTTP-TYPE', description, change: { type } }) as const

const encoded = (description: string, name: string, encoding?: BodyEncoding) =>
  ({ name: 'HTTP-UTF8', description, change: { write: addName(name), ...(encoding && { encoding }) } }) as const

const messageProof: FoundationProof<MessageRule, HttpChange> = {
  faults: [
    typed('comes as plain text', () => 'text/plain; charset=utf-8'),
    typed('comes as octets of any kind', () => 'application/octet-stream'),
    typed('comes without a media type', () => undefined),
    typed('comes with its media type twice', (type) => `${type}, ${type}`),
    typed('comes with more letters in its media type', (type) => `${type}x`),
    encoded('comes in Latin-1', 'Zoë', 'latin1'),
    encoded('comes with half a character', 'Zo\u00c3', 'latin1'),
  ],
  variants: [
    typed('comes with its media type in capitals', (type) => type.toUpperCase()),
    typed('comes with a charset', (type) => `${type};charset=UTF-8`),
    typed('comes with blanks before a quoted charset', (type) => `${type} ; charset="utf-8"`),
    encoded('comes with characters of several scripts', 'Zoë 王 🏔'),
  ],
}

/** The faults and variants of the messages of a suite, which writes each of them otherwise. */
export function proveMessages<Kind extends string, Own>(
  messages: Readonly<Record<Kind, LaidFacet<MessageRule>>>,
  forge: (kind: Kind, change: HttpChange) => Own,
) {
  const all = Object.entries<LaidFacet<MessageRule>>(messages) as [Kind, LaidFacet<MessageRule>][] // a record has the keys of its type
  const about = (kind: Kind): FoundationProof<MessageRule, HttpChange> => ({
    faults: messageProof.faults.map((each) => ({ ...each, description: `${each.description}: \`${kind}\`` })),
    variants: messageProof.variants.map((each) => ({ ...each, description: `${each.description}: \`${kind}\`` })),
  })
  return {
    faults: all.flatMap(([kind, facet]) => listForgedFaults(facet, about(kind), (change) => forge(kind, change))),
    variants: all.flatMap(([kind, facet]) => listForgedVariants(facet, about(kind), (change) => forge(kind, change))),
  }
}
