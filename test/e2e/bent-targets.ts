import { onTestFinished } from 'vitest'
import {
  fromRoleMember,
  isResponder,
  type Responder,
  type Role,
  type RoleMember,
  responderRoles,
  toRoleKey,
  toRoleMember,
} from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { sampleMembers } from '../../suites/document/kit/family.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import type { Fault, Variant } from '../../suites/document/model/fault.ts'
import type { ChosenMutation } from '../../suites/document/reference/chosen-mutation.ts'
import type { ServedRole } from '../../suites/document/reference/served-actors.ts'
import type { RunOptions } from '../../suites/document/run/run-options.ts'
import { readServePlan } from '../../suites/document/serve/serve-plan.ts'
import { startServer } from '../../suites/document/serve/start-server.ts'
import { addressesOf, door, playing, time } from './playing.ts'

/** A deed of somebody who can be served: what is bent there, and what of it is done by others, on this side. */
export interface ServedDeed {
  readonly id: string
  readonly deed: Fault | Variant
  readonly there: ActorMutation
  readonly here: ActorMutation
  readonly callers: boolean
}

const isServed = (actor: string): boolean => isResponder(fromRoleMember(actor as RoleMember))

const halfOf = (deviation: ActorMutation, keeps: (actor: string) => boolean): ActorMutation =>
  Object.fromEntries(Object.entries(deviation).filter(([actor]) => keeps(actor)))

/** The deeds of those who can be served; of a family, one member. */
export const servedOf = (deeds: readonly (Fault | Variant)[]): readonly ServedDeed[] =>
  deeds.flatMap((deed) => {
    const [{ mutation } = { mutation: {} }] = sampleMembers(deed, 1, 1)
    const there = halfOf(mutation, isServed)
    if (Object.keys(there).length === 0) return []
    const here = halfOf(mutation, (actor) => !isServed(actor))
    return [{ id: deed.id, deed, there, here, callers: 'walletBackend' in there || 'verifier' in there }]
  })

/** The roles that are served with a mutation: those that it changes; an issuer together with its status service. */
const rolesServedWith = ({ there, callers }: ServedDeed): readonly Responder[] =>
  responderRoles.filter((role) =>
    callers ? toRoleMember(role) in there : role === 'issuer' || role === 'status service',
  )

/** The roles that are under test with such a mutation. */
export const testedWith = (one: ServedDeed): ReadonlySet<Role> => new Set(rolesServedWith(one))

/** Serves the actors of a deed at a port, and plays a run with them as its targets, under their answers or none. */
export async function playedAgainst(
  one: ServedDeed,
  {
    isUnconfirmed = false,
    ...more
  }: Pick<RunOptions, 'sendProbes' | 'tampers'> & { readonly isUnconfirmed?: boolean } = {},
): Promise<RunReport> {
  const { deed, here, callers } = one
  const entrance = callers ? await door() : undefined
  const roles = rolesServedWith(one).map(toRoleKey)
  const elsewhere = entrance ? { issuer: entrance.url, 'status-service': entrance.url } : {}
  const { url, profile, decisions, close } = await opened(one, roles, entrance?.url)
  onTestFinished(close)
  const targets = Object.fromEntries(roles.map((role) => [role, { url }]))
  const { report } = await playing(targets, {
    settings: {
      profile,
      decisions: isUnconfirmed ? {} : decisions,
      addresses: { ...addressesOf(targets), ...elsewhere },
      ...(entrance && { listen: { host: '127.0.0.1', port: entrance.port } }),
    },
    ...(entrance && { listen: entrance.listen }),
    ...(Object.keys(here).length > 0 && { mutation: here }),
    ...(deed.responseEncryption && { asks: deed.responseEncryption }),
    ...more,
  })
  await close()
  return report
}

async function opened({ id, deed, there }: ServedDeed, roles: readonly ServedRole[], home: string | undefined) {
  const argv = [...roles, '--port', '0', '--now', String(time), '--seed', '1', '--profile', deed.profile]
  const decided = Object.entries(deed.decisions).flatMap(([key, value]) => ['--decision', `${key}=${value}`])
  const known = home === undefined ? [] : ['--issuer', home, '--status-base', home]
  const plan = await readServePlan(readArguments('serve', listFlags(serve), [...argv, ...decided, ...known]))
  const chosen: ChosenMutation = { id, description: deed.description, breaks: [], mutation: there, settings: deed }
  const { facts, close } = await startServer({ ...plan, chosen }, { request: () => {}, call: () => {} })
  return { url: facts.url, profile: facts.profile, decisions: facts.decisions, close }
}
