import type { ProbeAnswer, ProbeContext, ProbeResult, StatefulProbe } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import { openArtefact } from '../../../protocol/artefacts/open.ts'
import { findContent } from '../../actors/services/context.ts'
import { createJsonRequest } from '../../actors/services/http.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { readAgedValues } from './aged-values.ts'
import { interpretMessages, interpretResponse } from './answers.ts'
import { catchLoss, hasReferenceCallers } from './calls.ts'
import { findControlKind, sendBetweenControls } from './controls.ts'
import { createSequenceRunner } from './issuer-calls.ts'
import { listMutatedRoles, type Sampling } from './portions.ts'
import type { ProbeCatalogue } from './probe-catalogue.ts'
import type { RunProbeSession } from './session-runner.ts'

/** Tricks between two honest sessions. Fewer than of lies, since some of them are wild. */
const batchSize = 8

/** What a director has to know of all that is put before judges. */
type StatefulProbeRules = Pick<ProbeCatalogue, 'refusal' | 'isLegal' | keyof Sampling>

/** Plays tricks on a judge, each batch of them between two honest sessions. */
export function sendStatefulProbes(
  statefulProbes: readonly StatefulProbe[],
  judge: Role,
  store: SessionStore,
  play: RunProbeSession,
  probes: StatefulProbeRules,
): Promise<readonly ProbeResult[]> {
  const inOrder = [...statefulProbes.filter(({ isLate }) => !isLate), ...statefulProbes.filter(({ isLate }) => isLate)]
  return sendBetweenControls(inOrder, batchSize, judge, play, probes.refusal, (statefulProbe) =>
    sendStatefulProbe(statefulProbe, store, play, probes),
  )
}

/** Plays a trick; nothing comes of one that does not apply under these decisions. */
export async function sendStatefulProbe(
  { id, requirement, receiver, description, expected, run: perform }: StatefulProbe,
  store: SessionStore,
  play: RunProbeSession,
  probes: StatefulProbeRules,
): Promise<readonly ProbeResult[]> {
  const probed = { id, requirement: requirement.id, receiver, description, expected }
  let isVain = false
  const played: RunProbeSession = (part) => {
    isVain ||= listMutatedRoles(part.mutation ?? {}).some(store.isTarget)
    return play(part)
  }
  const asking =
    receiver === 'issuer' && hasReferenceCallers(store)
      ? { runCalls: createSequenceRunner(store, id, probes.refusal), takeAgedValues: () => readAgedValues(store) }
      : {}
  const performed = await perform({ ...createProbeContext(store, receiver, played, probes), ...asking })
  // Nobody bends a target: what it would have done was not done, and whoever judged it judged something honest.
  if (performed === undefined || isVain) return []
  const {
    detail: did,
    answer,
    ...rest
  } = typeof performed === 'string' ? { answer: performed, detail: undefined } : performed
  return [
    {
      ...probed,
      description: did === undefined ? description : `${description}: ${did}`,
      answer,
      ...explainAnswer(answer),
      ...rest,
    },
  ]
}

const explainAnswer = (answer: ProbeAnswer) =>
  answer === 'inconclusive' ? { reason: 'what had to come before it did not work' } : {}

function createProbeContext(
  store: SessionStore,
  judge: Role,
  play: RunProbeSession,
  { refusal, members, seed, isLegal }: StatefulProbeRules,
): ProbeContext {
  const { network, actors } = store.openSession({ session: 'probe-by-hand', account: 0, strict: new Set([judge]) })
  const success = judge === 'issuer' ? 'credential_response' : undefined
  const send: ProbeContext['send'] = (endpoint, request) => catchLoss(network.call(endpoint, 'identity app', request))
  return {
    decide: store.decide,
    members,
    seed,
    send,
    runSession: (part) => play({ ...part, receiver: judge }),
    readAnswer: (response) => interpretResponse(response, refusal, success),
    readSessionAnswer: (messages) => interpretMessages(messages, judge, findControlKind(judge), refusal),
    isLegal: (messages) => isLegal(messages, judge),
    presentWithStatus: async (status) => {
      if (store.isTarget('issuer') || store.isTarget('status service')) return undefined
      const { credential: presentation } = actors.mintCredential(0)
      const id = readCredentialId(presentation)
      if (id === undefined) return 'inconclusive'
      store.state.set(`issued/${id}`, { status })
      const response = await send(
        'presentation',
        createJsonRequest(store.terms.addresses.presentation, { presentation }),
      )
      return interpretResponse(response, refusal)
    },
  }
}

function readCredentialId(credential: string): string | undefined {
  const id = findContent(openArtefact('credential', credential), 'credential')?.jws.payload.id
  return typeof id === 'string' ? id : undefined
}
