import { onTestFinished } from 'vitest'
import type { Bent } from '../../src/assembly/deeds.ts'
import type { ServedRole } from '../../src/assembly/house.ts'
import { membersOf } from '../../src/assembly/members.ts'
import type { Surroundings } from '../../src/assembly/run.ts'
import { readArguments } from '../../src/cli/arguments.ts'
import { commands } from '../../src/cli/commands.ts'
import { planOf } from '../../src/cli/serve/plan.ts'
import { start } from '../../src/cli/serve/start.ts'
import type { Cast, Deviation } from '../../src/model/actors.ts'
import type { Fault, Variant } from '../../src/model/fault.ts'
import type { Role } from '../../src/model/requirement.ts'
import type { RunReport } from '../../src/model/run-report.ts'
import { addressesOf, door, playing, time } from './playing.ts'

/** Whoever answers over HTTP, by the name in a cast: as what it is served, and what role that is. */
const served: { readonly [A in keyof Cast]?: { readonly as: ServedRole; readonly role: Role } } = {
  issuer: { as: 'issuer', role: 'issuer' },
  statusService: { as: 'status-service', role: 'status service' },
  walletBackend: { as: 'wallet-backend', role: 'wallet backend' },
  verifier: { as: 'verifier', role: 'verifier' },
}

/** A deed of somebody who can be served: what is bent there, and what of it is done by others, on this side. */
export interface ServedDeed {
  readonly id: string
  readonly deed: Fault | Variant
  readonly there: Deviation
  readonly here: Deviation
  readonly callers: boolean
}

const isServed = (actor: string): boolean => served[actor as keyof Cast] !== undefined

const halfOf = (deviation: Deviation, keeps: (actor: string) => boolean): Deviation =>
  Object.fromEntries(Object.entries(deviation).filter(([actor]) => keeps(actor)))

/** The deeds of those who can be served; of a family, one member. */
export const servedOf = (deeds: readonly (Fault | Variant)[]): readonly ServedDeed[] =>
  deeds.flatMap((deed) => {
    const [{ deviation } = { deviation: {} }] = membersOf(deed, 1, 1)
    const there = halfOf(deviation, isServed)
    if (Object.keys(there).length === 0) return []
    const here = halfOf(deviation, (actor) => !isServed(actor))
    return [{ id: deed.id, deed, there, here, callers: 'walletBackend' in there || 'verifier' in there }]
  })

/** Who is served with a deed: whoever does it; an issuer together with its status service. */
const servedWith = ({ there, callers }: ServedDeed) =>
  Object.entries(served).flatMap(([actor, who]) =>
    callers ? (actor in there ? [who] : []) : who.role === 'issuer' || who.role === 'status service' ? [who] : [],
  )

/** Who is under test with such a deed. */
export const testedWith = (one: ServedDeed): ReadonlySet<Role> => new Set(servedWith(one).map(({ role }) => role))

/** Serves the actors of a deed at a port, and plays a run with them as its targets. */
export async function playedAgainst(one: ServedDeed, more: Pick<Surroundings, 'probing'> = {}): Promise<RunReport> {
  const { deed, here, callers } = one
  const entrance = callers ? await door() : undefined
  const roles = servedWith(one).map(({ as }) => as)
  const elsewhere = entrance ? { issuer: entrance.url, 'status-service': entrance.url } : {}
  const { url, profile, given, close } = await opened(one, roles, entrance?.url)
  onTestFinished(close)
  const targets = Object.fromEntries(roles.map((role) => [role, { url }]))
  const { report } = await playing(targets, {
    settings: {
      profile,
      given,
      addresses: { ...addressesOf(targets), ...elsewhere },
      ...(entrance && { listen: { host: '127.0.0.1', port: entrance.port } }),
    },
    ...(entrance && { listen: entrance.listen }),
    ...(Object.keys(here).length > 0 && { deviation: here }),
    ...(deed.asks && { asks: deed.asks }),
    ...more,
  })
  await close()
  return report
}

async function opened({ id, deed, there }: ServedDeed, roles: readonly ServedRole[], home: string | undefined) {
  const argv = [...roles, '--port', '0', '--now', String(time), '--seed', '1', '--profile', deed.under]
  const decided = Object.entries(deed.given).flatMap(([key, value]) => ['--decision', `${key}=${value}`])
  const known = home === undefined ? [] : ['--issuer', home, '--status', home]
  const plan = await planOf(readArguments('serve', commands.serve, [...argv, ...decided, ...known]))
  const bent: Bent = { id, deed: deed.deed, breaks: [], deviation: there, setting: deed }
  const { facts, close } = await start({ ...plan, bent }, { request: () => {}, call: () => {} })
  return { url: facts.url, profile: facts.profile, given: facts.decisions, close }
}
