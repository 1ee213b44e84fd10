import type { Consequence, Requirement } from '../model/requirement.ts'

/** What a page says of a requirement. */
export interface DescribedRequirement extends Pick<Requirement, 'id' | 'text' | 'force' | 'binds'> {
  readonly source: string
  readonly consequence: Consequence
  readonly seen: string
  /** What implementations do wrong: the descriptions of faults. */
  readonly mistakes: readonly string[]
  /** Links to the decisions on which it depends. */
  readonly dependsOn?: readonly string[]
}

/** Mistakes that a page lists; `assay explain` has all of them. */
const mostMistakes = 5

/** A requirement with an anchor of its own: the sentence, its source, its consequence, and how to meet it. */
export function* describeRequirement(row: DescribedRequirement): Generator<string> {
  const { id, text, source, force, binds, consequence, seen, mistakes, dependsOn = [] } = row
  yield* ['', `### ${id}`, '', text, '']
  yield `- **Source**: ${source} (${force}; binds ${binds === 'everyone' ? 'all roles' : `the ${binds}`})`
  yield `- **If it is violated**: ${consequence.text} (${consequence.harm})`
  yield `- **Seen in**: ${seen}`
  if (dependsOn.length > 0) yield `- **Depends on**: ${dependsOn.join(', ')}`
  if (mistakes.length > 0)
    yield `- **To fix it**, check that the implementation never does this: ${listMistakes(mistakes)}`
  yield `- **Examples**: \`npx assay explain ${id}\``
}

function listMistakes(mistakes: readonly string[]): string {
  const shown = mistakes.slice(0, mostMistakes).join(' · ')
  return mistakes.length > mostMistakes ? `${shown} · and ${mistakes.length - mostMistakes} more` : shown
}
