import { countMessages, isHandledCorrectly, type ProbeResult } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { keepValues } from './aged-values.ts'
import { hasReferenceCallers } from './calls.ts'
import { type CountProbes, mergeCounted, summarizePortion } from './counted-results.ts'
import { sendFaultProbes } from './fault-probes.ts'
import { createFaultProbes, divideProbes, type Portion } from './portions.ts'
import type { ProbeCatalogue } from './probe-catalogue.ts'
import { findPaths, type ReceiverPaths } from './receiver-paths.ts'
import { createSessionRunner } from './session-runner.ts'
import { sendStatefulProbes } from './stateful-probes.ts'

/**
 * Puts every fault before whoever has to refuse it, between two honest sessions: where one of those is refused as well,
 * a refusal tells nothing.
 */
export async function sendProbes(
  store: SessionStore,
  probes: ProbeCatalogue,
  told: CountProbes = () => {},
): Promise<readonly ProbeResult[]> {
  const play = createSessionRunner(store)
  const known = new Map<Role, ReceiverPaths>()
  const all: ProbeResult[] = []
  // Lies take minutes: what has to grow old is put by before them.
  if (store.tested.has('issuer') && hasReferenceCallers(store)) await keepValues(store)
  for (const portion of divideProbes(store.tested, probes)) {
    const { receiver } = portion
    const waysOf = async (): Promise<ReceiverPaths> => {
      const ways = known.get(receiver) ?? (await findPaths(receiver, store, play, probes.refusal))
      known.set(receiver, ways)
      return ways
    }
    all.push(
      ...(portion.isCounted
        ? await sendOffRecord(store, portion, waysOf, probes)
        : await sendPortion(portion, await waysOf(), store, probes)),
    )
    told(countMessages(all))
  }
  return mergeCounted(all)
}

/**
 * Puts one portion before its judge, on a stage on which nothing else is played. There the judge is ours: only what it did
 * otherwise than it has to is worth keeping.
 */
export function sendPortionApart(
  portion: Portion,
  place: number,
  store: SessionStore,
  probes: ProbeCatalogue,
): Promise<readonly ProbeResult[]> {
  const play = createSessionRunner(store, `probe-${place}`)
  return sendOffRecord(store, portion, () => findPaths(portion.receiver, store, play, probes.refusal), probes)
}

/** Plays a portion, of which only what is odd is put on record. */
function sendOffRecord(
  store: SessionStore,
  portion: Portion,
  waysOf: () => Promise<ReceiverPaths>,
  probes: ProbeCatalogue,
): Promise<readonly ProbeResult[]> {
  return store.runOffRecord(
    async () => summarizePortion(await sendPortion(portion, await waysOf(), store, probes), portion.isCounted),
    (told, { session }) =>
      told.some((each) => each.session === session || (!portion.isCounted && each.answer === 'inconclusive')) ||
      (portion.statefulProbes.length > 0 && !told.every(isHandledCorrectly)), // a trick may take several sessions
  )
}

async function sendPortion(
  { receiver, slices, statefulProbes }: Portion,
  ways: ReceiverPaths,
  store: SessionStore,
  probes: ProbeCatalogue,
): Promise<readonly ProbeResult[]> {
  const lies = slices.flatMap((slice) => createFaultProbes(slice, receiver, probes.seed))
  return [
    ...(await sendFaultProbes(lies, receiver, ways, store, probes)),
    ...(await sendStatefulProbes(statefulProbes, receiver, store, ways.full, probes)),
  ]
}
