import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { castOf } from '../../assembly/roles.ts'
import { program } from '../../harness/program.ts'
import { readHops } from '../../harness/read-record.ts'
import { HarnessError } from '../../model/errors.ts'
import type { RecordHead } from '../../model/record.ts'
import type { RunReport, Shard } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import type { Hop } from '../../model/wire.ts'
import { anchorsIn } from '../anchors.ts'
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
  if (other !== undefined) refuse(`the run in ${out} had ${other}; without --resume, a new one begins`)
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

/** What has to be as it was: how a difference is called, and how it was and is. */
type Point = readonly [difference: string, then: unknown, now: unknown]

/** What was said of the earlier run and is not so now. A text is shown, and nothing else: it may be private. */
function differenceOf(settings: Settings, head: RecordHead): string | undefined {
  const isOther = ([, then, now]: Point): boolean => !isDeepStrictEqual(plain(then), plain(now))
  const [difference, then, now] = pointsOf(settings, head).find(isOther) ?? []
  const isText = typeof then === 'string' && typeof now === 'string'
  return isText ? `${difference}: ${then}, and now ${now}` : difference
}

function pointsOf(settings: Settings, head: RecordHead): readonly Point[] {
  const { profile, given, seed, now, only, skip, shard, accounts, anchors } = settings
  const { selection } = head
  return [
    ['other targets (--target)', head.cast, castOf(settings)],
    ['another profile (--profile)', head.profile, profile],
    ['other decisions (--decision)', head.given, given],
    ['another seed (--seed)', head.seed, seed],
    ['another time (--now)', timeTold(head.now), timeTold(now)],
    ['another selection (--only, --skip)', [selection.only, selection.skip], [only, skip]],
    ['another share (--shard)', shareTold(selection.shard), shareTold(shard)],
    ['other accounts', head.uids, accounts.map(({ uid }) => uid)],
    ['other anchors (--anchors)', head.anchors, anchors === undefined ? undefined : anchorsIn(anchors)],
    ...placePoints(head.places, placesTold(settings)),
  ]
}

const timeTold = (now: number | undefined): string => (now === undefined ? 'the clock' : `${now}`)

const shareTold = (shard: Shard | undefined): string => (shard ? `${shard.index}/${shard.count}` : 'all')

/** Whoever trusts a certificate, or was told an address, finds the same. */
const placePoints = (then: RecordHead['places'], now: NonNullable<RecordHead['places']>): readonly Point[] =>
  (['issuer', 'status', 'door'] as const).map((name) => {
    const [was = 'none', is = 'none'] = [then?.[name], now[name]]
    return [placeDifference(was, is), was, is]
  })

function placeDifference(was: string, is: string): string {
  const isTls = was.replace(/^https?:/, '') === is.replace(/^https?:/, '')
  if (!isTls) return 'other addresses (--listen, --public-url)'
  return was.startsWith('https:') ? 'TLS (--tls)' : 'no TLS (--tls)'
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
