import type { Kind } from '../protocol/evidence.ts'
import type { Decision } from './decision.ts'

/** Who a requirement speaks to. */
export const roles = [
  'issuer',
  'wallet',
  'wallet backend',
  'identity app',
  'credential manager',
  'status service',
  'verifier',
  'everyone',
] as const
export type Role = (typeof roles)[number]

/**
 * How firmly it speaks. `must` and `must not` only where the document uses the word; `stated` for a table or a plain
 * sentence; `info` describes and binds nobody; `gap` is a silence that we refuse to fill.
 */
export const forces = ['must', 'must not', 'stated', 'should', 'info', 'gap'] as const
export type Force = (typeof forces)[number]

/** Where a requirement can be seen: in artefacts of these kinds, in a whole exchange, or nowhere. */
export type Sight = { readonly in: readonly Kind[] } | { readonly exchange: string } | { readonly nowhere: string }

export interface Requirement<Id extends string = string> {
  readonly id: Id
  readonly section: string
  readonly force: Force
  readonly binds: Role
  /** The requirement as one sentence, in our own words. */
  readonly text: string
  /** Who has to turn away a message that breaks it. */
  readonly refusedBy: readonly Role[]
  readonly seen: Sight
  /** The decisions that its judgement depends on. */
  readonly hangsOn: readonly Decision[]
  /** The published standard it comes from, where it is not a sentence of the document. */
  readonly standard?: string
}

/** A row before it has an id and a section. */
export interface Row {
  readonly force: Force
  readonly binds: Role
  readonly text: string
  readonly seen: Sight
  readonly refusedBy: readonly Role[]
  readonly hangsOn: readonly Decision[]
  readonly section?: string
  readonly standard?: string
}

type Named<P extends string, R> = { readonly [K in keyof R & string]: Requirement<`${P}-${K}`> }

/** Names every row of one section, so that `ATT.TYP.id` is the literal `'ATT-TYP'`. */
export function section<const P extends string, const R extends Record<string, Row>>(
  prefix: P,
  where: string,
  rows: R,
) {
  const named = Object.entries(rows).map(([key, row]) => [key, { id: `${prefix}-${key}`, section: where, ...row }])
  return Object.fromEntries(named) as Named<P, R> // built from exactly these keys
}

interface Extra {
  /** Where the sentence stands, if not in the section of the table. */
  readonly section?: string
  readonly refusedBy?: Role | readonly Role[]
  readonly hangsOn?: Decision | readonly Decision[]
  readonly standard?: string
}

type Seen = Kind | readonly Kind[] | Sight

/** A row's force is the name of the function that makes it; what follows is who is bound, the sentence, and where it shows. */
const row =
  (force: Force) =>
  (binds: Role, text: string, seen: Seen, { refusedBy = [], hangsOn = [], ...rest }: Extra = {}): Row => ({
    force,
    binds,
    text,
    seen: isSight(seen) ? seen : { in: listed(seen) },
    refusedBy: listed(refusedBy),
    hangsOn: listed(hangsOn),
    ...rest,
  })

export const must = row('must')
export const mustNot = row('must not')
export const stated = row('stated')
export const should = row('should')
export const info = row('info')
export const gap = row('gap')

/** The requirement shows only in an exchange of messages; the text says what has to be played to see it. */
export const inExchange = (play: string): Sight => ({ exchange: play })

/** The requirement shows nowhere; the text says why. */
export const nowhere = (reason: string): Sight => ({ nowhere: reason })

const isSight = (seen: Seen): seen is Sight => typeof seen === 'object' && !Array.isArray(seen)

const listed = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T])
