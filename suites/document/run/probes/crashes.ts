import type { Driver } from '../../../../model/driver.ts'
import { TransportError } from '../../../../model/errors.ts'
import type { CrashKind, ProbeResult } from '../../../../model/probe.ts'
import type { Role } from '../../../../model/role.ts'
import type { HttpRequest, HttpResponse, TransportErrorKind } from '../../../../model/wire.ts'
import { describeEndpoint } from '../../../../reporters/text/labels.ts'
import type { Endpoint, Message } from '../../model/endpoints.ts'
import type { ProbeSession } from '../../model/probe.ts'
import { findSurvivalRequirement } from '../../undefined-points/survival.ts'
import { isBlamedOnAnother, type RefusalRule } from './answers.ts'
import { isControlAccepted } from './controls.ts'
import type { ProbePath, RunProbeSession } from './probe-path.ts'
import { nameMessageSession } from './session-names.ts'
import type { ProbeScope } from './side-by-side/probe-scope.ts'
import { findSmallest, formatCurlCommand } from './smallest-message.ts'

/** How a receiver failed to answer a message. */
export interface Crash {
  readonly kind: CrashKind
  readonly text: string
  /** The message, unless the receiver is driven. */
  readonly message?: Message
}

/** A crash that was seen once, and the session in which it was. */
interface SuspectedCrash {
  readonly crash: Crash
  readonly session: ProbeSession & ProbePath
  readonly scope: ProbeScope
}

/** Finds out whether messages of probes crash a receiver. */
export interface CrashWatch {
  /** The runner of a scope, which also looks for crashes. */
  readonly observe: (scope: ProbeScope) => RunProbeSession
  /** Sends what seemed to crash the receiver once more, between controls. Returns a result for each crash. */
  readonly confirm: (scope: ProbeScope) => Promise<readonly ProbeResult[]>
}

/** The crashes of each kind that are looked into: one is enough to fail, and a receiver that hangs takes its time. */
const most = 3

/** What it takes to send a receiver something once more. */
interface CrashWatchOptions {
  readonly receiver: Role
  readonly refusal: RefusalRule
  /** The driver of the receiver, if it has one. */
  readonly driver: Driver | undefined
}

/** The same, and where it is sent. */
interface ConfirmOptions extends CrashWatchOptions, Pick<ProbeScope, 'run'> {
  /** Sends a single message. */
  readonly send: (endpoint: Endpoint, from: Role, request: HttpRequest) => Promise<HttpResponse>
}

/** Creates a watch for one receiver. */
export function createCrashWatch(options: CrashWatchOptions): CrashWatch {
  const { receiver } = options
  const seen: SuspectedCrash[] = []
  const confirmed = new Map<string, CrashKind>()
  const observe: CrashWatch['observe'] = (scope) => async (session) => {
    const { messages, crash } = await runSession(session, options, scope.run)
    if (crash && session.mutation && findSurvivalRequirement(receiver, crash.kind)) seen.push({ crash, session, scope })
    return messages
  }
  const takeNext = (): SuspectedCrash | undefined => {
    const next = seen.find(({ crash: { kind }, session: { id }, scope }) => {
      const isKnown = confirmed.has(`${kind} ${id}`)
      return !isKnown && !scope.isDropped() && [...confirmed.values()].filter((each) => each === kind).length < most
    })
    if (next) confirmed.set(`${next.crash.kind} ${next.session.id}`, next.crash.kind)
    return next
  }
  const confirm: CrashWatch['confirm'] = async ({ run, store }) => {
    seen.sort((a, b) => compareScopes(a.scope, b.scope))
    const session = nameMessageSession(store.probe)
    const send: ConfirmOptions['send'] = (endpoint, from, request) =>
      store.openSession({ session, account: 0, strict: new Set([receiver]) }).network.call(endpoint, from, request)
    const results: ProbeResult[] = []
    for (let suspect = takeNext(); suspect; suspect = takeNext())
      results.push(...(await confirmCrash(suspect, { ...options, run, send })))
    seen.length = 0
    return results
  }
  return { observe, confirm }
}

const compareScopes = (a: ProbeScope, b: ProbeScope): number => a.number - b.number

