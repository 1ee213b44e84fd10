import { isHandledCorrectly, type ProbeAnswer, type ProbeResult } from '../../../../model/probe.ts'
import type { Role } from '../../../../model/role.ts'
import { openArtefact } from '../../../../protocol/artefacts/open.ts'
import { findContent } from '../../actors/services/context.ts'
import { createJsonRequest } from '../../actors/services/http.ts'
import type { ProbeContext, ReceiverQuestion, StatefulProbe } from '../../model/probe.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import {
  type AnswerReading,
  findSuccessMember,
  interpretMessages,
  interpretResponse,
  refusedOtherwise,
} from './answers.ts'
import { type BatchEntry, isDoubtful, type Sending, sendInBatches } from './batches.ts'
import { catchLoss, hasReferenceCallers } from './calls.ts'
import { findControlKind } from './controls.ts'
import { createSequenceRunner } from './issuer-calls.ts'
import { isSent, listLapses, stop } from './lapses.ts'
import { listMutatedRoles, type Sampling } from './portions.ts'
import type { ProbeCatalogue } from './probe-catalogue.ts'
import type { RunProbeSession } from './probe-path.ts'
import { nameMessageSession } from './session-names.ts'
import { createSharedRunner } from './shared-sessions.ts'
import { type ProbeScope, type RunTogether, runOneByOne } from './side-by-side/probe-scope.ts'
import type { SideBySide, Task } from './side-by-side/side-by-side.ts'
import { callHook, createStatusCalls } from './status-calls.ts'

/** The roles that sign with the keys of the issuer. */
const issuerKeyHolders: readonly Role[] = ['issuer', 'status service']

/** The parts of the catalogue that stateful probes need. */
type StatefulProbeRules = AnswerReading &
  Pick<ProbeCatalogue, 'isLegal' | 'findBroken' | 'agedValues' | 'answers' | keyof Sampling>

/** What sends stateful probes. */
export interface StatefulSending extends Sending {
  readonly store: SessionStore
  readonly rules: StatefulProbeRules
}

/** Divides stateful probes into those that may be sent beside others, and those that others could disturb: late ones last. */
export function divideStateful(probes: readonly StatefulProbe[]) {
  const isQuiet = ({ isLate, isAlone }: StatefulProbe) => isLate || isAlone
  const [quiet, together] = [probes.filter(isQuiet), probes.filter((probe) => !isQuiet(probe))]
  return { together, quiet: quiet.toSorted((a, b) => Number(a.isLate ?? false) - Number(b.isLate ?? false)) }
}

/** Lists how stateful probes are sent beside others. What several of them want to know is found out before. */
export async function listStatefulEntries(
  probes: readonly StatefulProbe[],
  sending: StatefulSending,
): Promise<readonly BatchEntry[]> {
  if (sending.paths.receiver === 'issuer' && sending.store.isTarget('issuer')) await answerQuestions(probes, sending)
  return probes.map((probe) => ({ probe, task: createTask(probe, sending) }))
}

/** Sends stateful probes to a receiver, one at a time, between controls. */
export function sendQuietly(
  probes: readonly StatefulProbe[],
  sending: StatefulSending,
): Promise<readonly ProbeResult[]> {
  const { paths, side } = sending
  const quiet: SideBySide = { ...side, sendAll: (tasks) => sendOneByOne(tasks, side) }
  const entries = probes.map((probe) => ({ probe, task: createTask(probe, sending) }))
  return sendInBatches(entries, paths.full, { ...sending, side: quiet })
}

const createTask = (probe: StatefulProbe, sending: StatefulSending): Task<readonly ProbeResult[]> => ({
  send: (scope) => sendInScope(probe, scope, sending),
  isDoubtful,
})

async function sendOneByOne<T>(tasks: readonly Task<T>[], side: SideBySide): Promise<readonly T[]> {
  const outcomes: T[] = []
  for (const task of tasks) outcomes.push(await side.sendAlone(task))
  return outcomes
}

/** Answers what several probes want to know while nothing else is sent. */
async function answerQuestions(probes: readonly StatefulProbe[], { side, rules }: StatefulSending): Promise<void> {
  const send = async ({ store, run }: ProbeScope): Promise<void> => {
    for (const probe of probes) {
      const context = createProbeContext(store, probe, { full: run }, rules)
      for (let next = await findQuestion(probe, context, rules); next; next = await findQuestion(probe, context, rules))
        await context.askOnce(next)
    }
  }
  await side.sendAlone({ send, isDoubtful: () => false, isExtra: true })
}

