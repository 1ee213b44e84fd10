import type { Requirement } from '../../model/requirement.ts'

/** One thing that is wrong with a sample of a standard, while everything else is right. */
export interface SampleFault<Change> {
  readonly id: string
  /** The requirement that it breaks. */
  readonly breaks: Requirement
  /** Further requirements that the same change cannot avoid breaking. */
  readonly alsoBreaks: readonly Requirement[]
  readonly description: string
  readonly change: Change
}

/** An unusual sample that is legal: no check may fail. */
export interface SampleVariant<Change> {
  readonly id: string
  readonly description: string
  readonly change: Change
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
  (description: string, change: Change): SampleVariant<Change> => ({
    id: `${about}/${toSlug(description)}`,
    description,
    change,
  })

const toSlug = (description: string): string =>
  description
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
