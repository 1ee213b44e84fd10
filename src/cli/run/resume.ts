import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { castOf } from '../../assembly/roles.ts'
import { program } from '../../harness/program.ts'
import { readHops } from '../../harness/read-record.ts'
import { HarnessError } from '../../model/errors.ts'
import type { RecordHead } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import type { Hop } from '../../model/wire.ts'
import { attempt } from '../inputs.ts'
import { runFiles } from '../run-folder.ts'
import { placesTold } from './places.ts'

/** A run that is gone on with. */
export interface Earlier {
  /** What the run is told now, at the place where the earlier one was. */
  readonly settings: Settings
  /** What was said in the sessions that were complete. */
  readonly hops: readonly Hop[]
  readonly sessions: readonly string[]
}

/** Reads the run in a folder back, to go on with it: it has to be the same run, but for what is missing. */
export function earlierRun(told: Settings, isSeedGiven: boolean): Earlier {
  const { out } = told
  const file = join(out, runFiles.private)
  if (!existsSync(file))
    refuse(`nothing in ${out} can be resumed: its messages were not kept; --keep-private keeps them`)
  const { head, hops } = readHops(attempt(file, () => readFileSync(file, 'utf8')))
  const settings = { ...told, seed: isSeedGiven ? told.seed : head.seed, ...listenAs(told, head) }
  const other = differenceOf(settings, head)
  if (other !== undefined) refuse(`the run in ${out} had ${other}: without --resume, a new one begins`)
  const sessions = completeIn(hops, reportIn(out))
  return { settings, sessions, hops: hops.filter(({ session }) => sessions.includes(session)) }
}

/** Whoever was told an address finds the same one. */
function listenAs({ listen }: Settings, { places }: RecordHead): Pick<Settings, 'listen'> {
  if (listen) return { listen }
  if (places?.door === undefined) return {}
  const { hostname, port } = new URL(places.door)
  return { listen: { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) } }
}

/** What was said of the earlier run and is not so now. */
function differenceOf(settings: Settings, head: RecordHead): string | undefined {
  const { profile, given, seed, now, only, skip, accounts } = settings
  const same: Readonly<Record<string, readonly [unknown, unknown]>> = {
    'other targets': [castOf(settings), head.cast],
    'another profile': [profile, head.profile],
    'other decisions': [given, head.given],
    'another seed': [seed, head.seed],
    'another time': [now, head.now],
    'another selection': [{ only, skip }, head.selection],
    'other accounts': [accounts.map(({ uid }) => uid), head.uids],
    'other addresses': [placesTold(settings), head.places],
  }
  return Object.keys(same).find((what) => !isDeepStrictEqual(plain(same[what]?.[0]), plain(same[what]?.[1])))
}

/** As it is after it was written and read back. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** The report of an earlier run; a process that was killed left none. */
function reportIn(out: string): RunReport | undefined {
  const file = join(out, runFiles.report)
  return existsSync(file) ? JSON.parse(attempt(file, () => readFileSync(file, 'utf8'))) : undefined
}

/** The sessions that were played to their end. Where no report says so, those that the next one followed. */
function completeIn(hops: readonly Hop[], report: RunReport | undefined): readonly string[] {
  const ours = program.map(({ session }) => session)
  if (report) {
    return report.sessions.flatMap(({ session, ended }) =>
      ended === 'completed' && ours.includes(session) ? [session] : [],
    )
  }
  const begun = ours.filter((session) => hops.some((hop) => hop.session === session))
  return begun.slice(0, -1).filter((session) => hops.some((hop) => hop.session === session && isDelivery(hop)))
}

const isDelivery = ({ endpoint, replied }: Hop): boolean =>
  endpoint === 'walletCallback' && replied !== undefined && replied.status >= 200 && replied.status < 300

function refuse(what: string): never {
  throw new HarnessError('ERR_USAGE', what)
}
