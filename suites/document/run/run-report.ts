import { HarnessError } from '../../../model/errors.ts'
import type { ProbeResult } from '../../../model/probe.ts'
import type { Result } from '../../../model/report.ts'
import type { ReportedResult, RunReport, Traffic } from '../../../model/run-report.ts'
import { schemaVersion } from '../../../model/schema-version.ts'
import type { Settings } from '../../../model/settings.ts'
import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import { suspendAssumed } from '../../../src/judge/assumption.ts'
import type { TakenDecision } from '../../../src/judge/decisions.ts'
import { findPlanGaps } from '../../../src/judge/plan-gaps.ts'
import { readGateRules, reportResult } from '../../../src/judge/report-result.ts'
import { isCompleteSelection } from '../../../src/judge/selection.ts'
import { decideVerdict } from '../../../src/judge/verdict.ts'
import { listProbeTexts } from '../../../src/privacy/our-sentences.ts'
import { publicWords } from '../../../src/privacy/public-words.ts'
import { redactResults } from '../../../src/privacy/redact-findings.ts'
import { decisions } from '../all/decisions.ts'
import { requirements } from '../all/requirements.ts'
import { answerRows } from '../flow/answer-checks.ts'
import type { Message } from '../model/endpoints.ts'
import type { SessionEnd } from '../model/session-plan.ts'
import { specification } from '../specification.ts'
import { listActors } from './roles.ts'
import type { RunOptions } from './run-options.ts'

/** A run of which every requirement was judged. */
export interface JudgedRun {
  readonly results: readonly Result[]
  readonly endings: readonly SessionEnd[]
  readonly messages: readonly Message[]
  readonly taken: readonly TakenDecision[]
  readonly probes: readonly ProbeResult[]
  /** Credentials that had expired when they were issued. */
  readonly expired: number
  /** The traffic to the roles under test, probes included. */
  readonly traffic: Traffic
  /** What is said beside the results. */
  readonly notes: readonly string[]
  /** Every artefact of every session; what is in them is private. */
  readonly listArtefacts: () => readonly Artefact[]
}

/** Creates the report of a run. */
export function createReport(
  settings: Settings,
  { tool, signal, sendProbes }: RunOptions,
  { results, endings, messages, taken, listArtefacts, traffic, notes, probes, expired }: JudgedRun,
  timing: Pick<RunReport, 'startedAt' | 'milliseconds'>,
): RunReport {
  const { profile, only, skip, shard, seed, now, subject, strict, gate, file, docsUrl } = settings
  const isComplete = isCompleteSelection(settings)
  const failure = signal.reason instanceof HarnessError ? signal.reason.message : undefined
  const answers = taken.map(({ decision: { id }, value, source }) => ({ id, value, source }))
  const rules = readGateRules({ ...settings, decisions: answers })
  const reported = redactResults(results, listArtefacts(), publicWords, listProbeTexts(probes)).map((result) =>
    reportResult(suspendAssumed(result, taken), rules),
  )
  const actors = listActors(settings)
  return {
    schemaVersion,
    tool: { ...tool, requirements: requirements.length, decisions: decisions.length },
    subject,
    ...timing,
    seed,
    ...(now !== undefined && { now }),
    profile,
    specifications: [specification],
    ...(docsUrl !== undefined && { docsUrl }),
    ...(file !== undefined && { config: file }),
    gate,
    ...(strict && { strict }),
    decisions: answers,
    actors,
    selection: { only, skip, ...(shard && { shard }), complete: isComplete },
    sessions: endings.map(({ planned: { session, purpose }, settings: suspected = [], ...ending }) => ({
      session,
      purpose,
      ...ending,
      ...(suspected.length > 0 && !hasRefused(session, reported) && { settings: suspected }),
      messages: messages.filter((message) => message.session === session).length,
    })),
    results: reported,
    probes,
    traffic,
    ...(notes.length > 0 && { notes }),
    verdict: decideVerdict({
      results: reported,
      endings,
      decisions: taken,
      isComplete,
      ...(!sendProbes && Object.keys(settings.targets).length > 0 && { unprobed }),
      gaps: findPlanGaps({ actors, profile, decisions: answers, results: reported, gate }, decisions),
      expired,
      interrupted: signal.aborted && failure === undefined,
      failure,
    }),
  }
}

const unprobed = { code: 'unprobed', text: 'no negative tests were sent (--members 0)', count: 1 } as const

/** Whether a session ended by a failure of the target: then its finding says what else could be wrong. */
const hasRefused = (session: string, results: readonly ReportedResult[]): boolean =>
  results.some(
    ({ id, outcome, findings }) =>
      answerRows.has(id) && outcome === 'failed' && findings.some(({ at }) => at.startsWith(`${session}: `)),
  )