async function runSession(session: ProbeSession & ProbePath, options: CrashWatchOptions, run: RunProbeSession) {
  let lost: TransportError | undefined
  const messages = await run({
    ...session,
    onLoss: (loss) => {
      lost = loss
    },
  })
  const crash = findCrash(messages, options, lost)
  return { messages, ...(crash && { crash }) }
}

/** It is the message if the receiver crashes again on it, and answers valid ones before and after. */
async function confirmCrash(
  { session, crash }: SuspectedCrash,
  options: ConfirmOptions,
): Promise<readonly ProbeResult[]> {
  const { receiver, run, refusal } = options
  const isAlive = (): Promise<boolean> => isControlAccepted(receiver, run, refusal)
  const before = await isAlive()
  const { messages, crash: again } = before ? await runSession(session, options, run) : { messages: [] }
  const isSame = again?.kind === crash.kind
  const reproduce = isSame ? await findCommand(again, options) : undefined
  const after = before && (await isAlive())
  if (after && !isSame) return []
  const { id = '', description = '' } = session
  return [
    {
      id,
      requirement: findSurvivalRequirement(receiver, crash.kind)?.id ?? '',
      receiver,
      description,
      expected: 'refused',
      answer: 'inconclusive',
      ...(after ? { wrong: crash.text } : { reason: `${crash.text}, and it answers no valid message since then` }),
      ...(reproduce !== undefined && { reproduce }),
      ...(messages[0] && { session: messages[0].session }),
    },
  ]
}

/** The requests that looking for a smaller message may take; fewer, where each takes the whole time limit. */
const shrinking = { usual: 40, late: 3 } as const

const isLate = ({ transportError }: Message): boolean => transportError?.kind === 'timeout'

/** A command line with the smallest message that crashes a receiver; `undefined` if it takes the session around it. */
async function findCommand({ kind, message }: Crash, { send }: ConfirmOptions): Promise<string | undefined> {
  if (!message || message.endpoint === 'other') return undefined
  const { endpoint, from } = message
  const doesIt = async (request: HttpRequest): Promise<boolean> => {
    const ended = await send(endpoint, from, request).then(
      (response) => ({ response }),
      (error: unknown) => {
        if (!(error instanceof TransportError)) throw error
        return { transportError: { kind: error.kind, message: error.message } }
      },
    )
    return describeCrash({ endpoint, ...ended })?.kind === kind
  }
  const smallest = await findSmallest(message.request, doesIt, isLate(message) ? shrinking.late : shrinking.usual)
  return smallest && formatCurlCommand(smallest)
}

/** Finds a message that a receiver did not answer, or answered with an error of its own. */
function findCrash(
  messages: readonly Message[],
  { receiver, driver }: Pick<CrashWatchOptions, 'receiver' | 'driver'>,
  lost: TransportError | undefined,
): Crash | undefined {
  if (driver)
    return driver.isProcess && lost?.kind === 'unreachable' ? { kind: 'lost', text: 'its process ended' } : undefined
  if (isBlamedOnAnother(messages, receiver)) return undefined
  for (const message of messages.filter(({ to }) => to === receiver)) {
    const crash = describeCrash(message)
    if (crash) return { ...crash, message }
  }
  const isElsewhere = messages.some(({ transportError }) => transportError !== undefined)
  const text = lost && !isElsewhere ? lostTexts[lost.kind] : undefined
  return text === undefined ? undefined : { kind: 'lost', text }
}

function describeCrash({
  endpoint,
  response,
  transportError,
}: Pick<Message, 'endpoint' | 'response' | 'transportError'>): Omit<Crash, 'message'> | undefined {
  const label = `the ${describeEndpoint(endpoint)} request`
  const lost = transportError && lostTexts[transportError.kind]
  if (lost !== undefined) return { kind: 'lost', text: `${label}: ${lost}` }
  const status = response?.status ?? 0
  if (status < 500 || legalStatuses.has(status)) return undefined
  return { kind: 'status', text: `${label} was answered with status ${status}` }
}

/** Statuses that say something else than that the server has erred: what is not implemented, and what is overloaded. */
const legalStatuses: ReadonlySet<number> = new Set([501, 503])

/** How a loss is described where it may be a crash. The words of a target and its address are not in it. */
const lostTexts: { readonly [K in TransportErrorKind]?: string } = {
  unreachable: 'the connection was closed before an answer',
  timeout: 'no answer in time',
  protocol: 'the answer cannot be read, or broke off',
}
