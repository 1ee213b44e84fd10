import type { Artefact } from '../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { Exchange } from './exchange.ts'
import type { CheckContext } from './finding.ts'
import type { Requirement } from './requirement.ts'

/**
 * A change to a copy of an artefact, after which the copy certainly breaks one requirement. It needs no key: where a
 * signature is, the parsed content is changed and not the signed octets.
 */
export interface ArtefactTampering {
  readonly breaks: Requirement
  readonly kind: ArtefactKind
  readonly description: string
  /** Returns the changed copy; `undefined` if this artefact has nothing to change under these answers. */
  readonly apply: (artefact: Artefact, context: CheckContext) => Artefact | undefined
}

/** The same for a whole exchange: a message removed, a response replaced, an identifier used twice. */
export interface ExchangeTampering {
  readonly breaks: Requirement
  readonly description: string
  readonly apply: (exchange: Exchange, context: CheckContext) => Exchange | undefined
}

/** A tampering changes one artefact, or a whole exchange. */
export type Tampering = ArtefactTampering | ExchangeTampering

export const isArtefactTampering = (tamper: Tampering): tamper is ArtefactTampering => 'kind' in tamper
