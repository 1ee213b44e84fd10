import { checks } from '../../suites/checks.ts'
import { requirements } from '../../suites/registry.ts'
import { rulesOf } from '../actors/rules.ts'
import { type Article, articlesOf, judge } from '../harness/judge.ts'
import type { Validation } from '../model/actors.ts'
import type { Decide } from '../model/decision.ts'
import type { Role } from '../model/requirement.ts'
import type { Terms } from '../model/terms.ts'

// Suites and actors know nothing of one another; here an honest actor gets its conscience.

const judged = articlesOf(requirements, checks).filter(
  ({ requirement: { seen, force }, checks: own }) =>
    'in' in seen && own.length > 0 && force !== 'info' && force !== 'gap',
)

/**
 * What an honest actor of each role validates: one row for each requirement whose breach it has to turn away, judged by
 * the checks of the suite, and one for each thing that it looks up in its books.
 */
export function validationsUnder(decide: Decide, terms: Terms): (role: Role) => readonly Validation[] {
  const rules = rulesOf(terms)
  const rows = new Map<Role, readonly Validation[]>()
  const artefacts = (role: Role): readonly Validation[] =>
    judged
      .filter(({ requirement: { refusedBy } }) => refusedBy.includes(role) || refusedBy.includes('everyone'))
      .map((article) => validationOf(article, decide))
  const make = (role: Role): readonly Validation[] => [
    ...(rules[role] ?? []),
    ...artefacts(role),
    ...(role === 'wallet backend' ? [verifies(artefacts('verifier'))] : []),
  ]
  return (role) => rows.get(role) ?? rows.set(role, make(role)).get(role) ?? []
}

const validationOf = (article: Article, decide: Decide): Validation => ({
  requirement: article.requirement.id,
  refuses: ({ exhibits, known }) => judge([article], { exhibits, known }, decide)[0]?.outcome === 'failed',
})

/** A wallet backend need not say what is wrong with a credential: it does not verify. */
const verifies = (rows: readonly Validation[]): Validation => ({
  requirement: 'CALLBACK-VERIFIED',
  refuses: (scene) => rows.some(({ refuses }) => refuses(scene)),
})
