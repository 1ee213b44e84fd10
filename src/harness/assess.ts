import type { Known } from '../model/check.ts'
import type { Result } from '../model/report.ts'
import type { Role } from '../model/requirement.ts'
import type { Hop } from '../model/wire.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import { type Answering, answersUnder } from './answers.ts'
import { withCounterfactuals } from './counterfactual.ts'
import { type Shown, shownIn } from './exhibits.ts'
import { type Article, type Dossier, judge } from './judge.ts'
import { merged } from './merge.ts'

/** All that was played, and what is known beside it. */
export interface Evidence {
  readonly hops: readonly Hop[]
  /** Who is under test; the others are ours. */
  readonly tested: ReadonlySet<Role>
  /** Private keys that open what was encrypted for an actor of ours. */
  readonly keys: readonly JsonObject[]
  /** What is known in every session, and what only in this one. */
  readonly known: (session: string, shown: readonly Shown[]) => Known
  /** Why evidence may be missing. */
  readonly missing: string
}

/** Judges every requirement over all sessions of a play. */
export function assess(
  articles: readonly Article[],
  evidence: Evidence,
  answering: Answering,
  decide = answersUnder(answering).decide,
): readonly Result[] {
  const sessions = Map.groupBy(evidence.hops, ({ session }) => session)
  const perSession = [...sessions].map(([session, hops]) => {
    const shown = hops.flatMap((hop) => shownIn(hop, evidence.keys))
    const known = evidence.known(session, shown)
    return {
      theirs: dossierOf(
        shown.filter(({ by }) => evidence.tested.has(by)),
        known,
      ),
      all: dossierOf(shown, known),
    }
  })
  const bound = articles.filter(({ requirement: { binds } }) => evidence.tested.has(binds))
  const common = articles.filter(({ requirement: { binds } }) => binds === 'everyone')
  const judged = perSession.flatMap(({ theirs, all }) => [
    ...withCounterfactuals(judge(bound, all, decide), bound, all, answering),
    ...withCounterfactuals(judge(common, theirs, decide), common, theirs, answering),
  ])
  const results = Map.groupBy(judged, ({ requirement: { id } }) => id)
  const seen = new Set(perSession.flatMap(({ all }) => all.exhibits.map(({ kind }) => kind)))
  return articles.map((article) =>
    concluded(article, merged(results.get(article.requirement.id) ?? []), evidence, seen),
  )
}

function dossierOf(shown: readonly Shown[], known: Known): Dossier {
  const exhibits = shown.flatMap((each) => each.exhibits)
  const open = new Set(exhibits.filter(({ content }) => content !== undefined).map(({ kind }) => kind))
  // What is sealed in one message and open in another was seen.
  return { exhibits: exhibits.filter(({ kind, withheld }) => withheld === undefined || !open.has(kind)), known }
}

/** What cannot be told has a reason, and what was never seen is no pass. */
function concluded(
  { requirement, checks }: Article,
  result: Result | undefined,
  { tested, missing }: Evidence,
  seen: ReadonlySet<Exhibit['kind']>,
): Result {
  const { binds, seen: sight } = requirement
  if (!result) {
    return { requirement, outcome: 'untested', findings: [], reason: `the ${binds} is played by assay, not under test` }
  }
  const isUnseen = 'in' in sight && checks.length > 0 && !sight.in.some((kind) => seen.has(kind))
  if (!isUnseen || result.outcome !== 'inapplicable') return result
  if (binds !== 'everyone' && !tested.has(binds)) return result
  return { ...result, outcome: 'cantTell', reason: `no ${sight.in.join(' and no ')} was seen${missing}` }
}
