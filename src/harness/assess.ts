import type { Known } from '../model/check.ts'
import type { Decide } from '../model/decision.ts'
import type { ExchangeCheck, Passage } from '../model/exchange-check.ts'
import type { Probed } from '../model/probe.ts'
import type { Result } from '../model/report.ts'
import type { Role } from '../model/requirement.ts'
import type { Tampers } from '../model/tamper.ts'
import type { Hop } from '../model/wire.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { Answering } from './answers.ts'
import { passingElsewhere } from './counterfactual.ts'
import { exhibitsBy, passageOf } from './exhibits.ts'
import { type Article, type Dossier, judge, judgeExchange } from './judge.ts'
import { merged } from './merge.ts'
import { type Judged, proven } from './tamper.ts'

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
  /** What passes are put to the test with. Without it, they stand as they are. */
  readonly tampers?: Tampers
}

/** Judges every requirement over all sessions of a play, and puts what passed to the test. */
export function assess(law: Law, evidence: Evidence): readonly Result[] {
  const { articles, answering, decide, tampers } = law
  const bench = benchOf(law, evidence)
  const results = judgeAll(bench, articles, decide)
  const told = passingElsewhere(results, articles, answering, (one, other) => judgeAll(bench, [one], other)[0])
  return tampers ? proven(told, { ...bench, context: { ...bench.known, decide } }, tampers) : told
}

/** What was said in one session: by those under test, and by anybody. */
interface Sitting {
  readonly session: string
  readonly theirs: Dossier
  readonly all: Dossier
}

/** All that is judged, taken apart once, however often it is judged. */
interface Bench extends Omit<Judged, 'context'> {
  readonly evidence: Evidence
  readonly sittings: readonly Sitting[]
  /** What is known of the whole. */
  readonly known: Known
}

function benchOf({ articles, exchangeChecks }: Law, evidence: Evidence): Bench {
  const { tested, uids, probes } = evidence
  const passages = evidence.hops.toSorted((a, b) => a.number - b.number).map((hop) => passageOf(hop, evidence.keys))
  const sittings = [...Map.groupBy(passages, ({ hop }) => hop.session)].map(([session, own]): Sitting => {
    const known = evidence.known(own)
    const theirs = exhibitsBy(own, (role) => tested.has(role))
    return { session, theirs: dossierOf(theirs, known), all: dossierOf(exhibitsBy(own, everybody), known) }
  })
  const isAbout = ({ requirement: { binds } }: ExchangeCheck): boolean => binds === 'everyone' || tested.has(binds)
  return {
    evidence,
    sittings,
    articles,
    exchangeChecks: exchangeChecks.filter(isAbout),
    exchange: { passages, tested, uids, ...(probes && { probes }) },
    known: evidence.known(passages),
    dossiersOf: ({ requirement: { binds } }) =>
      sittings.flatMap(({ theirs, all }) => (binds === 'everyone' ? [theirs] : [theirs, all])),
  }
}

const everybody = (): boolean => true

function judgeAll(
  { evidence, sittings, exchangeChecks, exchange, known }: Bench,
  articles: readonly Article[],
  decide: Decide,
): readonly Result[] {
  const asked = new Set(articles.map(({ requirement: { id } }) => id))
  const bound = articles.filter(({ requirement: { binds } }) => evidence.tested.has(binds))
  const common = articles.filter(({ requirement: { binds } }) => binds === 'everyone')
  const apart = sittings.flatMap(({ session, theirs, all }) =>
    [...judge(bound, all, decide), ...judge(common, theirs, decide)].map((result) => placedIn(session, result)),
  )
  const across = exchangeChecks.filter(({ requirement: { id } }) => asked.has(id))
  const overall = judgeExchange(across, exchange, { ...known, decide })
  const results = Map.groupBy([...apart, ...overall], ({ requirement: { id } }) => id)
  const seen = new Set(sittings.flatMap(({ all }) => all.exhibits.map(({ kind }) => kind)))
  return articles.map((article) =>
    concluded(article, merged(results.get(article.requirement.id) ?? []), evidence, seen),
  )
}

/** What was found in a session says so. */
const placedIn = (session: string, result: Result): Result =>
  result.findings.length === 0
    ? result
    : { ...result, findings: result.findings.map((finding) => ({ ...finding, session })) }

/** A wallet may have a key of its own for the response; nobody is blamed for that, and nobody else sees what is in it. */
const keptByWallet = {
  outcome: 'untested',
  reason: 'the response is sealed for a key of the wallet, and nobody else saw a credential',
} as const

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
  if (binds === 'wallet' && sight.in.every((kind) => kind === 'credential')) return { ...result, ...keptByWallet }
  return { ...result, outcome: 'cantTell', reason: `no ${sight.in.join(' and no ')} was seen${missing}` }
}
