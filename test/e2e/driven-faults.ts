import type { Driver } from '../../model/driver.ts'
import { fromRoleKey } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { createRandom } from '../../src/runtime/random.ts'
import { callInProcess, type FetchHandler } from '../../src/wire/server/app.ts'
import { createStateStore } from '../../suites/document/actors/services/state-store.ts'
import { sampleMembers } from '../../suites/document/kit/family.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import type { Fault } from '../../suites/document/model/fault.ts'
import { anchors as ours } from '../../suites/document/reference/actors.ts'
import { createCommandHandler } from '../../suites/document/reference/command-handler.ts'
import { run } from '../../suites/document/run/run.ts'
import type { RunOptions } from '../../suites/document/run/run-options.ts'
import { settings as usual } from '../whole-run.ts'
import { quiet, time } from './playing.ts'

/** The roles that a driver operates, by the names of their actors. */
const roles = { wallet: 'wallet', identityApp: 'identity-app' } as const
type DrivenRole = (typeof roles)[keyof typeof roles]

/** A fault of a wallet or an identity app: the part in the driven actor, and the part in actors on this side. */
export interface DrivenFault {
  readonly id: string
  readonly fault: Fault
  readonly there: ActorMutation
  readonly here: ActorMutation
}

/** The faults of driven actors; of a family, one member. */
export const listDrivenFaults = (faults: readonly Fault[]): readonly DrivenFault[] =>
  faults.flatMap((fault) => {
    const [
      {
        mutation: { wallet, identityApp, ...here },
      } = { mutation: {} },
    ] = sampleMembers(fault, 1, 1)
    const there = { ...(wallet && { wallet }), ...(identityApp && { identityApp }) }
    return Object.keys(there).length === 0 ? [] : [{ id: fault.id, fault, there, here }]
  })

/** The driven roles that a fault changes. */
export const listDrivenRoles = ({ there }: Pick<DrivenFault, 'there'>): readonly DrivenRole[] =>
  Object.entries(roles).flatMap(([actor, role]) => (actor in there ? [role] : []))

/** Which roles are driven, their mutations and those of the others, and the answers to decisions. */
export interface DrivenRun
  extends Pick<Settings, 'profile' | 'decisions' | 'given'>,
    Pick<RunOptions, 'anchors' | 'asks' | 'sendProbes'> {
  readonly tested: readonly DrivenRole[]
  /** The answers of the driven actors, if they differ from those of the run. */
  readonly theirs?: Pick<Settings, 'profile' | 'decisions'>
  readonly there?: ActorMutation
  readonly here?: ActorMutation
}

/** The address at which driven actors find the others. Nothing listens there. */
const listen = { host: '127.0.0.1', port: 8080 } as const
const unused = { url: 'http://127.0.0.1:8081' }

/** Runs the exchange with driven actors that call the others without a socket. */
export async function runDriven({
  profile,
  decisions,
  given = [],
  theirs = { profile, decisions },
  tested,
  there,
  here,
  asks,
  sendProbes: probing,
  anchors = ours,
}: DrivenRun): Promise<RunReport> {
  let door: FetchHandler = async () => new Response(null, { status: 503 })
  const targets = Object.fromEntries(tested.map((role) => [role, unused]))
  const settings = { ...usual, now: time, profile, decisions, given, listen, targets }
  const driver = (): Driver => ({
    execute: createCommandHandler(
      {
        decide: createDecider(theirs).decide,
        now: () => time,
        state: createStateStore(),
        accounts: settings.accounts,
        ...(there && { mutation: there }),
        ...(asks && { asks }),
      },
      (session) => createRandom(`1/${session}`),
      (asked) => callInProcess(door)(asked),
    ),
    close: async () => {},
  })
  const { report } = await run(settings, {
    ...quiet,
    anchors,
    routes: {},
    drivers: Object.fromEntries(tested.map((role) => [fromRoleKey(role), driver()])),
    listen: async (handler) => {
      door = handler
      return async () => {}
    },
    // Tamperings are tested elsewhere, and take longer than all of this.
    tampers: [],
    ...(here && { mutation: here }),
    ...(probing && { sendProbes: probing }),
  })
  return report
}
