import type { Known } from '../model/check.ts'
import type { Decide } from '../model/decision.ts'
import type { ExchangeCheck, Passage } from '../model/exchange-check.ts'
import type { Probed } from '../model/probe.ts'
import type { Result } from '../model/report.ts'
import type { Role } from '../model/requirement.ts'
import type { Hop } from '../model/wire.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { Answering } from './answers.ts'
import { withCounterfactuals } from './counterfactual.ts'
import { exhibitsBy, passageOf } from './exhibits.ts'
import { type Article, type Dossier, judge, judgeExchange } from './judge.ts'
import { merged } from './merge.ts'

/** All that was played, and what is known beside it. */
export interface Evidence {
  readonly hops: readonly Hop[]
  /** Who is under test; the others are ours. */
  readonly tested: ReadonlySet<Role>
  /** Private keys that open what was encrypted for an actor of ours. */
  readonly keys: readonly JsonObject[]
  /** What the messages of one session make known. */
  readonly known: (passages: readonly Passage[]) => Known
  readonly uids: Readonly<Record<string, string>>
  /** What was put before those under test. */
  readonly probes?: readonly Probed[]
  /** Why evidence may be missing. */
  readonly missing: string
}

/** How it is judged. */
export interface Law {
  readonly articles: readonly Article[]
  readonly exchangeChecks: readonly ExchangeCheck[]
  readonly answering: Answering
  readonly decide: Decide
}

/** Judges every requirement over all sessions of a play. */
export function assess({ articles, exchangeChecks, answering, decide }: Law, evidence: Evidence): readonly Result[] {
  const { tested, uids } = evidence
  const passages = evidence.hops.toSorted((a, b) => a.number - b.number).map((hop) => passageOf(hop, evidence.keys))
  const perSession = [...Map.groupBy(passages, ({ hop }) => hop.session)].map(([session, own]) => {
    const known = evidence.known(own)
    return {
      session,
      theirs: dossierOf(
        exhibitsBy(own, (role) => tested.has(role)),
        known,
      ),
      all: dossierOf(
        exhibitsBy(own, () => true),
        known,
      ),
    }
  })
  const bound = articles.filter(({ requirement: { binds } }) => tested.has(binds))
  const common = articles.filter(({ requirement: { binds } }) => binds === 'everyone')
  const overall = judgeExchange(
    exchangeChecks.filter(({ requirement: { binds } }) => binds === 'everyone' || tested.has(binds)),
    { passages, tested, uids, ...(evidence.probes && { probes: evidence.probes }) },
    { ...evidence.known(passages), decide },
  )
  const judged = perSession.flatMap(({ session, theirs, all }) =>
    [
      ...withCounterfactuals(judge(bound, all, decide), bound, all, answering),
      ...withCounterfactuals(judge(common, theirs, decide), common, theirs, answering),
    ].map((result) => placedIn(session, result)),
  )
  const results = Map.groupBy([...judged, ...overall], ({ requirement: { id } }) => id)
  const seen = new Set(perSession.flatMap(({ all }) => all.exhibits.map(({ kind }) => kind)))
  const said = (article: Article): Result =>
    concluded(article, merged(results.get(article.requirement.id) ?? []), evidence, seen)
  return articles.map(said)
}

/** What was found in a session says so. */
const placedIn = (session: string, result: Result): Result =>
  result.findings.length === 0
    ? result
    : { ...result, findings: result.findings.map((finding) => ({ ...finding, session })) }

function dossierOf(exhibits: readonly Exhibit[], known: Known): Dossier {
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
  if (binds !== 'everyone' && !tested.has(binds)) {
    return { requirement, outcome: 'untested', findings: [], reason: `the ${binds} is played by assay, not under test` }
  }
  if (!result) return { requirement, outcome: 'cantTell', findings: [], reason: `nothing was seen${missing}` }
  const isUnseen = 'in' in sight && checks.length > 0 && !sight.in.some((kind) => seen.has(kind))
  if (!isUnseen || result.outcome !== 'inapplicable' || binds === 'everyone') return result
  return { ...result, outcome: 'cantTell', reason: `no ${sight.in.join(' and no ')} was seen${missing}` }
}
