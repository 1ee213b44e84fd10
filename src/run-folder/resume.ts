import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createRefusal, type Refuse } from '../../model/errors.ts'
import type { RecordHead } from '../../model/record.ts'
import type { Shard } from '../../model/run-report.ts'
import type { Message } from '../../model/wire.ts'
import { isObject, parseAnyJson } from '../../protocol/encoding/json.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { runSuite } from '../../suites/run.ts'
import type { Settings } from '../config/settings.ts'
import { readAnchorFile } from '../files/anchors.ts'
import { readBounded } from '../files/inputs.ts'
import { type DamagedRecord, type RawLine, readDamagedRecord } from '../privacy/read-record.ts'
import { runFiles } from './run-files.ts'

/** An earlier run that is continued. */
export interface EarlierRun {
  /** The settings of now, with the seed and the address of the earlier run. */
  readonly settings: Settings
  /** The messages of the sessions that were complete. */
  readonly messages: readonly Message[]
  readonly sessions: readonly string[]
  /** The lines of all others, and every damaged line. */
  readonly replaced: readonly string[]
  /** How many lines are damaged. */
  readonly damaged: number
  /** The private record is to be removed once the run is complete. */
  readonly isTemporary: boolean
}

/** Reads the run in a folder, to continue it. Its settings must be those of now. */
export function readEarlierRun(wanted: Settings, isSeedGiven: boolean): EarlierRun {
  const { out } = wanted
  const file = join(out, runFiles.private)
  if (!existsSync(file)) refuse(`the run in ${out} cannot be resumed: its messages were not kept (see --keep-private)`)
  const record = readDamagedRecord(readBounded(file).toString('utf8'))
  const { head, lines } = record
  const settings = { ...wanted, seed: isSeedGiven ? wanted.seed : head.seed, ...keepListening(wanted, head) }
  const other = findDifference(settings, head)
  if (other !== undefined) refuse(`the run in ${out} had ${other}; without --resume, a new run starts`)
  const sessions = findCompleteSessions(record, readEarlierSessions(out))
  const isContinued = ({ message }: RawLine): boolean => message !== undefined && sessions.includes(message.session)
  return {
    settings,
    sessions,
    messages: lines.filter(isContinued).flatMap(({ message }) => message ?? []),
    replaced: lines.filter((line) => !isContinued(line)).map(({ text }) => text),
    damaged: lines.filter(({ message }) => message === undefined).length,
    isTemporary: head.temporary === true,
  }
}

/** Listens at the address of the earlier run: targets may know it. */
function keepListening({ listen }: Settings, { addresses }: RecordHead): Pick<Settings, 'listen'> {
  if (listen) return { listen }
  if (addresses?.listener === undefined) return {}
  const { hostname, port } = new URL(addresses.listener)
  return { listen: { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) } }
}

/** Something that must be as before: the name of a difference, the value then, and the value now. */
type ComparedPoint = readonly [difference: string, then: unknown, now: unknown]

/** Finds what differs from the earlier run. Only texts are shown: anything else may be private. */
function findDifference(settings: Settings, head: RecordHead): string | undefined {
  const isOther = ([, then, now]: ComparedPoint): boolean => !isDeepStrictEqual(roundTrip(then), roundTrip(now))
  const [difference, then, now] = listPoints(settings, head).find(isOther) ?? []
  const isText = typeof then === 'string' && typeof now === 'string'
  return isText ? `${difference}: ${then}, and now ${now}` : difference
}

function listPoints(settings: Settings, head: RecordHead): readonly ComparedPoint[] {
  const { profile, decisions, seed, now, only, skip, shard, accounts, anchors } = settings
  const { selection } = head
  const { actors, addresses } = runSuite.describe(settings)
  return [
    ['other targets (--target)', head.actors, actors],
    ['another profile (--profile)', head.profile, profile],
    ['other decisions (--decision)', head.decisions, decisions],
    ['another seed (--seed)', head.seed, seed],
    ['another time (--now)', describeTime(head.now), describeTime(now)],
    ['another selection (--only, --skip)', [selection.only, selection.skip], [only, skip]],
    ['another part (--shard)', describeShard(selection.shard), describeShard(shard)],
    ['other accounts', head.uids, accounts.map(({ uid }) => uid)],
    ['other anchors (--anchors)', head.anchors, anchors === undefined ? undefined : readAnchorFile(anchors)],
    ...listAddressPoints(head.addresses, addresses),
  ]
}

const describeTime = (now: number | undefined): string => (now === undefined ? 'the clock' : `${now}`)

const describeShard = (shard: Shard | undefined): string => (shard ? `${shard.index}/${shard.count}` : 'all')

/** Targets may know the addresses, and trust the certificate. */
const listAddressPoints = (
  then: RecordHead['addresses'],
  now: NonNullable<RecordHead['addresses']>,
): readonly ComparedPoint[] =>
  (['issuer', 'status', 'listener'] as const).map((name) => {
    const [was = 'none', is = 'none'] = [then?.[name], now[name]]
    return [describeAddressDifference(was, is), was, is]
  })

function describeAddressDifference(was: string, is: string): string {
  const isTls = was.replace(/^https?:/, '') === is.replace(/^https?:/, '')
  if (!isTls) return 'other addresses (--listen, --public-url)'
  return was.startsWith('https:') ? 'TLS (--tls)' : 'no TLS (--tls)'
}

/** A value as it is after it was written and read. */
const roundTrip = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** The sessions that the report of the earlier run calls complete; a process that was killed left no report. */
function readEarlierSessions(out: string): readonly string[] | undefined {
  const file = join(out, runFiles.report)
  if (!existsSync(file)) return undefined
  const read = parseAnyJson(readBounded(file).toString('utf8'), limits.report)
  if (!isObject(read) || !Array.isArray(read.sessions)) return undefined
  return read.sessions
    .filter(isObject)
    .flatMap(({ session, ended }) => (typeof session === 'string' && ended === 'completed' ? [session] : []))
}

/**
 * The sessions that were completed, and of which every message is intact. Without a report, these are the sessions that
 * were complete before, and those that were followed by another.
 */
function findCompleteSessions(
  { head, lines }: DamagedRecord,
  reported: readonly string[] | undefined,
): readonly string[] {
  const messages = lines.flatMap(({ message }) => message ?? [])
  const begun = defaultSuite.sessions.map(({ session }) => session).filter((name) => messages.some(isFromSession(name)))
  const isComplete = (name: string): boolean => messages.filter(isFromSession(name)).some(isDelivered)
  const complete = new Set([...(head.completed ?? []), ...(reported ?? begun.slice(0, -1).filter(isComplete))])
  const damaged = new Set(findDamagedSessions(lines))
  return begun.filter((name) => complete.has(name) && !damaged.has(name))
}

/** The sessions that a damaged line may belong to: those of the intact lines before and after it. */
const findDamagedSessions = (lines: readonly RawLine[]): readonly string[] =>
  lines.flatMap(({ message }, i) => {
    if (message) return []
    const [before, after] = [lines.slice(0, i).findLast(isIntact), lines.slice(i + 1).find(isIntact)]
    return [before, after].flatMap((line) => line?.message?.session ?? [])
  })

const isIntact = ({ message }: RawLine): boolean => message !== undefined

const isFromSession =
  (name: string) =>
  ({ session }: Pick<Message, 'session'>): boolean =>
    session === name

const isDelivered = (message: Message): boolean => {
  const { response } = message
  return runSuite.isDelivery(message) && response !== undefined && response.status >= 200 && response.status < 300
}

const refuse: Refuse = createRefusal('ERR_USAGE')
