import type { CountProbes } from '../../../../model/probe.ts'
import { isHandledCorrectly, type ProbeResult } from '../../../../model/probe.ts'
import type { Role } from '../../../../model/role.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { createControl, type ReceiverPaths, type Sending } from './batches.ts'
import { hasReferenceCallers } from './calls.ts'
import { mergeCounted, summarizePortion } from './counted-results.ts'
import { sendFaultProbes, sendRefusedAgain } from './fault-probes.ts'
import { createFaultProbes, divideProbes, type Portion } from './portions.ts'
import type { ProbeCatalogue } from './probe-catalogue.ts'
import { findPaths } from './receiver-paths.ts'
import type { ProbeScope } from './side-by-side/probe-scope.ts'
import { createSideBySide, type SideBySide } from './side-by-side/side-by-side.ts'
import { divideStateful, listStatefulEntries, sendQuietly } from './stateful-probes.ts'

/** Sends every probe to the targets that must handle it, between valid controls. */
export async function sendProbes(
  store: SessionStore,
  probes: ProbeCatalogue,
  onProbes: CountProbes = () => {},
): Promise<readonly ProbeResult[]> {
  const side = createSideBySide(store, probes.concurrency)
  const findPaths = createPathFinder(store, side, probes)
  const all: ProbeResult[] = []
  // Probes take minutes: values that must be old are fetched before them.
  const portions = joinListed(divideProbes(store.tested, probes), store.isTarget)
  if (portions.some(needsAge) && hasReferenceCallers(store)) await probes.agedValues.fetch()
  const progress = createProgress(portions, probes, onProbes)
  for (const portion of portions) {
    const find = () => findPaths(portion.receiver)
    all.push(
      ...(portion.isCounted
        ? await sendOffRecord(store, portion, find, { side, onProbe: progress.note }, probes)
        : await sendPortion(portion, await find(), { side, onProbe: progress.note }, store, probes)),
    )
    progress.endPortion()
  }
  const note = side.describe()
  if (note !== undefined) store.note(note)
  return mergeCounted(all)
}

/** Joins the portions of a target that are reported one by one: the more are known, the more can be sent at a time. */
const joinListed = (portions: readonly Portion[], isTarget: SessionStore['isTarget']): readonly Portion[] =>
  [
    ...Map.groupBy(portions, (portion) =>
      portion.isCounted || !isTarget(portion.receiver) ? portion : portion.receiver,
    ).values(),
  ].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const slices = same.flatMap((each) => each.slices)
    return [{ ...first, slices, statefulProbes: same.flatMap((each) => each.statefulProbes) }]
  })

/** Counts the probes of all portions, each once, however often it is sent. */
function createProgress(portions: readonly Portion[], { seed }: ProbeCatalogue, onProbes: CountProbes) {
  const total = portions.reduce((sum, portion) => sum + countProbes(portion, seed), 0)
  const sent = new Set<unknown>()
  let before = 0
  return {
    note: (probe: unknown): void => {
      sent.add(probe)
      onProbes(before + sent.size, total)
    },
    endPortion: (): void => {
      before += sent.size
      sent.clear()
    },
  }
}

const countProbes = ({ receiver, slices, statefulProbes, isCounted }: Portion, seed: number): number =>
  slices.reduce(
    (sum, slice) => sum + (isCounted ? slice.count : createFaultProbes(slice, receiver, seed).length),
    statefulProbes.length,
  )

/** Finds the paths to each receiver once, and whether it takes several sessions at a time. */
function createPathFinder(store: SessionStore, side: SideBySide, { refusal }: ProbeCatalogue) {
  const known = new Map<Role, ReceiverPaths>()
  return async (receiver: Role): Promise<ReceiverPaths> => {
    const earlier = known.get(receiver)
    if (earlier) return earlier
    const send = (scope: ProbeScope): Promise<ReceiverPaths> => findPaths(receiver, store, scope, refusal)
    const paths = await side.sendAlone({ send, isDoubtful: () => false })
    known.set(receiver, paths)
    await side.tryTogether(createControl(receiver, paths.short ?? paths.full, refusal))
    return paths
  }
}

/** Whether one of its probes uses values of the issuer that are old by then. */
const needsAge = ({ receiver, statefulProbes }: Portion): boolean =>
  receiver === 'issuer' && statefulProbes.some(({ isLate }) => isLate)

/**
 * Sends one portion to a reference actor, over a session store of its own. Only the messages of probes that were not
 * handled correctly are recorded.
 */
export function sendPortionApart(
  portion: Portion,
  number: number,
  store: SessionStore,
  probes: ProbeCatalogue,
): Promise<readonly ProbeResult[]> {
  const side = createSideBySide(store, undefined, `probe-${number}`)
  const find = createPathFinder(store, side, probes)
  return sendOffRecord(store, portion, () => find(portion.receiver), { side, onProbe: () => {} }, probes)
}

/** What sends the probes of a portion. */
type PortionSending = Pick<Sending, 'side' | 'onProbe'>

/** Sends a portion, and records only the messages of probes that were not handled correctly. */
function sendOffRecord(
  store: SessionStore,
  portion: Portion,
  findReceiverPaths: () => Promise<ReceiverPaths>,
  how: PortionSending,
  probes: ProbeCatalogue,
): Promise<readonly ProbeResult[]> {
  return store.runOffRecord(
    async () =>
      summarizePortion(await sendPortion(portion, await findReceiverPaths(), how, store, probes), portion.isCounted),
    (results, { session }) =>
      store.isWrong(session) ||
      results.some((each) => each.session === session || (!portion.isCounted && each.answer === 'inconclusive')) ||
      (portion.statefulProbes.length > 0 && !results.every(isHandledCorrectly)), // a stateful probe may take several sessions
  )
}

async function sendPortion(
  { receiver, slices, statefulProbes }: Portion,
  paths: ReceiverPaths,
  how: PortionSending,
  store: SessionStore,
  probes: ProbeCatalogue,
): Promise<readonly ProbeResult[]> {
  const sending = { paths, ...how, store, rules: probes, refusal: probes.refusal, sharing: { isKnown: false } }
  const faultProbes = slices.flatMap((slice) => createFaultProbes(slice, receiver, probes.seed))
  const { together, quiet } = divideStateful(statefulProbes)
  const results = [
    ...(await sendFaultProbes(faultProbes, sending, () => listStatefulEntries(together, sending))),
    ...(await sendQuietly(quiet, sending)),
  ]
  return [
    ...(await sendRefusedAgain(faultProbes, results, sending)),
    ...(await how.side.sendAlone({ send: paths.confirmCrashes, isDoubtful: () => false })),
  ]
}
