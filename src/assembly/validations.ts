import { checks } from '../../suites/checks.ts'
import { requirements } from '../../suites/registry.ts'
import { rulesOf } from '../actors/rules.ts'
import { articlesOf, judge } from '../harness/judge.ts'
import type { Validation } from '../model/actors.ts'
import type { Decide } from '../model/decision.ts'
import type { Role } from '../model/requirement.ts'
import type { Terms } from '../model/terms.ts'
import { remembering } from '../protocol/remembering.ts'

// Suites and actors know nothing of one another; here an honest actor gets its conscience.

const judged = articlesOf(requirements, checks)
  .filter(
    ({ requirement: { seen, force }, checks: own }) =>
      'in' in seen && own.length > 0 && force !== 'info' && force !== 'gap',
  )
  .map((article) => ({
    requirement: article.requirement,
    /** What the judge is given: always the same list, because it remembers what it knows of a list. */
    articles: [article],
    kinds: new Set(article.checks.map(({ kind }) => kind)),
  }))

type Judged = (typeof judged)[number]

/** What keeps an actor from its duty, and who is told that it did it; for proofs that somebody would notice. */
export interface Attention {
  /** The requirements that nobody looks after. */
  readonly neglected?: ReadonlySet<string>
  /** Told of every requirement for whose sake a message is turned away. */
  readonly noticed?: (requirement: string) => void
}

/**
 * What an honest actor of each role validates: one row for each requirement whose breach it has to turn away, judged by
 * the checks of the suite, and one for each thing that it looks up in its books.
 */
export function validationsUnder(
  decide: Decide,
  terms: Terms,
  { neglected, noticed }: Attention = {},
): (role: Role) => readonly Validation[] {
  const rules = rulesOf(terms)
  const rows = new Map<Role, readonly Validation[]>()
  const attended = (all: readonly Validation[]): readonly Validation[] =>
    all
      .filter(({ requirement }) => !neglected?.has(requirement))
      .map((each) => (noticed ? watched(each, noticed) : each))
  const artefacts = (role: Role): readonly Validation[] => attended(artefactsUnder(decide)(role))
  const make = (role: Role): readonly Validation[] => [
    ...attended(rules[role] ?? []),
    ...artefacts(role),
    ...(role === 'wallet backend' ? [verifies(artefacts('verifier'))] : []),
  ]
  return (role) => rows.get(role) ?? rows.set(role, make(role)).get(role) ?? []
}

/** Most messages show nothing of what a requirement is about, and then nobody need be asked. */
const validationOf = ({ requirement, articles, kinds }: Judged, decide: Decide): Validation => ({
  requirement: requirement.id,
  refuses: ({ exhibits, known }) =>
    exhibits.some(({ kind }) => kinds.has(kind)) &&
    judge(articles, { exhibits, known }, decide)[0]?.outcome === 'failed',
})

/** The same in every session that is decided alike. */
const artefactsUnder = remembering((decide: Decide) =>
  remembering((role: Role) =>
    judged
      .filter(({ requirement: { refusedBy } }) => refusedBy.includes(role) || refusedBy.includes('everyone'))
      .map((each) => validationOf(each, decide)),
  ),
)

const watched = ({ requirement, refuses }: Validation, noticed: NonNullable<Attention['noticed']>): Validation => ({
  requirement,
  refuses: (scene) => {
    const isRefused = refuses(scene)
    if (isRefused) noticed(requirement)
    return isRefused
  },
})

/** A wallet backend need not say what is wrong with a credential: it does not verify. */
const verifies = (rows: readonly Validation[]): Validation => ({
  requirement: 'CALLBACK-VERIFIED',
  refuses: (scene) => rows.filter(({ refuses }) => refuses(scene)).length > 0,
})
