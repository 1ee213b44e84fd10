import type { Requirement } from '../../../model/requirement.ts'
import type { ReportedActor, Traffic } from '../../../model/run-report.ts'
import type { Settings } from '../../../model/settings.ts'
import { isMatch } from '../../../src/judge/patterns.ts'
import { checks } from '../all/checks.ts'
import { requirements } from '../all/requirements.ts'
import { sessionPlan } from '../model/session-plan.ts'
import { chooseTestedRoles, listActors } from './roles.ts'
import { run } from './run.ts'

/** What a run would do. */
export interface RunPlan {
  readonly actors: readonly ReportedActor[]
  readonly sessions: readonly { readonly session: string; readonly purpose: string }[]
  /** Requirements that will be judged. */
  readonly judged: readonly string[]
  /** Requirements that will not, by the reason. */
  readonly excluded: Readonly<Record<string, readonly string[]>>
  /** The traffic to the targets. */
  readonly traffic: Traffic
}

const checkedIds = new Set(checks.map(({ requirement: { id } }) => id))

/** Plans a run by running it with reference actors in place of the targets: the messages are the same. */
export async function planRun(
  settings: Settings,
  tool: { readonly name: string; readonly version: string },
): Promise<RunPlan> {
  const offline = { ...settings, targets: {}, now: 1_795_000_000 }
  const { report } = await run(offline, {
    clock: () => 1_795_000_000_000,
    tool,
    routes: {},
    signal: new AbortController().signal,
    record: () => {},
    progress: () => {},
    tested: chooseTestedRoles(settings),
  })
  const reasons = Map.groupBy(requirements, (each) => explainExclusion(each, settings) ?? '')
  const judged = (reasons.get('') ?? []).map(({ id }) => id)
  reasons.delete('')
  return {
    actors: listActors(settings),
    sessions: sessionPlan.map(({ session, purpose }) => ({ session, purpose })),
    judged,
    excluded: Object.fromEntries([...reasons].map(([reason, rows]) => [reason, rows.map(({ id }) => id)])),
    traffic: { ...report.traffic, peakPerSecond: 0 },
  }
}

/** Explains why a requirement is not judged in a run; `undefined` if it is. */
function explainExclusion({ id, binds, seen }: Requirement, settings: Settings): string | undefined {
  const { only, skip } = settings
  const isMatched = (patterns: readonly string[]): boolean => patterns.some((pattern) => isMatch(pattern, id))
  if ((only.length > 0 && !isMatched(only)) || isMatched(skip)) return 'not selected'
  if ('nowhere' in seen) return seen.nowhere
  if (binds !== 'everyone' && !chooseTestedRoles(settings).has(binds))
    return `the ${binds} is played by assay, not under test`
  return checkedIds.has(id) ? undefined : 'no check judges it yet'
}