/**
 * Sends a probe with the fewest messages that lead to a request, where the receiver takes that. If it does not handle those as it
 * must, the whole flow decides.
 */
async function sendInScope(
  probe: StatefulProbe,
  scope: ProbeScope,
  { paths: { full, short, receiver }, rules, sharing }: StatefulSending,
): Promise<readonly ProbeResult[]> {
  const { store, runTogether } = scope
  let isBrief = false
  const brief: RunProbeSession = (session) => {
    isBrief = true
    return (short ?? full)(scope)(session)
  }
  if (short && receiver === 'issuer' && store.isTarget('issuer')) {
    const runners = { brief, runTogether, ...(sharing.isKnown && { sharer: scope }) }
    const results = await sendStatefulProbe(probe, store, full(scope), rules, runners)
    if (!isBrief || (results.length > 0 && results.every(isHandledCorrectly))) return results
  }
  return sendStatefulProbe(probe, store, full(scope), rules, { runTogether })
}

/** Sends a stateful probe. There is no result if the probe does not apply under the decisions of the run. */
export async function sendStatefulProbe(
  probe: StatefulProbe,
  store: SessionStore,
  runSession: RunProbeSession,
  rules: StatefulProbeRules,
  { brief = runSession, ...others }: Partial<StatefulRunners> = {},
): Promise<readonly ProbeResult[]> {
  const { id, requirement, breaks, receiver, description, expected } = probe
  let isTargetMutated = false
  let isDisputed = false
  const observe =
    (run: RunProbeSession): RunProbeSession =>
    (session) => {
      isTargetMutated ||= listMutatedRoles(session.mutation ?? {}).some(store.isTarget)
      isTargetMutated ||= session.issuerKeys !== undefined && issuerKeyHolders.some(store.isTarget)
      return run({ ...session, id, description })
    }
  const context = createProbeContext(
    store,
    probe,
    { full: observe(runSession), brief: observe(brief), ...others },
    { ...rules, onDisputed: () => (isDisputed = true) },
  )
  store.takeUnmade()
  const outcome = await probe.run(context)
  // A mutation does not change a target: the messages were valid, and their answer shows nothing.
  if (outcome === undefined || isTargetMutated) return []
  const { detail, answer, ...rest } = typeof outcome === 'string' ? { answer: outcome, detail: undefined } : outcome
  const result: ProbeResult = {
    ...{ id, requirement: requirement.id, receiver },
    description: detail === undefined ? description : `${description}: ${detail}`,
    ...(breaks && { breaks: breaks.id }),
    ...{ expected, answer },
    ...explainAnswer(answer, store.takeUnmade()),
    ...rest,
  }
  if (answer === 'inconclusive' || isHandledCorrectly(result)) return [result]
  const disputes = isDisputed && expected === 'refused' ? [refusedOtherwise] : []
  const passesUnder = [...(await listLapses(probe, context)), ...disputes]
  return [{ ...result, ...(passesUnder.length > 0 && { passesUnder }) }]
}

/** The runners of the sessions of a probe: the whole flow, and the fewest messages. */
interface StatefulRunners {
  readonly full: RunProbeSession
  readonly brief?: RunProbeSession
  readonly runTogether?: RunTogether
  /** The probe, where the receiver takes several requests for a session. */
  readonly sharer?: Pick<ProbeScope, 'store' | 'name'>
}

/** What a probe wants to know, and is not known. Nothing is sent. */
async function findQuestion(
  probe: StatefulProbe,
  context: ProbeContext,
  { answers }: StatefulProbeRules,
): Promise<ReceiverQuestion<unknown> | undefined> {
  let found: ReceiverQuestion<unknown> | undefined
  await isSent(probe, context, async (question) => {
    if (answers.has(question)) return context.askOnce(question)
    found = question
    return stop()
  })
  return found
}

/** Asks a question in sessions of its own name, unless its answer is known. */
function createAsker(store: SessionStore, context: ProbeContext, rules: StatefulProbeRules): ProbeContext['askOnce'] {
  const { answers } = rules
  return <T>(question: ReceiverQuestion<T>): Promise<T> => {
    const known = answers.get(question)
    if (known) return known as Promise<T> // kept by the question that it answers
    const { runCalls } = context
    const own = runCalls ? { ...context, runCalls: createSequenceRunner(store, question.name, rules) } : context
    const answer = question.ask(own)
    answers.set(question, answer)
    return answer
  }
}

