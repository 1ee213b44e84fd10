import type { Arbitrary } from 'fast-check'
import type { JsonObject } from '../protocol/json.ts'
import type { Deviation } from './actors.ts'
import type { Preset } from './decision.ts'
import type { Requirement } from './requirement.ts'

/** One of a family of deeds, and what it does in particular. */
export interface Member {
  readonly what: string
  readonly deviation: Deviation
}

/** One deed, or a whole family of deeds of which a generator makes members. */
export type Deed = { readonly deviation: Deviation } | { readonly members: Arbitrary<Member> }

/** Under which answers the rest of the cast is honest. */
export interface Setting {
  readonly under: Preset
  readonly given: Readonly<Record<string, string>>
  /** What the wallet asks for in `credential_response_encryption`, where it is not the usual. */
  readonly asks?: JsonObject
}

/** An actor that is honest in everything but one thing. */
export type Fault = Deed &
  Setting & {
    readonly id: string
    /** The requirement it is about. */
    readonly breaks: Requirement
    /** Further requirements that the same deed cannot help breaking. */
    readonly alsoBreaks: readonly Requirement[]
    /** What it does, as the rest of a sentence that begins with the actor. */
    readonly deed: string
  }

/** An actor that is honest and surprising: every check must stay silent. */
export type Variant = Deed &
  Setting & {
    readonly id: string
    readonly deed: string
  }

interface Options {
  readonly alsoBreaks?: readonly Requirement[]
  readonly under?: Preset
  readonly given?: Readonly<Record<string, string>>
  readonly asks?: JsonObject
}

const asDeed = (deed: Deviation | Arbitrary<Member>): Deed =>
  'generate' in deed ? { members: deed } : { deviation: deed }

/** A fault; its id is the requirement's and what the deed does, in words. */
export const fault = (
  breaks: Requirement,
  deed: string,
  deviation: Deviation | Arbitrary<Member>,
  { alsoBreaks = [], under = 'document', given = {}, ...rest }: Options = {},
): Fault => ({
  id: `${breaks.id}/${slug(deed)}`,
  breaks,
  alsoBreaks,
  deed,
  under,
  given,
  ...rest,
  ...asDeed(deviation),
})

/** A variant of a message: legal, and not what most parties send. */
export const variant = (
  about: string,
  deed: string,
  deviation: Deviation | Arbitrary<Member>,
  { under = 'document', given = {}, ...rest }: Omit<Options, 'alsoBreaks'> = {},
): Variant => ({ id: `${about}/${slug(deed)}`, deed, under, given, ...rest, ...asDeed(deviation) })

const slug = (deed: string): string =>
  deed
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
