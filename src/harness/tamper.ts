import type { Context } from '../model/check.ts'
import type { Exchange, ExchangeCheck } from '../model/exchange-check.ts'
import type { Result } from '../model/report.ts'
import type { ExchangeTamper, Tamper, Tampers } from '../model/tamper.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import { type Article, type Dossier, judge, judgeExchange } from './judge.ts'

/** What was judged, and by what: passes are put to the test on copies of nothing else. */
export interface Judged {
  readonly articles: readonly Article[]
  readonly exchangeChecks: readonly ExchangeCheck[]
  /** The dossiers that a pass of this article rests on; what those under test said themselves comes first. */
  readonly dossiersOf: (article: Article) => readonly Dossier[]
  readonly exchange: Exchange
  /** What is known of the exchange as a whole. */
  readonly context: Context
}

/** One copy that was judged: what was done to it, and whether anybody noticed. */
interface Trial {
  readonly deed: string
  readonly caught: boolean
}

/**
 * Puts every pass to the test: the checks that passed run once more, on tampered copies of what they passed on. A check
 * that stays green on a copy that breaks its requirement cannot be believed, and what it says is a defect of ours.
 */
export function proven(results: readonly Result[], judged: Judged, tampers: Tampers): readonly Result[] {
  const artefacts = Map.groupBy(tampers.artefacts, ({ breaks }) => breaks.id)
  const exchanges = Map.groupBy(tampers.exchanges, ({ breaks }) => breaks.id)
  const articleOf = new Map(judged.articles.map((article) => [article.requirement.id, article]))
  const checkOf = new Map(judged.exchangeChecks.map((check) => [check.requirement.id, check]))
  return results.map((result) => {
    if (result.outcome !== 'passed') return result
    const { id } = result.requirement
    const [article, check] = [articleOf.get(id), checkOf.get(id)]
    const trials = [
      ...(article ? (artefacts.get(id) ?? []).flatMap((each) => tryOn(each, article, judged)) : []),
      ...(check ? (exchanges.get(id) ?? []).flatMap((each) => tryAcross(each, check, judged)) : []),
    ]
    return withProof(result, trials)
  })
}

function withProof(result: Result, trials: readonly Trial[]): Result {
  if (trials.length === 0) return result
  const missed = trials.find(({ caught }) => !caught)
  const proof = { tried: trials.length, caught: trials.filter(({ caught }) => caught).length }
  if (!missed) return { ...result, proof }
  return { ...result, outcome: 'harnessError', proof, reason: `it stays green on a tampered copy: ${missed.deed}` }
}

/** One copy, of the first artefact that offers a hold. */
function tryOn(tamper: Tamper, article: Article, { dossiersOf, context: { decide } }: Judged): readonly Trial[] {
  for (const { exhibits, known } of dossiersOf(article)) {
    for (const exhibit of exhibits) {
      const copy = exhibit.kind === tamper.kind ? copyOf(exhibit, tamper, { ...known, decide }) : undefined
      if (!copy) continue
      const results = judge([article], { exhibits: [copy], known }, decide)
      return [{ deed: tamper.deed, caught: results.every(isCaught) }]
    }
  }
  return []
}

const copyOf = (exhibit: Exhibit, tamper: Tamper, context: Context): Exhibit | undefined =>
  exhibit.content === undefined ? undefined : tamper.on(exhibit, context)

function tryAcross(tamper: ExchangeTamper, check: ExchangeCheck, { exchange, context }: Judged): readonly Trial[] {
  const copy = tamper.on(exchange, context)
  return copy ? [{ deed: tamper.deed, caught: judgeExchange([check], copy, context).every(isCaught) }] : []
}

const isCaught = ({ outcome }: Result): boolean => outcome === 'failed'
