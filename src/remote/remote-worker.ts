import { HarnessError } from '../../model/errors.ts'
import { createJobs } from '../../suites/divided.ts'
import type { AuditInput } from '../audit/audit.ts'
import type { PortionResult } from '../audit/judge-portion.ts'
import type { RemotePortion } from '../audit/remote/frames.ts'
import { type PortableRun, playPortable } from '../many-runs/portable-run.ts'
import type { ThreadPortion } from '../queue/take-work.ts'
import { tool } from '../runtime/tool.ts'
import { workOnPortions } from '../workers/portion-worker.ts'
import type { CampaignInput, JobOutcome } from './campaign.ts'
import type { RunsInput } from './send-runs.ts'

// A thread of `assay worker`: it works on portions of whatever runs there are.

/** What a run hands to its workers. */
export type RemoteInput = (AuditInput & { readonly kind: 'audit' }) | CampaignInput | RunsInput

/** A portion of an audit, the number of a job, or a run against targets. */
export type RemoteWork = RemotePortion | number | PortableRun

export type RemoteOutcome = PortionResult | JobOutcome

/** Runs that are kept ready. */
const mostRuns = 4

type WorkOnRun = (portion: RemoteWork) => RemoteOutcome | Promise<RemoteOutcome>

await workOnPortions<object, ThreadPortion<RemoteInput, RemoteWork>, RemoteOutcome>(
  async () => {
    const runs = new Map<string, Promise<WorkOnRun>>()
    return async ({ run, input, portion }) => {
      const work = runs.get(run) ?? makeRun(input)
      runs.set(run, work)
      const [oldest] = runs.keys()
      if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest)
      return sayWhatFails(async () => (await work)(portion))
    }
  },
  (outcome) => ('records' in outcome ? [outcome.records.buffer, outcome.ids.buffer] : []),
)

/** What a run sends may be anything: what fails is no reason to end the worker, and is said. */
async function sayWhatFails(work: () => Promise<RemoteOutcome>): Promise<RemoteOutcome> {
  try {
    return await work()
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

async function makeRun(input: RemoteInput): Promise<WorkOnRun> {
  if (input.kind === 'runs') return prepareRuns(input)
  if (input.kind !== 'audit') return prepareCampaign(input)
  const { createPortionJudge } = await import('../audit/judge-portion.ts')
  const judge = createPortionJudge(input.plan, input.key)
  return (portion) => judge(portion as RemotePortion) // an audit has no other
}

/** The jobs of a campaign are about the reference actors, whatever its settings are: no target is called, and no driver is started. */
async function prepareCampaign(input: CampaignInput): Promise<WorkOnRun> {
  if (input.kind === 'probes' && Object.keys(input.options.settings.targets).length > 0)
    throw new HarnessError('ERR_QUEUE', 'a campaign has targets, and workers call none')
  const jobs = await createJobs(input)
  const isSame = input.version === tool.version && input.jobs === jobs.length
  return async (number) => {
    const job = isSame ? jobs[Number(number)] : undefined
    if (!job) return { problem: `a worker has another version of Assay: ${tool.version}, with ${jobs.length} jobs` }
    return { result: await job() }
  }
}

/** Runs against targets. A worker of another version would judge by other requirements. */
function prepareRuns({ version }: RunsInput): WorkOnRun {
  if (version !== tool.version) return () => ({ problem: `a worker has another version of Assay: ${tool.version}` })
  const { signal } = new AbortController() // what was begun is finished
  return async (run) => ({ result: await playPortable(run as PortableRun, signal) }) // these have no other
}
