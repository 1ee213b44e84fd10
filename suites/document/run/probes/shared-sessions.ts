import type { ProbeResult } from '../../../../model/probe.ts'
import { interpretMessages } from './answers.ts'
import { catchLoss } from './calls.ts'
import type { FaultProbe } from './portions.ts'
import type { ProbePath, RunProbeSession } from './probe-path.ts'
import { type FaultSending, sendFaultProbe } from './send-fault-probe.ts'
import { nameSharedSession } from './session-names.ts'
import type { ChoosePath, ProbeScope } from './side-by-side/probe-scope.ts'

// What is invalid uses nothing up. One session is opened, and several invalid requests are made for it, each with the same
// code and the same nonce. At last comes the valid one: if the issuer accepts it, both were good until then, and each
// refusal was for the mistake. An issuer that withdraws them after a refusal gets a session for each request.

/** How many requests share a session: two hundred go out in one round of sixteen sessions. At first fewer, to see whether they can. */
const sizes = { first: 2, each: 13 } as const

/** What came of the probes on the short path. */
export interface ShortOutcome {
  readonly results: readonly ProbeResult[]
  /** Those that are sent along the full path: they showed nothing. */
  readonly notRefused: readonly FaultProbe[]
}

/** A probe with what it showed. */
interface Shown {
  readonly probe: FaultProbe
  readonly results: readonly ProbeResult[]
}

/** How the probes of one shared session ended. */
interface SharedOutcome {
  readonly settled: readonly Shown[]
  /** Refused, though nothing shows that the values of the session were still good. */
  readonly unconfirmed: readonly FaultProbe[]
  readonly notRefused: readonly FaultProbe[]
}

/** Sends fault probes to an issuer under test, several for each session. What that does not settle gets a session each. */
export async function sendInSharedSessions(
  probes: readonly FaultProbe[],
  short: ChoosePath,
  sending: FaultSending,
  sendEach: (probes: readonly FaultProbe[]) => Promise<readonly ProbeResult[]>,
): Promise<ShortOutcome> {
  const send = (groups: readonly (readonly FaultProbe[])[]): Promise<readonly SharedOutcome[]> =>
    sending.side.sendAll(
      groups.map((group) => ({
        send: (scope: ProbeScope) => sendGroup(group, scope, short(scope), sending),
        isDoubtful: () => false,
      })),
    )
  if (probes.length === 0) return { results: [], notRefused: [] }
  const trial = await send([probes.slice(0, sizes.first)])
  const rest = probes.slice(sizes.first)
  const isShared = trial.every(({ unconfirmed }) => unconfirmed.length === 0)
  const outcomes = [...trial, ...(isShared ? await send(divide(rest, sizes.each)) : [])]
  const unsettled = [...outcomes.flatMap(({ unconfirmed }) => unconfirmed), ...(isShared ? [] : rest)]
  const settled = outcomes.flatMap((each) => each.settled.flatMap(({ results }) => results))
  return {
    results: [...settled, ...(await sendEach(unsettled))],
    notRefused: outcomes.flatMap((each) => each.notRefused),
  }
}

const divide = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/** Sends some probes, and the valid request after them. One that is accepted uses the session up: the others get the next. */
async function sendGroup(
  probes: readonly FaultProbe[],
  scope: ProbeScope,
  run: RunProbeSession,
  { rules, onProbe }: FaultSending,
): Promise<SharedOutcome> {
  const shared = createSharedSessions(scope, run, rules.refusal)
  const [settled, unconfirmed, notRefused]: [Shown[], FaultProbe[], FaultProbe[]] = [[], [], []]
  let open: Shown[] = []
  const settle = (isGood: boolean): void => {
    if (isGood) settled.push(...open)
    else unconfirmed.push(...open.map(({ probe }) => probe))
    open = []
  }
  for (const probe of probes) {
    const results = await sendFaultProbe(probe, shared.run, rules)
    onProbe(probe)
    // A request that is accepted shows as the valid one does that the values were good until then.
    if (shared.takeAccepted()) settle(true)
    if (results[0]?.answer === 'refused') open.push({ probe, results })
    else if (results[0]?.answer === 'accepted') settled.push({ probe, results })
    else notRefused.push(probe)
  }
  if (open.length > 0) settle(await shared.sendValid())
  shared.close()
  return { settled, unconfirmed, notRefused }
}

type Lent = NonNullable<ProbePath['lent']>

/** Opens sessions, and runs requests for them: as many for each as the issuer refuses. */
function createSharedSessions(scope: ProbeScope, run: RunProbeSession, refusal: FaultSending['refusal']) {
  let lent: Lent | undefined
  let isAccepted = false
  const closings: (() => void)[] = []
  const observe: RunProbeSession = async (session) => {
    lent ??= await openSession(scope, closings)
    const messages = await run({ ...session, ...(lent && { lent }) })
    if (interpretMessages(messages, 'issuer', 'request', refusal) !== 'accepted') return messages
    isAccepted = true
    lent = undefined
    return messages
  }
  return {
    run: observe,
    takeAccepted: () => {
      const taken = isAccepted
      isAccepted = false
      return taken
    },
    sendValid: async () => {
      if (!lent) return false
      await observe({ receiver: 'issuer' })
      return isAccepted
    },
    close: () => {
      for (const close of closings) close()
    },
  }
}

/** Opens a session and fetches a nonce; `undefined` if the issuer gives none. It stays open for the requests. */
async function openSession({ store, name }: ProbeScope, closings: (() => void)[]): Promise<Lent | undefined> {
  const session = nameSharedSession(name, closings.length + 1)
  const asks = store.usualEncryption.read()
  const { actors, account, close } = store.openSession({ session, account: 0, asks, strict: new Set(['issuer']) })
  closings.push(close)
  const config = await catchLoss(actors.requestSteps.openSession(account))
  const nonce = config && (await catchLoss(actors.requestSteps.fetchNonce()))
  const messages = store.listMessages(session)
  return config && nonce !== undefined && nonce !== '' ? { config, nonce, session, messages } : undefined
}