/** What a probe can do at an issuer, where reference actors are its callers. */
const createIssuerContext = (
  { id, receiver }: StatefulProbe,
  store: SessionStore,
  rules: StatefulProbeRules,
): Pick<ProbeContext, 'runCalls' | 'takeAgedValues'> =>
  receiver === 'issuer' && hasReferenceCallers(store)
    ? { runCalls: createSequenceRunner(store, id, rules), takeAgedValues: rules.agedValues.read }
    : {}

const explainAnswer = (answer: ProbeAnswer, unmade: string | undefined) =>
  answer === 'inconclusive'
    ? { reason: ['a step before the probe failed', ...(unmade ? [unmade] : [])].join(': ') }
    : {}

function createProbeContext(
  store: SessionStore,
  probe: StatefulProbe,
  { full: runSession, brief = runSession, runTogether = runOneByOne, sharer }: StatefulRunners,
  rules: StatefulProbeRules,
): ProbeContext {
  const { id, receiver } = probe
  const { refusal, onDisputed, members, seed, isLegal, findBroken } = rules
  const session = nameMessageSession(store.probe)
  const { network, actors } = store.openSession({
    session,
    account: 0,
    strict: new Set([receiver]),
    draw: `/${id}`, // a credential of its own: the receiver may remember the status of another probe's
  })
  const success = findSuccessMember(receiver)
  const send: ProbeContext['send'] = (endpoint, request) => catchLoss(network.call(endpoint, 'identity app', request))
  const context: Omit<ProbeContext, 'askOnce'> = {
    decide: store.decide,
    ...{ members, seed, send, metadata: store.findMetadata() },
    runSession: (part) => runSession({ ...part, receiver }),
    runRequest: (part) => brief({ ...part, receiver }),
    ...(sharer && { runInOneSession: createSharedRunner(sharer, brief, refusal) }),
    runRequests: (parts) => runTogether(parts.map((part) => () => brief({ ...part, receiver }))),
    readAnswer: (response) => interpretResponse(response, refusal, success, onDisputed),
    readSessionAnswer: (messages) =>
      interpretMessages(messages, receiver, findControlKind(receiver), refusal, onDisputed),
    isLegal: (messages) => isLegal(messages, receiver),
    findBroken: (messages) => findBroken(messages, receiver),
    presentWithStatus: async (statuses, disclosing) => {
      if (store.isTarget('issuer') || store.isTarget('status service')) return undefined
      const { credential } = actors.mintCredential(0)
      const presentation = disclosing === 'nothing' ? credential.replace(/~.*~/s, '~') : credential
      const credentialId = readCredentialId(credential)
      if (credentialId === undefined) return 'inconclusive'
      const request = createJsonRequest(store.terms.addresses.presentation, { presentation })
      const present = async (status: string): Promise<ProbeAnswer> => {
        store.state.set(`issued/${credentialId}`, { status })
        return interpretResponse(await send('presentation', request), refusal, success, onDisputed)
      }
      for (const status of statuses.slice(0, -1))
        if ((await present(status)) !== (status === 'active' ? 'accepted' : 'refused')) return 'inconclusive'
      return present(statuses.at(-1) ?? 'active')
    },
    ...createStatusCalls(store, receiver, runSession, network, {
      session,
      seed,
      findBroken: (messages) => findBroken(messages, receiver),
    }),
    ...createKeyRotation(store),
    ...createCertificateSwitch(store, receiver),
    ...createIssuerContext(probe, store, rules),
  }
  const whole: ProbeContext = { ...context, askOnce: (question) => createAsker(store, whole, rules)(question) }
  return whole
}

function readCredentialId(credential: string): string | undefined {
  const id = findContent(openArtefact('credential', credential), 'credential')?.jws.payload.id
  return typeof id === 'string' ? id : undefined
}

/** How the keys of the issuer are changed: by the hook of the target. */
function createKeyRotation({ hooks }: SessionStore): Pick<ProbeContext, 'rotateKeys'> {
  const hook = hooks['keys.rotate']
  return hook ? { rotateKeys: () => callHook(hook, {}) } : {}
}

/** How our server shows another certificate to a target that calls it. */
function createCertificateSwitch(
  { showCertificate, isTarget }: SessionStore,
  receiver: Role,
): Pick<ProbeContext, 'withCertificate'> {
  if (!showCertificate || !isTarget(receiver)) return {}
  return {
    withCertificate: async (fault, run) => {
      showCertificate(fault)
      try {
        return await run()
      } finally {
        showCertificate()
      }
    },
  }
}
