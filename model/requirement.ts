import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { Decision } from './decision.ts'
import type { Role } from './role.ts'

/**
 * How firmly it speaks. `must` and `must not` only where the document uses these words; `stated` for a table or a plain
 * sentence; `info` describes and binds no role; `gap` is a point that the document leaves undefined.
 */
export const forces = ['must', 'must not', 'stated', 'should', 'info', 'gap'] as const
export type Force = (typeof forces)[number]

/** What a breach harms: safety, people, cooperation with other implementations, or only good order. */
export const harms = ['security', 'privacy', 'interoperability', 'hygiene'] as const
export type Harm = (typeof harms)[number]

/** What follows from a breach: what an attacker gains, or what a user suffers. */
export interface Consequence {
  readonly harm: Harm
  readonly text: string
}

const consequence =
  (harm: Harm) =>
  (text: string): Consequence => ({ harm, text })

export const security = consequence('security')
export const privacy = consequence('privacy')
export const interoperability = consequence('interoperability')
export const hygiene = consequence('hygiene')

/** Where a requirement shows: in artefacts of these kinds, in a whole exchange, or nowhere. */
export type Visibility =
  | { readonly in: readonly ArtefactKind[] }
  | { readonly exchange: string; readonly byProbes?: true }
  | { readonly nowhere: string }

export interface Requirement<Id extends string = string> {
  readonly id: Id
  readonly section: string
  readonly force: Force
  readonly binds: Role
  /** The requirement in one sentence, in our own words. */
  readonly text: string
  /** The roles that must reject a message that breaks it. */
  readonly refusedBy: readonly Role[]
  readonly seen: Visibility
  /** The decisions on which its outcome depends. */
  readonly dependsOn: readonly Decision[]
  /** The decisions of which an answer that was given makes the requirement mandatory. */
  readonly agreedBy: readonly Decision[]
  /** What follows from a breach. */
  readonly consequence: Consequence
  /** The published standard that it comes from, where it is not in the document. */
  readonly standard?: string
}

/** A row before it has an id and a section. */
export interface RequirementRow {
  readonly force: Force
  readonly binds: Role
  readonly text: string
  readonly seen: Visibility
  readonly refusedBy: readonly Role[]
  readonly dependsOn: readonly Decision[]
  readonly agreedBy: readonly Decision[]
  readonly consequence: Consequence
  readonly section?: string
  readonly standard?: string
}

type Named<P extends string, R> = { readonly [K in keyof R & string]: Requirement<`${P}-${K}`> }

/** Names the rows of one section, so that `ATT.TYP.id` has the literal type `'ATT-TYP'`. */
export function section<const P extends string, const R extends Record<string, RequirementRow>>(
  prefix: P,
  where: string,
  rows: R,
) {
  const named = Object.entries(rows).map(([key, row]) => [key, { id: `${prefix}-${key}`, section: where, ...row }])
  return Object.fromEntries(named) as Named<P, R> // built from exactly these keys
}

/** Whether a section is another one or below it. */
export const isInSection = (section: string, wanted: string): boolean =>
  section === wanted || section.startsWith(`${wanted}.`)

/** The requirement of which an id, or a pattern of ids, names a part: `FLOW-VALIDATES` of `FLOW-VALIDATES/ATT-TYP`. */
export const getWhole = (id: string): string => id.split('/')[0] ?? id

/** The requirements of several tables, in their order. */
export const listRows = (...tables: readonly Readonly<Record<string, Requirement>>[]): readonly Requirement[] =>
  tables.flatMap((table) => Object.values(table))

interface RowOptions {
  /** Its section of the document, if it is not that of the table. */
  readonly section?: string
  readonly refusedBy?: Role | readonly Role[]
  readonly dependsOn?: Decision | readonly Decision[]
  readonly agreedBy?: Decision | readonly Decision[]
  readonly consequence: Consequence
  readonly standard?: string
}

type SeenIn = ArtefactKind | readonly ArtefactKind[] | Visibility

/** Makes a row: the function names the force, and then follow the role, the sentence and where it shows. */
const row =
  (force: Force) =>
  (
    binds: Role,
    text: string,
    seen: SeenIn,
    { refusedBy = [], dependsOn = [], agreedBy = [], ...rest }: RowOptions,
  ): RequirementRow => ({
    force,
    binds,
    text,
    seen: isSight(seen) ? seen : { in: toList(seen) },
    refusedBy: toList(refusedBy),
    dependsOn: toList(dependsOn),
    agreedBy: toList(agreedBy),
    ...rest,
  })

export const must = row('must')
export const mustNot = row('must not')
export const stated = row('stated')
export const should = row('should')
export const info = row('info')
export const gap = row('gap')

/** The requirement shows only in an exchange; the text says which messages are needed. */
export const inExchange = (messages: string): Visibility => ({ exchange: messages })

/** The requirement shows in how probes are answered; the text says what is sent. */
export const byProbes = (sent: string): Visibility => ({ exchange: sent, byProbes: true })

/** The requirement shows nowhere; the text says why. */
export const nowhere = (reason: string): Visibility => ({ nowhere: reason })

const isSight = (seen: SeenIn): seen is Visibility => typeof seen === 'object' && !Array.isArray(seen)

const toList = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T])
