import type { Aside, Check, Context, Known } from '../model/check.ts'
import type { Decide } from '../model/decision.ts'
import type { Exchange, ExchangeCheck } from '../model/exchange-check.ts'
import type { Located, Outcome, Result } from '../model/report.ts'
import type { Requirement } from '../model/requirement.ts'
import { carries, type Exhibit, type Kind } from '../protocol/evidence.ts'
import { limits } from '../protocol/limits.ts'
import { remembering } from '../protocol/remembering.ts'

/** Everything that a judgement is about: what was seen, and what is known beside it. */
export interface Dossier {
  readonly exhibits: readonly Exhibit[]
  readonly known: Known
}

/** A requirement and the checks that were declared for it. */
export interface Article {
  readonly requirement: Requirement
  readonly checks: readonly Check[]
}

/** Puts every check beside its requirement. */
export function articlesOf(requirements: readonly Requirement[], checks: readonly Check[]): readonly Article[] {
  const declared = Map.groupBy(checks, ({ requirement: { id } }) => id)
  return requirements.map((requirement) => ({ requirement, checks: declared.get(requirement.id) ?? [] }))
}

/** Judges every requirement on what was seen. Reads no clock, sends nothing, throws nothing on account of a target. */
export function judge(articles: readonly Article[], { exhibits, known }: Dossier, decide: Decide): readonly Result[] {
  const { seen, shut } = sorted(exhibits)
  const context: Context = { ...known, decide }
  const { unseen, about } = docketOf(articles)
  const results = shut.length > 0 ? articles.map((article) => judgeUnseen(article, shut)) : unseen.slice()
  const judged = new Uint8Array(articles.length)
  for (const kind of seen.keys()) {
    for (const { place, article } of about.get(kind) ?? []) {
      if (judged[place] === 0) results[place] = judgeOne(article, seen, context)
      judged[place] = 1
    }
  }
  return results
}

type Seen = ReadonlyMap<Kind, readonly Exhibit[]>

/** What is there of each kind, and what could not be opened. An actor has one message judged by many, one by one. */
const sorted = remembering(
  (exhibits: readonly Exhibit[]): { readonly seen: Seen; readonly shut: readonly Exhibit[] } => ({
    seen: Map.groupBy(exhibits, ({ kind }) => kind),
    shut: exhibits.filter(({ content }) => content === undefined),
  }),
)

/** Most requirements are about something else than what is judged: what is said of them is made once. */
interface Docket {
  /** What is said of each article of which nothing is seen. */
  readonly unseen: readonly Result[]
  /** The articles that look at a kind, and their places. */
  readonly about: ReadonlyMap<Kind, readonly Placed[]>
}

interface Placed {
  readonly place: number
  readonly article: Article
}

const dockets = new WeakMap<readonly Article[], Docket>()

function docketOf(articles: readonly Article[]): Docket {
  const docket = dockets.get(articles) ?? layDown(articles)
  dockets.set(articles, docket)
  return docket
}

function layDown(articles: readonly Article[]): Docket {
  const about = new Map<Kind, readonly Placed[]>()
  for (const [place, article] of articles.entries()) {
    if (!('in' in article.requirement.seen)) continue
    for (const kind of new Set(article.checks.map(({ kind }) => kind))) {
      about.set(kind, [...(about.get(kind) ?? []), { place, article }])
    }
  }
  return { unseen: articles.map(sayOfUnseen), about }
}

function judgeOne({ requirement, checks }: Article, seen: Seen, context: Context): Result {
  const findings: Located[] = []
  const asides: (Aside | undefined)[] = []
  for (const check of checks) {
    for (const exhibit of seen.get(check.kind) ?? []) {
      if (findings.length >= limits.findings) return conclude(requirement, findings, asides)
      try {
        inspect(check, exhibit, context, findings, asides)
      } catch (error) {
        return aside(requirement, 'harnessError', `${error}`)
      }
    }
  }
  return conclude(requirement, findings, asides)
}

/** Judges what shows only in a whole exchange. A check that cannot tell leaves the requirement undecided. */
export function judgeExchange(
  checks: readonly ExchangeCheck[],
  exchange: Exchange,
  context: Context,
): readonly Result[] {
  return checks.map(({ requirement, inspect: look }) => {
    const findings: Located[] = []
    try {
      const inspection = look(exchange, context)
      let step = inspection.next()
      for (; !step.done && findings.length < limits.findings; step = inspection.next()) {
        findings.push({ ...step.value, kind: 'exchange', in: '' })
      }
      return conclude(requirement, findings, [step.done ? step.value : undefined])
    } catch (error) {
      return aside(requirement, 'harnessError', `${error}`)
    }
  })
}

/** The findings of one check on one exhibit; what it says beside them goes to the asides, silence included. */
function inspect(
  check: Check,
  exhibit: Exhibit,
  context: Context,
  findings: Located[],
  asides: (Aside | undefined)[],
): void {
  const inspection = check.inspect(exhibit, context)
  let step = inspection.next()
  for (; !step.done; step = inspection.next()) {
    findings.push({ ...step.value, kind: exhibit.kind, in: exhibit.at })
    if (findings.length >= limits.findings) return // a hostile artefact has more to find than anybody would read
  }
  asides.push(step.value)
}

function conclude(
  requirement: Requirement,
  findings: readonly Located[],
  asides: readonly (Aside | undefined)[],
): Result {
  if (findings.length > 0) return { requirement, outcome: 'failed', findings }
  const doubt = asides.find(isDoubt('cantTell')) ?? asides.find(isDoubt('passedNonStrict'))
  const first = doubt ?? (asides.includes(undefined) ? undefined : asides[0])
  return first ? aside(requirement, first.outcome, first.reason) : { requirement, outcome: 'passed', findings }
}

const isDoubt = (outcome: Aside['outcome']) => (each: Aside | undefined) => each?.outcome === outcome

const aside = (requirement: Requirement, outcome: Outcome, reason: string): Result => ({
  requirement,
  outcome,
  findings: [],
  reason,
})

/** Nothing of the kind is there: because a layer above it could not be opened, or because it is not about this at all. */
function judgeUnseen(article: Article, shut: readonly Exhibit[]): Result {
  const { requirement, checks } = article
  const { seen: sight } = requirement
  const around = 'in' in sight && checks.length > 0 && shut.find(({ kind }) => holds(kind, sight.in))
  if (!around) return sayOfUnseen(article)
  const why = around.withheld ?? around.problem?.message
  return aside(requirement, 'cantTell', `the ${around.kind} around it was not opened: ${why}`)
}

function sayOfUnseen({ requirement, checks }: Article): Result {
  const { seen: sight } = requirement
  if ('nowhere' in sight) return aside(requirement, 'untested', sight.nowhere)
  if ('exchange' in sight) return aside(requirement, 'untested', `it takes an exchange: ${sight.exchange}`)
  if (checks.length === 0) return aside(requirement, 'untested', 'no check is declared')
  return aside(requirement, 'inapplicable', `there is no ${sight.in.join(' or ')} here`)
}

const holds = (kind: Kind, wanted: readonly Kind[], depth = 4): boolean =>
  depth > 0 && (carries[kind] ?? []).some((inner) => wanted.includes(inner) || holds(inner, wanted, depth - 1))
