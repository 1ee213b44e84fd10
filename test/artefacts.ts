import { stage } from '../src/cli/stage.ts'
import type { Deviation } from '../src/model/actors.ts'
import type { Known } from '../src/model/check.ts'
import type { Setting } from '../src/model/fault.ts'
import type { Kind } from '../src/protocol/evidence.ts'

/** One artefact of a rehearsed exchange, and what is known beside it. */
export interface Staged {
  readonly text: string
  readonly known: Known
}

const usual: Setting = { under: 'document', given: {} }

/** The artefact of one kind that a rehearsal leaves behind. */
export function staged(kind: Kind, deviation: Deviation = {}, setting: Setting = usual): Staged {
  const { exhibits, known } = stage(deviation, setting)
  const exhibit = exhibits.find((each) => each.kind === kind)
  if (!exhibit) throw new TypeError(`no ${kind} was staged`)
  return { text: exhibit.text, known }
}
