import type { LaidFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'

export type TextRule = 'JSON-TEXT'

/** What holds for every message that is a JSON text. What cannot be read is found by the row of its kind. */
export const textFoundation = {
  title: 'JSON texts',
  rules: { 'JSON-TEXT': { standard: 'RFC 8259, sections 2, 4 and 8.1' } },
} as const

/** A kind of artefact that is a JSON text, and the row that finds a text that cannot be read, or why none has to. */
export const makeTextFacet = (
  kind: ArtefactKind,
  found: Requirement | { readonly off: string },
): LaidFacet<TextRule> =>
  'off' in found
    ? { kind, instances: {}, off: { 'JSON-TEXT': found.off } }
    : { kind, instances: { 'JSON-TEXT': found }, off: {} }
