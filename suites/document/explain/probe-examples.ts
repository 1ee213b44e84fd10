import { profiles } from '../../../model/decision.ts'
import type { ProbeResult } from '../../../model/probe.ts'
import type { Result } from '../../../model/report.ts'
import { probeSettings } from '../derived/disabled-validations.ts'
import type { FaultSettings } from '../model/fault.ts'
import type { StatefulProbe } from '../model/probe.ts'
import { referenceOptions, referenceSettings } from '../prove/live-run.ts'
import { createProbeCatalogue } from '../run/probes/catalogue.ts'
import { sendProbes } from '../run/probes/send-probes.ts'
import { runAndJudge } from '../run/run.ts'
import type { SessionStore } from '../run/sessions/session-store.ts'

/** A probe, what a reference actor answers, and what would be found if it answered in the other way. */
export interface ProbeExample {
  readonly setting: FaultSettings
  readonly answer: ProbeResult
  readonly pass: Result
  readonly failure: Result
}

/** Sends a probe to a reference actor, with the first answers to decisions under which the probe applies. */
export async function runProbeExample(probe: StatefulProbe): Promise<ProbeExample | undefined> {
  for (const setting of [...probeSettings, ...listOtherSettings(probe)]) {
    const sent = await sendProbe(probe, setting, (results) => results)
    const [answer] = sent.probes
    if (!answer || answer.answer === 'inconclusive') continue
    const { result: failure } = await sendProbe(probe, setting, (results) => results.map(answerOtherwise))
    return { setting, answer, pass: sent.result, failure }
  }
  return undefined
}

/** Every profile, and every answer to the decisions that the requirement of a probe depends on. */
const listOtherSettings = ({ requirement }: StatefulProbe): readonly FaultSettings[] => [
  ...profiles.map((profile) => ({ profile, decisions: {} })),
  ...requirement.dependsOn.flatMap(({ id, answers }) =>
    Object.keys(answers).map((answer) => ({ profile: 'document' as const, decisions: { [id]: answer } })),
  ),
]

const answerOtherwise = (result: ProbeResult): ProbeResult => ({
  ...result,
  answer: result.expected === 'refused' ? 'accepted' : 'refused',
})

const day = 86_400_000

/** Runs the exchange with one probe, whose answers may be changed before they are judged. */
async function sendProbe(
  probe: StatefulProbe,
  { profile, decisions }: FaultSettings,
  change: (results: readonly ProbeResult[]) => readonly ProbeResult[],
): Promise<{ readonly result: Result; readonly probes: readonly ProbeResult[] }> {
  const { now: start = 0, ...settings } = referenceSettings
  let time = 1000 * start
  const probing = async (store: SessionStore): Promise<readonly ProbeResult[]> => {
    const catalogue = createProbeCatalogue(store, { members: 1, seed: 1 })
    if (probe.isLate) {
      await catalogue.agedValues.fetch()
      time += day
    }
    return change(await sendProbes(store, { ...catalogue, faults: [], statefulProbes: [probe] }))
  }
  const only = [probe.requirement.id]
  const options = { ...referenceOptions, clock: () => time, tested: new Set([probe.receiver]), sendProbes: probing }
  const { results, probes } = await runAndJudge(
    { ...settings, profile, decisions, only, deadline: 86_400 * 7 },
    options,
  )
  const [result] = results
  if (!result) throw new TypeError('one requirement has one result')
  return { result, probes }
}
