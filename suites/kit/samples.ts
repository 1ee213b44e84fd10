import type { Facet } from '../../model/foundation/facet.ts'
import { type FoundationProof, listFacetFaults, listFacetVariants } from '../../model/foundation/proof.ts'
import { toSlug } from '../../model/ids.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'

/** One thing that is wrong with a sample of a standard, while everything else is right. */
export interface SampleFault<Change> {
  readonly id: string
  /** The requirement that it breaks. */
  readonly breaks: Requirement
  /** Further requirements that the same change cannot avoid breaking. */
  readonly alsoBreaks: readonly Requirement[]
  readonly description: string
  readonly change: Change
  /** Whether a receiver may accept it: no sentence of the standard obliges it to reject this one. */
  readonly isTolerated?: true
}

/** A fault that no sentence obliges a receiver to reject, though the party that makes it breaks a requirement. */
export const markTolerated = <Change>(fault: SampleFault<Change>): SampleFault<Change> => ({
  ...fault,
  isTolerated: true,
})

/** An unusual sample that is legal: no check may fail. */
export interface SampleVariant<Change> {
  readonly id: string
  readonly description: string
  readonly change: Change
  /** The sentence by which every receiver has to accept it; absent where that is for its policy to say. */
  readonly acceptedBy?: string
  /** Whether it has one part of the usual sample: a receiver that does not read that part fails the others that have it too. */
  readonly isPart?: boolean
  /** What stays inconclusive: who signed it, for one, where the key is not known. */
  readonly leavesOpen?: readonly Requirement[]
}

/** What a receiver is asked about a sample, and what it takes to answer. */
export interface ReceiverTask {
  readonly question: JsonObject
  /** Optional features of the standard that it needs. */
  readonly features: readonly string[]
  /** The feature among them that a receiver may leave out without a word. */
  readonly silent?: string
  /** What a receiver hands on; absent, if that cannot be said. */
  readonly payload?: JsonObject
  /** Whether there is a status, so that a receiver that states none was not tested with it. */
  readonly hasStatus?: boolean
}

/** What a receiver says about a sample. */
export interface ReceiverAnswer {
  readonly accepted: boolean
  readonly payload?: JsonObject
  /** The status that it read from a list; `null` if it states none. */
  readonly status?: number | null
  readonly reason?: string
}

export const sampleFault =
  <Change>() =>
  (
    breaks: Requirement,
    description: string,
    change: Change,
    alsoBreaks: readonly Requirement[] = [],
  ): SampleFault<Change> => ({
    id: `${breaks.id}/${toSlug(description)}`,
    breaks,
    alsoBreaks,
    description,
    change,
  })

export const sampleVariant =
  <Change>(about: string) =>
  (description: string, change: Change, acceptedBy?: string): SampleVariant<Change> => ({
    id: `${about}/${toSlug(description)}`,
    description,
    change,
    ...(acceptedBy !== undefined && { acceptedBy }),
  })

/** A legal sample that has one part of the usual sample, and not the others. */
export const markPart = <Change>(variant: SampleVariant<Change>): SampleVariant<Change> => ({
  ...variant,
  isPart: true,
})

/** A legal sample of which something cannot be known. */
export const markOpen = <Change>(
  variant: SampleVariant<Change>,
  ...leavesOpen: readonly Requirement[]
): SampleVariant<Change> => ({ ...variant, leavesOpen })

/** Members that are added to an object, or take the place of those that it has. */
export const setMembers =
  (members: JsonObject) =>
  (object: JsonObject): JsonObject => ({ ...object, ...members })

/** What stays as it is. */
export const keepMembers = (object: JsonObject): JsonObject => object

/** Takes members out of an object. */
export const dropMembers =
  (...names: readonly string[]) =>
  <T>(object: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(object).filter(([each]) => !names.includes(each)))

/** The same, with the members of each object in the reverse order. */
export const reverseMembers = <T extends JsonValue>(value: T): T => JSON.parse(JSON.stringify(value), reverseOne)

const reverseOne = (_: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value

/** How a suite makes a sample in which one of the things that it is made of is changed; nothing, where that cannot be. */
export type Forge<Change, Own> = (change: Change) => Own | undefined

/** The faults of a foundation, in the samples of a suite. */
export const listForgedFaults = <Name extends string, Change, Own>(
  facet: Pick<Facet<ArtefactKind, never, Name>, 'instances'>,
  proof: FoundationProof<Name, Change>,
  forge: Forge<Change, Own>,
): readonly SampleFault<Own>[] =>
  listFacetFaults(facet, proof).flatMap(({ breaks, description, change }) => {
    const own = forge(change)
    return own === undefined ? [] : sampleFault<Own>()(breaks, description, own)
  })

/** The variants of a foundation, in the samples of a suite. */
export const listForgedVariants = <Name extends string, Change, Own>(
  facet: Pick<Facet<ArtefactKind, never, Name>, 'instances'>,
  proof: FoundationProof<Name, Change>,
  forge: Forge<Change, Own>,
): readonly SampleVariant<Own>[] =>
  listFacetVariants(facet, proof).flatMap(({ about, description, change, opens }) => {
    const own = forge(change)
    if (own === undefined) return []
    const made = sampleVariant<Own>(about)(description, own)
    return opens ? markOpen(made, opens) : made
  })
