import type { JsonValue } from '../encoding/json.ts'
import type { ProtocolError } from '../encoding/problem.ts'
import { findTextProblem, type ListResponse } from '../status-list/http-response.ts'
import type { ArtefactContents, EncryptedContent } from './artefact.ts'
import type { ArtefactKind } from './artefact-kinds.ts'

/** A layer inside another: its kind, its place, and its text or why there is none. */
export interface Layer {
  readonly kind: ArtefactKind
  readonly at: string
  readonly text?: string
  readonly withheld?: string
  /** Why it cannot be read, whatever its text is. */
  readonly problem?: ProtocolError
}

export type InnerLayers = { readonly [K in ArtefactKind]?: (content: ArtefactContents[K]) => Iterable<Layer> }

export function* listTextLayer(kind: ArtefactKind, at: string, text: JsonValue | undefined): Generator<Layer> {
  if (typeof text === 'string') yield { kind, at, text }
}

export function* listPlaintextLayer(sealed: EncryptedContent, kind: ArtefactKind): Generator<Layer> {
  if (sealed.plaintext !== undefined) yield { kind, at: 'plaintext', text: sealed.plaintext }
  else yield { kind, at: 'plaintext', withheld: sealed.problem?.message ?? 'it was not opened' }
}

/** The text in the body of a response. Octets that are not UTF-8 are none, though most of them can be read. */
export function listBody(response: ListResponse, kind: ArtefactKind, text: string): Layer {
  const problem = findTextProblem(response)
  return { kind, at: 'body', text, ...(problem && { problem }) }
}
