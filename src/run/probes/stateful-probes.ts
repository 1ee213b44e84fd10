import {
  isHandledCorrectly,
  type ProbeAnswer,
  type ProbeContext,
  type ProbeResult,
  type StatefulProbe,
} from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import { openArtefact } from '../../../protocol/artefacts/open.ts'
import { findContent } from '../../actors/services/context.ts'
import { createJsonRequest } from '../../actors/services/http.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { findSuccessMember, interpretMessages, interpretResponse } from './answers.ts'
import { catchLoss, hasReferenceCallers } from './calls.ts'
import { findControlKind, sendBetweenControls } from './controls.ts'
import { createSequenceRunner } from './issuer-calls.ts'
import { listLapses } from './lapses.ts'
import { listMutatedRoles, type Sampling } from './portions.ts'
import type { ProbeCatalogue } from './probe-catalogue.ts'
import type { RunProbeSession } from './probe-path.ts'
import { probeMessageSession } from './session-names.ts'
import { callHook, createStatusCalls } from './status-calls.ts'

/** The number of probes between two controls. It is small: some of these probes may leave a target in an unusual state. */
const batchSize = 8

/** The roles that sign with the keys of the issuer. */
const issuerKeyHolders: readonly Role[] = ['issuer', 'status service']

/** The parts of the catalogue that stateful probes need. */
type StatefulProbeRules = Pick<ProbeCatalogue, 'refusal' | 'isLegal' | 'findBroken' | 'agedValues' | keyof Sampling>

/** Sends stateful probes to a receiver, between controls. Late ones come last. */
export function sendStatefulProbes(
  statefulProbes: readonly StatefulProbe[],
  receiver: Role,
  store: SessionStore,
  runSession: RunProbeSession,
  rules: StatefulProbeRules,
): Promise<readonly ProbeResult[]> {
  const inOrder = [...statefulProbes.filter(({ isLate }) => !isLate), ...statefulProbes.filter(({ isLate }) => isLate)]
  return sendBetweenControls(inOrder, batchSize, receiver, runSession, rules.refusal, (probe) =>
    sendStatefulProbe(probe, store, runSession, rules),
  )
}

/** Sends a stateful probe. There is no result if the probe does not apply under the decisions of the run. */
export async function sendStatefulProbe(
  probe: StatefulProbe,
  store: SessionStore,
  runSession: RunProbeSession,
  rules: StatefulProbeRules,
): Promise<readonly ProbeResult[]> {
  const { id, requirement, breaks, receiver, description, expected } = probe
  let isTargetMutated = false
  const runObserved: RunProbeSession = (session) => {
    isTargetMutated ||= listMutatedRoles(session.mutation ?? {}).some(store.isTarget)
    isTargetMutated ||= session.issuerKeys !== undefined && issuerKeyHolders.some(store.isTarget)
    return runSession({ ...session, id, description })
  }
  const context = createProbeContext(store, probe, runObserved, rules)
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
  const passesUnder = answer === 'inconclusive' || isHandledCorrectly(result) ? [] : await listLapses(probe, context)
  return [{ ...result, ...(passesUnder.length > 0 && { passesUnder }) }]
}

/** What a probe can do at an issuer, where reference actors are its callers. */
const createIssuerContext = (
  { id, receiver }: StatefulProbe,
  store: SessionStore,
  { refusal, agedValues }: StatefulProbeRules,
): Pick<ProbeContext, 'runCalls' | 'takeAgedValues'> =>
  receiver === 'issuer' && hasReferenceCallers(store)
    ? { runCalls: createSequenceRunner(store, id, refusal), takeAgedValues: agedValues.read }
    : {}

const explainAnswer = (answer: ProbeAnswer, unmade: string | undefined) =>
  answer === 'inconclusive'
    ? { reason: ['a step before the probe failed', ...(unmade ? [unmade] : [])].join(': ') }
    : {}

function createProbeContext(
  store: SessionStore,
  probe: StatefulProbe,
  runSession: RunProbeSession,
  rules: StatefulProbeRules,
): ProbeContext {
  const { id, receiver } = probe
  const { refusal, members, seed, isLegal, findBroken } = rules
  const { network, actors } = store.openSession({
    session: probeMessageSession,
    account: 0,
    strict: new Set([receiver]),
    draw: `/${id}`, // a credential of its own: the receiver may remember the status of another probe's
  })
  const success = findSuccessMember(receiver)
  const send: ProbeContext['send'] = (endpoint, request) => catchLoss(network.call(endpoint, 'identity app', request))
  return {
    decide: store.decide,
    members,
    seed,
    send,
    runSession: (session) => runSession({ ...session, receiver }),
    readAnswer: (response) => interpretResponse(response, refusal, success),
    readSessionAnswer: (messages) => interpretMessages(messages, receiver, findControlKind(receiver), refusal),
    isLegal: (messages) => isLegal(messages, receiver),
    findBroken: (messages) => findBroken(messages, receiver),
    presentWithStatus: async (...statuses) => {
      if (store.isTarget('issuer') || store.isTarget('status service')) return undefined
      const { credential: presentation } = actors.mintCredential(0)
      const credentialId = readCredentialId(presentation)
      if (credentialId === undefined) return 'inconclusive'
      const request = createJsonRequest(store.terms.addresses.presentation, { presentation })
      const present = async (status: string): Promise<ProbeAnswer> => {
        store.state.set(`issued/${credentialId}`, { status })
        return interpretResponse(await send('presentation', request), refusal, success)
      }
      for (const status of statuses.slice(0, -1))
        if ((await present(status)) !== (status === 'active' ? 'accepted' : 'refused')) return 'inconclusive'
      return present(statuses.at(-1) ?? 'active')
    },
    ...createStatusCalls(store, receiver, runSession, network, seed),
    ...createKeyRotation(store),
    ...createCertificateSwitch(store, receiver),
    ...createIssuerContext(probe, store, rules),
  }
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
