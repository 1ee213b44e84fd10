import type { CredentialDraft } from '../model/actors.ts'

/** Changes what a credential will contain; `first` is what the first one contains. */
export type ChangeDraft = (draft: CredentialDraft, place: number, first: CredentialDraft) => CredentialDraft

/** How the credentials of a population differ from those of the reference issuer. */
export interface PopulationChange {
  /** How many credentials there are. Statistical tests need hundreds. */
  readonly credentials?: number
  readonly draft?: ChangeDraft
  /** Puts the digests, which are in the order of the claims, in the order of the credential, and may add decoys. */
  readonly order?: (digests: readonly string[], place: number) => readonly string[]
  /** Changes the list of the credentials. */
  readonly list?: (credentials: readonly string[]) => readonly string[]
}

/** As many credentials as every statistical test needs. */
export const many = 600
