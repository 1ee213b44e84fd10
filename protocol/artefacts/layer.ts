import type { JsonValue } from '../encoding/json.ts'
import type { ArtefactContents, EncryptedContent } from './artefact.ts'
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

export function* listPlaintextLayer(sealed: EncryptedContent, kind: ArtefactKind): Generator<Layer> {
  if (sealed.plaintext !== undefined) yield { kind, at: 'plaintext', text: sealed.plaintext }
  else yield { kind, at: 'plaintext', withheld: sealed.problem?.message ?? 'it was not opened' }
}
