import type { Check } from '../../model/check.ts'
import type { Decision, StandardProfile } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import type { Paint } from './paint.ts'

/** Something that can be explained. */
export interface Subject {
  readonly id: string
  /** The requirement that it is. */
  readonly requirement?: Requirement
  /** The standard of the requirement. */
  readonly standard?: StandardProfile
  /** Whether a run can be limited to it. */
  readonly isRunnable?: boolean
  readonly explain: (paint: Paint) => Iterable<string> | AsyncIterable<string>
}

/** A fault or a variant, by its id. */
export interface ListedVariant {
  readonly id: string
  readonly description: string
}

export interface ListedFault extends ListedVariant {
  readonly breaks: Requirement
  readonly alsoBreaks: readonly Requirement[]
}

/** One probe in a list: what is sent to which receiver, and what obliges the receiver to reject or accept it. */
export interface ListedProbe {
  readonly id: string
  readonly receiver: Role
  readonly description: string
  readonly expected: 'rejected' | 'accepted'
  /** The requirement of the receiver. */
  readonly obligedBy: Requirement
  /** The requirement that the message breaks; that of the receiver if it breaks none. */
  readonly about: Requirement
  readonly profile: string
}

/** What can be listed and explained of a suite. */
export interface Explained {
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Pick<Check, 'requirement'>[]
  readonly decisions: readonly Decision[]
  readonly loadChanges: () => Promise<{
    readonly faults: readonly ListedFault[]
    readonly variants: readonly ListedVariant[]
  }>
  /** A standard has them by requirement: what is sent for it. */
  readonly loadProbes: () => Promise<readonly Omit<ListedProbe, 'expected' | 'profile'>[]>
  /** Requirements and decisions. */
  readonly subjects: readonly Subject[]
  /** Faults, variants and probes, which are loaded for it. */
  readonly loadSubjects: () => Promise<readonly Subject[]>
  /** What has an id that is made of others. */
  readonly findPart?: (id: string) => Subject | undefined
}

/** Finds something by its id, whatever the case of its letters. */
export const findById = <T extends { readonly id: string }>(id: string, all: readonly T[]): T | undefined =>
  all.find((each) => each.id.toLowerCase() === id.toLowerCase())
