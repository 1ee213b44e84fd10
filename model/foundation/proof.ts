import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import type { Requirement } from '../requirement.ts'
import type { Facet } from './facet.ts'

/** A change after which a thing breaks a rule of its foundation, or is legal and unusual. */
export interface FoundationChange<Name extends string, Change> {
  readonly name: Name
  readonly description: string
  readonly change: Change
  /** Whether a variant leaves the rule inconclusive. */
  readonly isOpen?: true
}

/** What shows that the rules of a foundation can fail, and that they accuse nothing legal. */
export interface FoundationProof<Name extends string, Change> {
  readonly faults: readonly FoundationChange<Name, Change>[]
  readonly variants: readonly FoundationChange<Name, Change>[]
}

/** A fault of a foundation in one kind of artefact, for a suite to write in its own way. */
export interface FacetFault<Change> {
  readonly breaks: Requirement
  readonly description: string
  readonly change: Change
}

/** The faults of the instances of one kind. */
export const listFacetFaults = <Name extends string, Change>(
  { instances }: Pick<Facet<ArtefactKind, never, Name>, 'instances'>,
  { faults }: FoundationProof<Name, Change>,
): readonly FacetFault<Change>[] =>
  faults.flatMap(({ name, description, change }) => {
    const breaks: Requirement | undefined = instances[name]
    return breaks ? { breaks, description, change } : []
  })

/** A variant of a foundation in one kind of artefact. */
export interface FacetVariant<Change> {
  readonly about: string
  readonly description: string
  readonly change: Change
  /** The row that it leaves inconclusive. */
  readonly opens?: Requirement
}

/** The variants of the instances of one kind. */
export const listFacetVariants = <Name extends string, Change>(
  { instances }: Pick<Facet<ArtefactKind, never, Name>, 'instances'>,
  { variants }: FoundationProof<Name, Change>,
): readonly FacetVariant<Change>[] =>
  variants.flatMap(({ name, description, change, isOpen }) => {
    const row: Requirement | undefined = instances[name]
    return row ? { about: row.id, description, change, ...(isOpen && { opens: row }) } : []
  })
