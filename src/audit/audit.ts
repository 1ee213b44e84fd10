import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { HarnessError } from '../../model/errors.ts'
import type { PopulationSample } from '../../model/population.ts'
import { openAppended } from '../files/durable.ts'
import { attemptWrite, makeFolder } from '../files/write.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { drawToken } from '../runtime/random.ts'
import { resolveWorker } from '../workers/pool.ts'
import { type PortionOptions, workThrough } from '../workers/portions.ts'
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import type { Found } from './compare/found-repeats.ts'
import { type LineIndex, openLineIndex } from './compare/line-index.ts'
import { createSample } from './compare/sample.ts'
import { openRecordStore } from './compare/shared-values.ts'
import type { PortionResult } from './judge-portion.ts'
import type { AuditPlan, AuditPortion } from './sources/audit-plan.ts'
import { chooseLines, countLines, drawOrdinals } from './sources/draw-lines.ts'
import type { AuditSource } from './sources/list-sources.ts'
import { readPortions } from './sources/read-portions.ts'
import { threadLimits } from './thread-limits.ts'
import { type AuditTotals, createTotals } from './totals.ts'

/** How far an audit is. */
export interface AuditProgress {
  readonly artefacts: number
  readonly read: number
}

/** What to audit, where the results are put, and how it is watched. */
export interface AuditRequest {
  readonly plan: AuditPlan
  readonly sources: readonly AuditSource[]
  readonly folder: string
  readonly isResumed: boolean
  readonly threads?: number | undefined
  readonly stdin: () => Readable
  readonly signal: AbortSignal
  readonly onProgress: (progress: AuditProgress) => void
  /** What judges the portions: without it, threads of this process. */
  readonly work?: WorkOnPortions | undefined
}

/** What judges by: the same for all portions of an audit. The key is that of the hashes of private values. */
export interface AuditInput {
  readonly plan: AuditPlan
  readonly key: string
}

/** Portions that are to be judged, and what receives the results in their order. */
export interface PortionWork
  extends Pick<PortionOptions<AuditPortion, PortionResult>, 'portions' | 'onResult' | 'signal' | 'threads'> {
  readonly input: AuditInput
}

/** Has portions judged. After the signal it ends soon. */
export type WorkOnPortions = (work: PortionWork) => Promise<void>

/** What an audit found. */
export interface AuditFindings {
  readonly totals: AuditTotals
  /** Whether it ended at the first failure. */
  readonly isStopped: boolean
  readonly repeats: Found
  readonly sample: PopulationSample
  readonly find: LineIndex['find']
  /** Removes what is needed only to go on. */
  readonly finish: () => void
}

/** The folder inside the one of the results that an audit works in. */
export const workFolder = '.work'

export const failuresFile = 'failures.ndjson'

/** Where an audit begins. */
const start = { source: 0, offset: 0, line: 1, ordinal: 0 }

/** Milliseconds between two checkpoints. */
const checkpointEvery = 10_000

/**
 * Judges everything in some sources. It returns nothing if it was interrupted: what was judged until then is in the
 * folder, and a resumed audit goes on behind it.
 */
export async function auditSources(request: AuditRequest): Promise<AuditFindings | undefined> {
  const work = join(request.folder, workFolder)
  const before = readEarlier(work, request)
  const state = openState(request, work, before)
  const { plan, sources, signal, stdin } = request
  const from = before?.position ?? start
  const { sample, seed = '', limit } = plan
  const drawn =
    sample === undefined
      ? undefined
      : drawOrdinals(await countLines(readPortions(sources, start, stdin, signal)), sample, seed)
  const portions = chooseLines(readPortions(sources, from, stdin, signal), {
    ...(drawn && { drawn }),
    ...(limit && { limit }),
  })
  try {
    await (request.work ?? workInThreads)({
      input: { plan: { ...plan, now: state.now }, key: state.key },
      threads: request.threads,
      portions: state.mark(portions),
      onResult: state.add,
      signal: AbortSignal.any([signal, state.enough]),
    })
  } finally {
    state.save()
  }
  if (signal.aborted && !state.enough.aborted) {
    state.close()
    return undefined
  }
  return {
    totals: state.totals(),
    isStopped: state.enough.aborted,
    repeats: state.records.findRepeats(),
    sample: state.sample.read(),
    find: state.lines.find,
    finish: () => {
      state.close()
      rmSync(work, { recursive: true, force: true })
    },
  }
}

