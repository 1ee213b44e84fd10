import type { ReportedResult } from '../../../model/run-report.ts'
import { type SharedMistake, sharedMistakes } from '../all/shared-mistakes.generated.ts'

/**
 * Finds failures that may follow from another one: the known faults say which requirements one mistake fails together.
 * The others refer to the failure that the mistake is about. A failure follows from one other at most.
 */
export function linkFailures(given: readonly ReportedResult[]): readonly ReportedResult[] {
  const results = given.map(({ followsFrom: _, ...result }) => result)
  const failed = new Set(results.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : [])))
  if (failed.size < 2) return results
  const links = new Map<string, { readonly id: string; readonly mistake?: string }>()
  for (const { root, others, mistake } of chooseMistakes(failed))
    for (const other of others) links.set(other, { id: root, ...(mistake !== undefined && { mistake }) })
  return results.map((result) => {
    const followsFrom = links.get(result.id)
    return followsFrom ? { ...result, followsFrom } : result
  })
}

/** Mistakes that explain failures, those that explain most of them first. No failure is explained twice. */
function* chooseMistakes(failed: ReadonlySet<string>) {
  const left = new Set(failed)
  const isPossible = ({ fails }: SharedMistake): boolean => fails.every((id) => left.has(id))
  const possible = sharedMistakes.filter(isPossible).toSorted((a, b) => b.fails.length - a.fails.length)
  for (const each of possible) {
    if (!isPossible(each)) continue
    const [root = '', ...others] = each.fails
    for (const id of each.fails) left.delete(id)
    yield { root, others, mistake: each.mistake }
  }
}
