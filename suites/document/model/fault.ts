import type { Arbitrary } from 'fast-check'
import type { Profile } from '../../../model/decision.ts'
import { toSlug } from '../../../model/ids.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { ActorMutation } from './actors.ts'

/** How firmly a receiver is obliged to reject a message. */
export type Rejection = 'required' | 'advised' | 'none'

/** One member of a family, and what it does. */
export interface FamilyMember {
  readonly description: string
  readonly mutation: ActorMutation
}

/** One mutation, or a family of them whose members a generator makes. */
export type MutationOrFamily = { readonly mutation: ActorMutation } | { readonly members: Arbitrary<FamilyMember> }

/** The answers under which all other actors are right. */
export interface FaultSettings {
  readonly profile: Profile
  readonly decisions: Readonly<Record<string, string>>
  /** The `credential_response_encryption` of the wallet's request, where it is not the usual one. */
  readonly responseEncryption?: JsonObject
  /** Set where it shows only in a whole exchange: it is proved in live sessions. */
  readonly live?: true
}

/** One thing that an actor does wrong while everything else is right. */
export type Fault = MutationOrFamily &
  FaultSettings & {
    readonly id: string
    /** The requirement that it breaks. */
    readonly breaks: Requirement
    /** Further requirements that the same mutation cannot avoid breaking. */
    readonly alsoBreaks: readonly Requirement[]
    /** What the actor does, as the rest of a sentence that begins with the actor. */
    readonly description: string
    /** Whether a receiver must reject it, should reject it, or may accept it, where that differs from the requirement. */
    readonly rejection?: Rejection
    /** Answers under which it is right, or does nothing. */
    readonly unless?: Readonly<Record<string, string>>
  }

/** Whether single artefacts show a fault, without the rest of an exchange. */
export const isInArtefacts = ({ breaks, live }: Fault): boolean => 'in' in breaks.seen && !live

/** Unusual behaviour that is legal: no check may fail. */
export type Variant = MutationOrFamily &
  FaultSettings & {
    readonly id: string
    readonly description: string
  }

interface FaultOptions {
  readonly rejection?: Rejection
  readonly alsoBreaks?: readonly Requirement[]
  readonly profile?: Profile
  readonly decisions?: Readonly<Record<string, string>>
  readonly responseEncryption?: JsonObject
  readonly unless?: Readonly<Record<string, string>>
  readonly live?: true
}

const toMutationOrFamily = (mutation: ActorMutation | Arbitrary<FamilyMember>): MutationOrFamily =>
  'generate' in mutation ? { members: mutation } : { mutation }

/** A fault. Its id is the id of the requirement and the words of the description. */
export const fault = (
  breaks: Requirement,
  description: string,
  mutation: ActorMutation | Arbitrary<FamilyMember>,
  { alsoBreaks = [], profile = 'document', decisions = {}, ...rest }: FaultOptions = {},
): Fault => ({
  id: `${breaks.id}/${toSlug(description)}`,
  breaks,
  alsoBreaks,
  description,
  profile,
  decisions,
  ...rest,
  ...toMutationOrFamily(mutation),
})

/** A variant. Its id is its subject and the words of the description. */
export const variant = (
  about: string,
  description: string,
  mutation: ActorMutation | Arbitrary<FamilyMember>,
  {
    profile = 'document',
    decisions = {},
    ...rest
  }: Omit<FaultOptions, 'alsoBreaks' | 'rejection' | 'unless' | 'live'> = {},
): Variant => ({
  id: `${about}/${toSlug(description)}`,
  description,
  profile,
  decisions,
  ...rest,
  ...toMutationOrFamily(mutation),
})

/** Whether a fault is one under these answers. */
export const isFaultUnder = (
  { decisions, unless = {} }: Fault,
  isAnswer: (id: string, value: string) => boolean,
): boolean =>
  Object.entries(decisions).every(([id, value]) => isAnswer(id, value)) &&
  !Object.entries(unless).some(([id, value]) => isAnswer(id, value))

/** Marks variants that show only in a whole exchange. */
export const markLive = (variants: readonly Variant[]): readonly Variant[] =>
  variants.map((each) => ({ ...each, live: true }))

export interface FaultCatalogue {
  readonly faults: readonly Fault[]
  readonly variants: readonly Variant[]
}

/** A validation whose absence no probe shows, and why. */
export interface ExcusedValidation {
  readonly receiver: Role
  readonly requirement: Requirement
  readonly reason: string
}
