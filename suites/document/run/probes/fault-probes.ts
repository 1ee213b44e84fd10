import { isHandledCorrectly, type ProbeResult } from '../../../../model/probe.ts'
import { type BatchEntry, isDoubtful, sendInBatches } from './batches.ts'
import { isControlAccepted, sendBetweenControls } from './controls.ts'
import type { FaultProbe } from './portions.ts'
import { isOnShortPath } from './receiver-paths.ts'
import { type FaultSending, sendFaultProbe } from './send-fault-probe.ts'
import { type ShortOutcome, sendInSharedSessions } from './shared-sessions.ts'
import type { ChoosePath, ProbeScope } from './side-by-side/probe-scope.ts'

/** Sends fault probes to a receiver, each along the shortest path on which its fault is seen. On the full path, others go along. */
export async function sendFaultProbes(
  probes: readonly FaultProbe[],
  sending: FaultSending,
  prepareOthers: () => Promise<readonly BatchEntry[]> = async () => [],
): Promise<readonly ProbeResult[]> {
  const { short } = sending.paths
  const { onShort = [], onFull = [] } = Object.groupBy(probes, (probe) =>
    short && isOnShortPath(probe) ? 'onShort' : 'onFull',
  )
  const { results, notRefused } = short ? await sendShort(onShort, short, sending) : nothing
  const { full } = sending.paths
  const onFullPath = [...notRefused, ...onFull].map(
    (probe): BatchEntry => ({
      probe,
      task: { send: (scope) => sendFaultProbe(probe, full(scope), sending.rules), isDoubtful },
    }),
  )
  // The longest come first: in the catalogue, generated sequences of calls are the last.
  const others = (await prepareOthers()).toReversed()
  return [...results, ...(await sendInBatches([...others, ...onFullPath], full, sending))]
}

const nothing: ShortOutcome = { results: [], notRefused: [] }

/** An issuer under test gets several requests for each session that it opens. */
async function sendShort(
  probes: readonly FaultProbe[],
  short: ChoosePath,
  sending: FaultSending,
): Promise<ShortOutcome> {
  const second = new Set(probes.filter((_, i) => i % 2 === 1))
  const afterValid: ChoosePath = (scope) => (session) => short(scope)({ ...session, isAfterValid: true })
  const sendEach = (some: readonly FaultProbe[]): Promise<readonly ProbeResult[]> =>
    sendInBatches(
      some.map((probe) => ({
        probe,
        task: {
          send: (scope) => sendOnShortPath(probe, second.has(probe) ? afterValid : short, scope, sending),
          isDoubtful,
        },
      })),
      short,
      sending,
    )
  const { paths, store } = sending
  return paths.receiver === 'issuer' && store.isTarget('issuer')
    ? sendInSharedSessions(probes, short, sending, sendEach)
    : { results: await sendEach(probes), notRefused: [] }
}

/**
 * Sends a probe along the short path. If that shows nothing of a target, the probe is sent again along the full path,
 * between controls of its own; to a reference actor only if its fault was seen.
 */
async function sendOnShortPath(
  probe: FaultProbe,
  short: ChoosePath,
  scope: ProbeScope,
  sending: FaultSending,
): Promise<readonly ProbeResult[]> {
  const { store, rules } = sending
  const [result] = await sendFaultProbe(probe, short(scope), rules)
  if (result && result.answer !== 'inconclusive') return [result]
  if (result === undefined && !store.isTarget(probe.receiver)) return []
  return sendBetweenOwnControls(probe, scope, sending)
}

function sendBetweenOwnControls(
  probe: FaultProbe,
  scope: ProbeScope,
  { paths: { full }, rules }: FaultSending,
): Promise<readonly ProbeResult[]> {
  const run = full(scope)
  const sendControl = (): Promise<boolean> => isControlAccepted(probe.receiver, run, rules.refusal)
  return sendBetweenControls([probe], 1, sendControl, async () => [await sendFaultProbe(probe, run, rules)])
}

/**
 * Sends again what was refused and has few refusals of its row beside it: a receiver may validate something until it has
 * refused it once. Returns the results, with those of the second time that were accepted.
 */
export async function sendRefusedAgain(
  probes: readonly FaultProbe[],
  results: readonly ProbeResult[],
  sending: FaultSending,
): Promise<readonly ProbeResult[]> {
  const again = sending.store.isTarget(sending.paths.receiver) ? selectFew(probes, results) : []
  const accepted = (await sendFaultProbes(again, sending)).filter(({ answer }) => answer === 'accepted')
  const later = new Map(accepted.map((each) => [nameResult(each), each]))
  return results.map((each) => {
    const second = later.get(nameResult(each))
    return second ? { ...second, description: `${second.description}, after it was refused once` } : each
  })
}

const nameResult = ({ id, description }: ProbeResult): string => `${id} ${description}`

/** How many refusals of a row are few. One of two faults may break something else as well, and be refused for that. */
const few = 2

function selectFew(probes: readonly FaultProbe[], results: readonly ProbeResult[]): readonly FaultProbe[] {
  const refused = results.filter((each) => each.expected === 'refused' && isHandledCorrectly(each))
  const rows = Map.groupBy(refused, ({ breaks }) => breaks)
  const ids = new Set([...rows.values()].flatMap((same) => (same.length <= few ? same.map(({ id }) => id) : [])))
  return probes.filter(({ fault: { id } }) => ids.has(id))
}
