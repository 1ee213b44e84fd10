import { type Finding, finding, showValue } from '../../model/finding.ts'
import type { LaidFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { type ListResponse, readMediaType } from '../../protocol/status-list/http-response.ts'

export type MessageRule = 'HTTP-TYPE' | 'HTTP-UTF8'

/** What holds for every message of HTTP. A row names the media type; octets that are no text are found by the row of the JSON text. */
export const messageFoundation = {
  title: 'HTTP messages, by what they carry',
  rules: {
    'HTTP-TYPE': { standard: 'RFC 9110, section 8.3' },
    'HTTP-UTF8': { standard: 'RFC 8259, section 8.1' },
  },
} as const

/** What a message carries, the row about its media type, and the row that finds octets that are not UTF-8. */
export const makeMessageFacet = (
  kind: ArtefactKind,
  type: Requirement,
  text: Requirement | { readonly off: string },
): LaidFacet<MessageRule> =>
  'off' in text
    ? { kind, instances: { 'HTTP-TYPE': type }, off: { 'HTTP-UTF8': text.off } }
    : { kind, instances: { 'HTTP-TYPE': type, 'HTTP-UTF8': text }, off: {} }

/** A JWT in a message has nothing but ASCII. */
export const jwtIsAscii = { off: 'Text that is not ASCII is not a compact JWT, and is found as such.' }

/** Finds a media type that is none of the wanted ones. */
export function* findOtherType(
  message: Pick<ListResponse, 'headers'>,
  ...wanted: readonly string[]
): Generator<Finding> {
  const given = readMediaType(message)
  if (!wanted.some((each) => each === given)) yield finding('content-type', wanted.join(' or '), showValue(given))
}
