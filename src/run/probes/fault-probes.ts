import type { Fault } from '../../../model/fault.ts'
import type { ProbeResult } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { Message } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { examinedKinds, findRejectionRequirement } from '../../../suites/kit/rejection.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { interpretMessages, type RefusalRule } from './answers.ts'
import { sendBetweenControls } from './controls.ts'
import type { FaultProbe } from './portions.ts'
import { isOnShortPath, type ReceiverPaths } from './receiver-paths.ts'
import type { RunProbeSession } from './session-runner.ts'

/** How what is said to a judge is understood. */
export interface ProbeRules {
  readonly refusal: RefusalRule
  /** Whether what was said breaks the requirement under these answers, as our own checks see it. */
  readonly isBroken: (fault: Fault, messages: readonly Message[], judge: Role) => boolean
  /** Whether nothing is wrong with what anybody but the judge said. */
  readonly isLegal: (hops: readonly Message[], judge: Role) => boolean
}

/** Lies between two honest twins. */
const batchSize = 25

/** Tells a judge lies. Those that show on the short way to it go that way. */
export async function sendFaultProbes(
  probes: readonly FaultProbe[],
  judge: Role,
  ways: ReceiverPaths,
  store: SessionStore,
  understanding: ProbeRules,
): Promise<readonly ProbeResult[]> {
  const { full: play, short: brief } = ways
  const { short = [], long = [] } = Object.groupBy(probes, (probe) =>
    brief && isOnShortPath(probe) ? 'short' : 'long',
  )
  return [
    ...(await sendBetweenControls(short, batchSize, judge, brief ?? play, understanding.refusal, (probe) =>
      sendByShortcut(probe, brief ?? play, play, store, understanding),
    )),
    ...(await sendBetweenControls(long, batchSize, judge, play, understanding.refusal, (probe) =>
      sendFaultProbe(probe, play, understanding),
    )),
  ]
}

/**
 * A lie, by the short way. What is not refused so is put before the judge again, with all that goes before it, between
 * twins of its own. An actor of ours is believed at once that it saw no lie.
 */
async function sendByShortcut(
  probe: FaultProbe,
  way: RunProbeSession,
  play: RunProbeSession,
  store: SessionStore,
  understanding: ProbeRules,
): Promise<readonly ProbeResult[]> {
  const [told] = await sendFaultProbe(probe, way, understanding)
  if (told?.answer === 'refused') return [told]
  if (told === undefined && !store.isTarget(probe.receiver)) return []
  return sendBetweenControls([probe], 1, probe.receiver, play, understanding.refusal, (again) =>
    sendFaultProbe(again, play, understanding),
  )
}

/** What is no lie under these answers is not held against anybody. */
export async function sendFaultProbe(
  { fault, receiver, description, mutation }: FaultProbe,
  play: RunProbeSession,
  { refusal, isBroken: isLie }: ProbeRules,
): Promise<readonly ProbeResult[]> {
  const attempt = async (asks?: JsonObject) => {
    const messages = await play({ receiver, mutation, ...(asks && { responseEncryption: asks }) })
    return {
      hops: messages,
      answer: interpretMessages(messages, receiver, examinedKinds(fault)[0] ?? 'request', refusal),
    }
  }
  const isNoLie = ({ hops: messages, answer }: Awaited<ReturnType<typeof attempt>>) =>
    answer === 'accepted' && !isLie(fault, messages, receiver)
  const first = await attempt(fault.responseEncryption)
  // What is said of an RSA key is no lie about a point on a curve.
  const { hops, answer } = isNoLie(first) ? await attempt(fault.responseEncryption ?? {}) : first
  if (isNoLie({ hops, answer })) return []
  const probed: ProbeResult = {
    id: fault.id,
    requirement: findRejectionRequirement(fault, receiver)?.id ?? '',
    receiver,
    description: description === '' ? fault.description : `${fault.description}: ${description}`,
    breaks: fault.breaks.id,
    expected: 'refused',
    answer,
    ...(answer === 'inconclusive' && { reason: explainUndecided(hops) }),
    ...(hops[0] && { session: hops[0].session }),
  }
  return [probed]
}

const explainUndecided = (messages: readonly Message[]): string => {
  const last = messages.at(-1)
  return last?.transportError?.message ?? `the message did not get that far: nothing followed ${last?.endpoint}`
}
