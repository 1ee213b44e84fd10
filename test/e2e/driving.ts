import { inMemory } from '../../src/actors/ledger.ts'
import { drivenIn } from '../../src/assembly/driven.ts'
import { membersOf } from '../../src/assembly/members.ts'
import { roleOf } from '../../src/assembly/roles.ts'
import { run, type Surroundings } from '../../src/assembly/run.ts'
import { answersUnder } from '../../src/harness/answers.ts'
import { seeded } from '../../src/harness/random.ts'
import type { Deviation } from '../../src/model/actors.ts'
import type { Driver } from '../../src/model/driver.ts'
import type { Fault } from '../../src/model/fault.ts'
import type { RunReport } from '../../src/model/run-report.ts'
import type { Settings } from '../../src/model/settings.ts'
import { type FetchHandler, inProcess } from '../../src/wire/app.ts'
import { settings as usual } from '../whole-run.ts'
import { quiet, time } from './playing.ts'

/** Those who are moved, by the names that they have in a cast. */
const roles = { wallet: 'wallet', identityApp: 'identity-app' } as const
type Moved = (typeof roles)[keyof typeof roles]

/** A fault of a wallet or an identity app: what is bent in them, and what of it is done by others, on this side. */
export interface MovedFault {
  readonly id: string
  readonly fault: Fault
  readonly there: Deviation
  readonly here: Deviation
}

/** The faults of those who are moved; of a family, one member. */
export const movedOf = (faults: readonly Fault[]): readonly MovedFault[] =>
  faults.flatMap((fault) => {
    const [
      {
        deviation: { wallet, identityApp, ...here },
      } = { deviation: {} },
    ] = membersOf(fault, 1, 1)
    const there = { ...(wallet && { wallet }), ...(identityApp && { identityApp }) }
    return Object.keys(there).length === 0 ? [] : [{ id: fault.id, fault, there, here }]
  })

/** Who is under test with a fault: whoever is bent by it. */
export const testedWith = ({ there }: Pick<MovedFault, 'there'>): readonly Moved[] =>
  Object.entries(roles).flatMap(([actor, role]) => (actor in there ? [role] : []))

/** Who is moved, how they and the others are bent, and under which answers. */
export interface Bent extends Pick<Settings, 'profile' | 'given'>, Pick<Surroundings, 'asks' | 'probing'> {
  readonly tested: readonly Moved[]
  readonly there?: Deviation
  readonly here?: Deviation
}

/** The door that they find everybody behind; nobody ever opens it. */
const listen = { host: '127.0.0.1', port: 8080 } as const
const unused = { url: 'http://127.0.0.1:8081' }

/** Plays a run with actors that take orders and come in through the door, without a socket. */
export async function playedBy({ profile, given, tested, there, here, asks, probing }: Bent): Promise<RunReport> {
  let door: FetchHandler = async () => new Response(null, { status: 503 })
  const targets = Object.fromEntries(tested.map((role) => [role, unused]))
  const settings = { ...usual, now: time, profile, given, listen, targets }
  const driver = (): Driver => ({
    order: drivenIn(
      {
        decide: answersUnder({ profile, given }).decide,
        now: () => time,
        ledger: inMemory(),
        accounts: settings.accounts,
        ...(there && { deviation: there }),
        ...(asks && { asks }),
      },
      (session) => seeded(`1/${session}`),
      (asked) => inProcess(door)(asked),
    ),
    close: async () => {},
  })
  const { report } = await run(settings, {
    ...quiet,
    lines: {},
    drivers: Object.fromEntries(tested.map((role) => [roleOf[role], driver()])),
    listen: async (handler) => {
      door = handler
      return async () => {}
    },
    // That checks notice what is tampered with is shown elsewhere, and takes longer than all of this.
    tampers: { artefacts: [], exchanges: [] },
    ...(here && { deviation: here }),
    ...(probing && { probing }),
  })
  return report
}
