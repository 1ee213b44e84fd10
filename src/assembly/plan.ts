import { checks } from '../../suites/checks.ts'
import { exchangeChecks } from '../../suites/exchange-checks.ts'
import { requirements } from '../../suites/registry.ts'
import { isMatch } from '../harness/patterns.ts'
import { program } from '../harness/program.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Effects, Player } from '../model/run-report.ts'
import type { Settings } from '../model/settings.ts'
import { castOf, testedIn } from './roles.ts'
import { run } from './run.ts'

/** What a run would do. */
export interface Plan {
  readonly cast: readonly Player[]
  readonly sessions: readonly { readonly session: string; readonly why: string }[]
  /** Requirements that will be judged. */
  readonly judged: readonly string[]
  /** Requirements that will not, by the reason. */
  readonly excluded: Readonly<Record<string, readonly string[]>>
  /** What it does to the targets. */
  readonly effects: Effects
}

const checked = new Set([...checks, ...exchangeChecks].map(({ requirement: { id } }) => id))

/** Finds out what a run would do by playing it without a target: what is sent is the same. */
export async function planOf(
  settings: Settings,
  tool: { readonly name: string; readonly version: string },
): Promise<Plan> {
  const rehearsal = { ...settings, targets: {}, now: 1_795_000_000 }
  const { report } = await run(rehearsal, {
    clock: () => 1_795_000_000_000,
    tool,
    lines: {},
    signal: new AbortController().signal,
    record: () => {},
    progress: () => {},
    tested: testedIn(settings),
  })
  const reasons = Map.groupBy(requirements, (each) => whyNot(each, settings) ?? '')
  const judged = (reasons.get('') ?? []).map(({ id }) => id)
  reasons.delete('')
  return {
    cast: castOf(settings),
    sessions: program.map(({ session, why }) => ({ session, why })),
    judged,
    excluded: Object.fromEntries([...reasons].map(([reason, rows]) => [reason, rows.map(({ id }) => id)])),
    effects: { ...report.effects, peak: 0 },
  }
}

/** Why a requirement is not judged in a run; nothing, if it is. */
function whyNot({ id, binds, seen }: Requirement, settings: Settings): string | undefined {
  const { only, skip } = settings
  const isAny = (patterns: readonly string[]): boolean => patterns.some((pattern) => isMatch(pattern, id))
  if ((only.length > 0 && !isAny(only)) || isAny(skip)) return 'not selected'
  if ('nowhere' in seen) return seen.nowhere
  if (binds !== 'everyone' && !testedIn(settings).has(binds)) return `the ${binds} is played by assay, not under test`
  return checked.has(id) ? undefined : 'no check judges it yet'
}
