import type { Decide } from '../../../../model/decision.ts'
import { listAnswers } from '../../../../src/judge/counterfactual.ts'
import type { ProbeContext, StatefulProbe } from '../../model/probe.ts'

/** What a probe does first shows that it is sent: nothing is done. */
class Sent extends Error {}

/** Ends a probe that was only to show whether it is sent. */
export const stop = (): never => {
  throw new Sent()
}

/**
 * The answers to decisions of its requirements under which a stateful probe is not sent: nothing of it is due then. Under
 * others it may be left out because it cannot be made.
 */
export async function listLapses(probe: StatefulProbe, context: ProbeContext): Promise<readonly string[]> {
  const { requirement, breaks } = probe
  const lapses: string[] = []
  for (const decision of new Set([...requirement.dependsOn, ...(breaks?.dependsOn ?? [])])) {
    for (const answer of listAnswers(decision, context.decide(decision))) {
      const decide: Decide = (each) => (each.id === decision.id ? (answer as never) : context.decide(each)) // one of its answers
      if (!(await isSent(probe, { ...context, decide }))) lapses.push(`${decision.id} = ${answer}`)
    }
  }
  return lapses
}

/** Whether a probe sends anything under these decisions. A question that it has is something that it sends. */
export async function isSent(
  { run }: StatefulProbe,
  context: ProbeContext,
  askOnce: ProbeContext['askOnce'] = stop,
): Promise<boolean> {
  const { rotateKeys, withCertificate, statusCalls, runCalls, runInOneSession } = context
  const inert: ProbeContext = {
    ...context,
    runSession: stop,
    runRequest: stop,
    runRequests: stop,
    ...(runInOneSession && { runInOneSession: stop }),
    askOnce,
    send: stop,
    presentWithStatus: stop,
    ...(rotateKeys && { rotateKeys: stop }),
    ...(withCertificate && { withCertificate: stop }),
    ...(statusCalls && {
      statusCalls: { ...statusCalls, issue: stop, ask: stop, ...(statusCalls.set && { set: stop }) },
    }),
    ...(runCalls && { runCalls: stop }),
  }
  try {
    return (await run(inert)) !== undefined
  } catch (error) {
    if (error instanceof Sent) return true
    throw error
  }
}