const workInThreads: WorkOnPortions = (work) =>
  workThrough<AuditPortion, PortionResult>(resolveWorker(import.meta.url, 'audit-worker'), {
    ...work,
    resourceLimits: threadLimits,
  })

/** The checkpoint of an interrupted audit of the same sources. */
function readEarlier(work: string, { plan, sources, isResumed }: AuditRequest): Checkpoint | undefined {
  const before = readCheckpoint(work)
  if (before && !isResumed) {
    const hint = 'go on with --resume, remove that folder, or choose another with --out'
    throw new HarnessError('ERR_OUTPUT', `an interrupted audit is in ${work}`, { hint })
  }
  if (!before && isResumed) throw new HarnessError('ERR_INPUT', `there is no interrupted audit in ${work}`)
  if (before && before.subject !== describeSubject(plan, sources)) {
    const hint = 'pass the same sources and flags as before; the files must be unchanged'
    throw new HarnessError('ERR_INPUT', `the audit in ${work} is of other sources, or judges otherwise`, { hint })
  }
  return before
}

/** What a resumed audit must have in common with the interrupted one. */
const describeSubject = ({ now: _, ...plan }: AuditPlan, sources: readonly AuditSource[]): string =>
  JSON.stringify({ plan, sources })

function openState(request: AuditRequest, work: string, before?: Checkpoint) {
  const { plan, sources, folder, onProgress } = request
  makeFolder(work)
  const file = join(folder, failuresFile)
  if (!before) attemptWrite(`write ${file}`, () => writeFileSync(file, '', { mode: 0o600 }))
  const failures = openAppended(file)
  if (before) failures.cut(before.failuresSize)
  const [key, now] = [before?.key ?? drawToken(), before?.now ?? plan.now]
  const totals = createTotals(plan, before?.totals)
  const records = openRecordStore(join(work, 'records'), before?.recordSizes)
  const lines = openLineIndex(
    work,
    sources.map(({ name }) => name),
    before?.lineSizes,
  )
  const sample = createSample(before?.sample)
  const enough = new AbortController()
  let position = before?.position ?? start
  let artefacts = before?.totals.artefacts ?? 0
  let [saved, isSaved] = [readPreciseClock(), before !== undefined]
  const readDone = createReadCounter(sources)
  const save = (): void => {
    const recordSizes = records.flush()
    failures.sync()
    writeCheckpoint(work, {
      subject: describeSubject(plan, sources),
      ...{ key, position, now, recordSizes, sample: sample.save() },
      totals: totals.read(),
      lineSizes: lines.sizes(),
      failuresSize: failures.size(),
    })
    saved = readPreciseClock()
    isSaved = true
  }
  const add = (result: PortionResult, portion: AuditPortion): void => {
    if (enough.signal.aborted) return // what was begun before the first failure was known
    const listed = totals.add(portion.name, result)
    if (listed.length > 0) failures.append(listed.join('\n'))
    records.add(result.records)
    lines.add(portion, result.ids)
    for (const credential of result.sampled) sample.add(credential)
    position = { ...portion.end, ordinal: portion.ordinal + portion.end.line - portion.line }
    for (const [all] of Object.values(result.kinds)) artefacts += all
    onProgress({ artefacts, read: readDone(portion) })
    if (plan.isFailFast && (result.conclusions.nonconformant ?? 0) > 0) enough.abort()
    if (!isSaved || readPreciseClock() - saved >= checkpointEvery) save()
  }
  /** Threads leave out of the sample what it would drop. */
  const mark = async function* (portions: AsyncIterable<AuditPortion>): AsyncGenerator<AuditPortion> {
    for await (const portion of portions) yield { ...portion, lowest: sample.lowest() }
  }
  const close = (): void => {
    failures.close()
    records.close()
    lines.close()
  }
  return { ...{ key, now, add, mark, save, close, records, lines, sample }, totals: totals.read, enough: enough.signal }
}

/** Counts the octets that were read of all sources. */
function createReadCounter(sources: readonly AuditSource[]): (portion: AuditPortion) => number {
  const before: number[] = []
  sources.reduce((sum, { size }, i) => {
    before[i] = sum
    return sum + size
  }, 0)
  return ({ read, end }) => (before[end.source] ?? 0) + read
}
