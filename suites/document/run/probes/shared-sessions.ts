import type { ProbeResult } from '../../../../model/probe.ts'
import type { Message } from '../../model/endpoints.ts'
import type { ProbeContext, ProbeSession } from '../../model/probe.ts'
import { interpretMessages, type RefusalRule } from './answers.ts'
import { catchLoss } from './calls.ts'
import type { FaultProbe } from './portions.ts'
import type { ProbePath, RunProbeSession } from './probe-path.ts'
import { type FaultSending, sendFaultProbe } from './send-fault-probe.ts'
import { nameSharedSession } from './session-names.ts'
import type { ChoosePath, ProbeScope } from './side-by-side/probe-scope.ts'

// What is invalid uses nothing up. One session is opened, and several invalid requests are made for it, each with the same
// code and the same nonce. At last comes the valid one: if the issuer accepts it, both were good until then, and each
// refusal was for the mistake. An issuer that withdraws them after a refusal gets a session for each request.

/**
 * How many requests share a session. At first few, to see whether they can; then so many that all sessions go out at the same time. Each
 * session takes three calls more, and the one with most requests takes longest.
 */
const sizes = { first: 2, least: 6, most: 15, sessions: 14 } as const

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
  const first = sending.sharing.isKnown ? 0 : sizes.first
  const trial = await send(divide(probes.slice(0, first)))
  const rest = probes.slice(first)
  const isShared = trial.every(({ unconfirmed }) => unconfirmed.length === 0)
  sending.sharing.isKnown = isShared
  const outcomes = [...trial, ...(isShared ? await send(divide(rest)) : [])]
  const unsettled = [...outcomes.flatMap(({ unconfirmed }) => unconfirmed), ...(isShared ? [] : rest)]
  const settled = outcomes.flatMap((each) => each.settled.flatMap(({ results }) => results))
  return {
    results: [...settled, ...(await sendEach(unsettled))],
    notRefused: outcomes.flatMap((each) => each.notRefused),
  }
}

/** Deals probes out to sessions. First come those whose encryption has to be accepted before: none of the sessions gets all of them. */
function divide(probes: readonly FaultProbe[]): readonly (readonly FaultProbe[])[] {
  const { costly = [], cheap = [] } = Object.groupBy(probes, ({ fault }) =>
    fault.responseEncryption ? 'costly' : 'cheap',
  )
  const few = Math.min(Math.ceil(probes.length / sizes.least), sizes.sessions)
  const count = Math.max(few, Math.ceil(probes.length / sizes.most))
  return Array.from({ length: count }, (_, i) => [...costly, ...cheap].filter((_, k) => k % count === i))
}

/** Sends some probes, and the valid request after them. One that is accepted uses the session up: the others get the next. */
async function sendGroup(
  probes: readonly FaultProbe[],
  scope: ProbeScope,
  run: RunProbeSession,
  { rules, onProbe }: FaultSending,
): Promise<SharedOutcome> {
  const shared = createSharedSessions(scope, run, { refusal: rules.refusal })
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

/** Whose sessions are shared, and what counts as a refusal. */
interface SharedSessionOptions extends Pick<FaultSending, 'refusal'> {
  readonly account?: number
}

/** The probe that shares a session. */
type Sharer = Pick<ProbeScope, 'store' | 'name'>

/** Sends invalid requests in one session, and the valid one after them. */
export const createSharedRunner =
  (sharer: Sharer, run: RunProbeSession, refusal: RefusalRule): NonNullable<ProbeContext['runInOneSession']> =>
  async (parts, valid) => {
    const shared = createSharedSessions(sharer, run, { refusal, ...valid })
    const all: (readonly Message[])[] = []
    for (const part of parts) all.push(await shared.run({ ...part, receiver: 'issuer' }))
    const isGood = shared.takeAccepted() || (await shared.sendValid(valid))
    shared.close()
    return isGood ? all : undefined
  }

/** Opens sessions, and runs requests for them: as many for each as the issuer refuses. */
function createSharedSessions(sharer: Sharer, run: RunProbeSession, { refusal, account = 0 }: SharedSessionOptions) {
  let lent: Lent | undefined
  let isAccepted = false
  const closings: (() => void)[] = []
  const observe: RunProbeSession = async (session) => {
    lent ??= await openSession(sharer, account, closings)
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
    sendValid: async (valid: ProbeSession = {}) => {
      if (!lent) return false
      await observe({ ...valid, receiver: 'issuer' })
      return isAccepted
    },
    close: () => {
      for (const close of closings) close()
    },
  }
}

/** Opens a session and fetches a nonce; `undefined` if the issuer gives none. It stays open for the requests. */
async function openSession(
  { store, name }: Sharer,
  holder: number,
  closings: (() => void)[],
): Promise<Lent | undefined> {
  const session = nameSharedSession(name, closings.length + 1)
  const asks = store.usualEncryption.read()
  const { actors, account, close } = store.openSession({ session, account: holder, asks, strict: new Set(['issuer']) })
  closings.push(close)
  const config = await catchLoss(actors.requestSteps.openSession(account))
  const nonce = config && (await catchLoss(actors.requestSteps.fetchNonce()))
  const messages = store.listMessages(session)
  return config && nonce !== undefined && nonce !== '' ? { config, nonce, session, messages } : undefined
}
