import type { ArtefactKind } from './artefact-kinds.ts'

/** What a text seems to be. */
export interface RecognisedArtefact {
  readonly kind: ArtefactKind
  /** The text that is to be judged: for an offer in a URL, the offer. */
  readonly text: string
  /** What it might be as well, where the form alone does not tell. */
  readonly or?: ArtefactKind
}
