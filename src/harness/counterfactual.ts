import { type Decide, presets } from '../model/decision.ts'
import type { Result } from '../model/report.ts'
import { type Answering, answersUnder } from './answers.ts'
import { type Article, type Dossier, judge } from './judge.ts'

const passes = ({ outcome }: Result): boolean => outcome === 'passed' || outcome === 'passedNonStrict'

/** Judges one requirement anew, on what was seen, under other answers. */
export type Rejudge = (article: Article, decide: Decide) => Result | undefined

/**
 * Judges each requirement that failed or could not be told once more under every other answer that it hangs on, and
 * under every preset. It takes nothing but what was seen: no message is sent again.
 */
export const passingElsewhere = (
  results: readonly Result[],
  articles: readonly Article[],
  answering: Answering,
  rejudge: Rejudge,
): readonly Result[] => {
  const articleOf = new Map(articles.map((article) => [article.requirement.id, article]))
  return results.map((result) => {
    const article = articleOf.get(result.requirement.id)
    if (!article || (result.outcome !== 'failed' && result.outcome !== 'cantTell')) return result
    const passesUnder = [...alternatives(article, answering)]
      .filter(([, other]) => isPassed(rejudge(article, answersUnder(other).decide)))
      .map(([name]) => name)
    // What could not be told is seldom a matter of answers: most often something was not seen.
    return result.outcome === 'failed' || passesUnder.length > 0 ? { ...result, passesUnder } : result
  })
}

const isPassed = (result: Result | undefined): boolean => result !== undefined && passes(result)

/** The same for what was judged on artefacts alone. */
export const withCounterfactuals = (
  results: readonly Result[],
  articles: readonly Article[],
  dossier: Dossier,
  answering: Answering,
): readonly Result[] =>
  passingElsewhere(results, articles, answering, (article, decide) => judge([article], dossier, decide)[0])

function* alternatives({ requirement }: Article, answering: Answering): Generator<readonly [string, Answering]> {
  const { decide } = answersUnder(answering)
  for (const decision of requirement.hangsOn) {
    for (const variant of Object.keys(decision.variants)) {
      if (variant === decide(decision)) continue
      yield [`${decision.id} = ${variant}`, { ...answering, given: { ...answering.given, [decision.id]: variant } }]
    }
  }
  if (requirement.hangsOn.length === 0) return
  for (const profile of presets) {
    if (profile !== answering.profile) yield [`--profile ${profile}`, { ...answering, profile }]
  }
}

/** How many requirements fail under each preset: what the artefact was made for, where it was made for something else. */
export const failuresUnder = (
  articles: readonly Article[],
  dossier: Dossier,
  { given }: Answering,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    presets.map((profile) => {
      const results = judge(articles, dossier, answersUnder({ profile, given }).decide)
      return [profile, results.filter(({ outcome }) => outcome === 'failed').length]
    }),
  )
