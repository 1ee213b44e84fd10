import { countMessages, isHandledCorrectly, type ProbeResult } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { hasReferenceCallers } from './calls.ts'
import { type CountProbes, mergeCounted, summarizePortion } from './counted-results.ts'
import { sendFaultProbes } from './fault-probes.ts'
import { createFaultProbes, divideProbes, type Portion } from './portions.ts'
import type { ProbeCatalogue } from './probe-catalogue.ts'
import { findPaths, type ReceiverPaths } from './receiver-paths.ts'
import { createSessionRunner } from './session-runner.ts'
import { sendStatefulProbes } from './stateful-probes.ts'

/** Sends every probe to the targets that must handle it, between valid controls. */
export async function sendProbes(
  store: SessionStore,
  probes: ProbeCatalogue,
  onProbes: CountProbes = () => {},
): Promise<readonly ProbeResult[]> {
  const runSession = createSessionRunner(store)
  const known = new Map<Role, ReceiverPaths>()
  const all: ProbeResult[] = []
  // Probes take minutes: values that must be old are fetched before them.
  const portions = divideProbes(store.tested, probes)
  if (portions.some(needsAge) && hasReferenceCallers(store)) await probes.agedValues.fetch()
  for (const portion of portions) {
    const { receiver } = portion
    const findKnownPaths = async (): Promise<ReceiverPaths> => {
      const paths = known.get(receiver) ?? (await findPaths(receiver, store, runSession, probes.refusal))
      known.set(receiver, paths)
      return paths
    }
    all.push(
      ...(portion.isCounted
        ? await sendOffRecord(store, portion, findKnownPaths, probes)
        : await sendPortion(portion, await findKnownPaths(), store, probes)),
    )
    onProbes(countMessages(all))
  }
  return mergeCounted(all)
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
  const runSession = createSessionRunner(store, `probe-${number}`)
  return sendOffRecord(store, portion, () => findPaths(portion.receiver, store, runSession, probes.refusal), probes)
}

/** Sends a portion, and records only the messages of probes that were not handled correctly. */
function sendOffRecord(
  store: SessionStore,
  portion: Portion,
  findReceiverPaths: () => Promise<ReceiverPaths>,
  probes: ProbeCatalogue,
): Promise<readonly ProbeResult[]> {
  return store.runOffRecord(
    async () =>
      summarizePortion(await sendPortion(portion, await findReceiverPaths(), store, probes), portion.isCounted),
    (results, { session }) =>
      store.isWrong(session) ||
      results.some((each) => each.session === session || (!portion.isCounted && each.answer === 'inconclusive')) ||
      (portion.statefulProbes.length > 0 && !results.every(isHandledCorrectly)), // a stateful probe may take several sessions
  )
}

async function sendPortion(
  { receiver, slices, statefulProbes }: Portion,
  paths: ReceiverPaths,
  store: SessionStore,
  probes: ProbeCatalogue,
): Promise<readonly ProbeResult[]> {
  const faultProbes = slices.flatMap((slice) => createFaultProbes(slice, receiver, probes.seed))
  return [
    ...(await sendFaultProbes(faultProbes, receiver, paths, store, probes)),
    ...(await sendStatefulProbes(statefulProbes, receiver, store, paths.full, probes)),
    ...(await paths.confirmCrashes()),
  ]
}
