import type { JsonValue } from '../encoding/json.ts'
import type { ArtefactContents } from './artefact.ts'
import type { ArtefactKind } from './artefact-kinds.ts'

/** A layer inside another: its kind, its place, and its text or why there is none. */
export interface Layer {
  readonly kind: ArtefactKind
  readonly at: string
  readonly text?: string
  readonly withheld?: string
}

export type InnerLayers = { readonly [K in ArtefactKind]?: (content: ArtefactContents[K]) => Iterable<Layer> }

export function* listTextLayer(kind: ArtefactKind, at: string, text: JsonValue | undefined): Generator<Layer> {
  if (typeof text === 'string') yield { kind, at, text }
}
