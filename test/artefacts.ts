import type { KnownFacts } from '../model/finding.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { ActorMutation } from '../suites/document/model/actors.ts'
import type { FaultSettings } from '../suites/document/model/fault.ts'
import { runOffline } from '../suites/document/reference/offline-exchange.ts'

/** One artefact of a rehearsed exchange, and what is known beside it. */
export interface Staged {
  readonly text: string
  readonly known: KnownFacts
}

const usual: FaultSettings = { profile: 'document', decisions: {} }

/** The artefact of one kind that a rehearsal leaves behind. */
export function staged(kind: ArtefactKind, deviation: ActorMutation = {}, setting: FaultSettings = usual): Staged {
  const { artefacts: exhibits, known } = runOffline(deviation, setting)
  const exhibit = exhibits.find((each) => each.kind === kind)
  if (!exhibit) throw new TypeError(`no ${kind} was staged`)
  return { text: exhibit.text, known }
}
