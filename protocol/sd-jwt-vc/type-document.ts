/** A type metadata document as it was retrieved. */
export interface TypeDocument {
  /** The type for which it was retrieved; absent if only the document itself says it. */
  readonly uri?: string | undefined
  readonly text: string
}
