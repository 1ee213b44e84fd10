import { type StandardProfile, standardProfiles } from '../../../model/decision.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { listOwnRows } from '../../../suites/standards.ts'
import { mistakes as author } from './documents.ts'
import { mistakes as holder } from './holder.ts'
import * as issuer from './issuer.ts'
import * as issuerMessages from './issuer-messages.ts'
import type { Mistake } from './mistake.ts'
import * as presenter from './presenter.ts'
import * as status from './status.ts'
import { findReason } from './unbreakable.ts'
import * as verifier from './verifier.ts'
import * as verifierMessages from './verifier-messages.ts'
import * as wallet from './wallet.ts'
import * as walletMessages from './wallet-messages.ts'

/** The mistakes of every actor in Python that some row names. The tests of the actors show that it does. */
const actors: Readonly<Record<string, readonly Mistake[]>> = {
  author,
  holder,
  issuer: [
    ...[...issuer.mistakes, ...issuer.unwise, ...issuer.byHaip, ...issuer.late, ...issuer.lateByHaip],
    ...Object.values(issuerMessages).flat(),
  ],
  presenter: Object.values(presenter).flat(),
  'status service': [...status.mistakes, ...status.referred],
  verifier: [
    ...verifier.lenient,
    ...verifier.requests,
    ...verifier.lists,
    ...verifier.unused,
    ...verifier.byHaip,
    ...verifier.byHaipProbes,
    ...verifier.published,
    ...Object.values(verifierMessages).flat(),
  ],
  wallet: [...Object.values(wallet), ...Object.values(walletMessages)].flat(),
}

/** The mistake in a plan without its settings, such as `keys.2`, by itself. */
const nameMistake = (plan: string): string =>
  plan
    .split('~')
    .filter((part) => part.startsWith('mistake.') || part.includes(':') || !part.includes('.'))
    .join('~')
    .replace('mistake.', '') || plan

const named = Object.entries(actors).flatMap(([actor, all]) =>
  all.flatMap(([plan, ...rows]) => rows.map((row) => ({ row, mistake: `${actor}: ${nameMistake(plan)}` }))),
)

/** The mistakes that each row names. Those that are made together count once. */
export const mistakesByRow: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy(named, ({ row }) => row)].map(([row, all]) => [row, new Set(all.map(({ mistake }) => mistake))]),
)

export interface ProvenRow {
  readonly row: Requirement
  readonly mistakes: readonly string[]
  /** Why no actor in Python can break it. */
  readonly reason: string | undefined
}

/** The standard to which a row belongs: the smallest that has it. */
const homes = new Map<string, StandardProfile>(
  standardProfiles
    .map((profile) => ({ profile, rows: listOwnRows(profile) }))
    .toSorted((a, b) => b.rows.length - a.rows.length)
    .flatMap(({ profile, rows }) => rows.map(({ id }) => [id, profile] as const)),
)

/** Every row of the standards once, with what proves it. */
export const provenRows = standardProfiles.map((profile) => ({
  profile,
  rows: listOwnRows(profile)
    .filter(({ id }) => homes.get(id) === profile)
    .map(
      (row): ProvenRow => ({
        row,
        mistakes: [...(mistakesByRow.get(row.id) ?? [])].sort(),
        reason: 'nowhere' in row.seen ? row.seen.nowhere : findReason(row.id),
      }),
    ),
}))
