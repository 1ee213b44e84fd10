import { checkExchange, type ExchangeCheck } from '../../model/check.ts'
import type { Decide } from '../../model/decision.ts'
import { finding, inconclusive, notApplicable, type Remark } from '../../model/finding.ts'
import { isHandledCorrectly } from '../../model/probe.ts'
import type { Requirement } from '../../model/requirement.ts'

/** Why nothing that shows a requirement was put before its judge. */
export type ExplainNoProbes = (decide: Decide) => Remark

const explainByDecisions: ExplainNoProbes = () => notApplicable('nothing that shows it applies under these decisions')

/** Judges a requirement by what was put before its judge: lies that were accepted, and honest messages that were not. */
export const checkProbes = (
  requirement: Requirement,
  whyNothing: ExplainNoProbes = explainByDecisions,
): ExchangeCheck =>
  checkExchange(requirement, function* ({ probes }, { decide }) {
    if (!probes) return notApplicable('nothing was put before it: `--probes` does that')
    const own = probes.filter(({ requirement: shows }) => shows === requirement.id)
    if (own.length === 0) return whyNothing(decide)
    for (const each of own) {
      const { id, description, expected, answer, wrong, breaks } = each
      if (answer === 'inconclusive' || isHandledCorrectly(each)) continue
      const actual = answer === expected ? `${answer}, ${wrong}` : answer
      yield finding(id, expected, actual, breaks === undefined ? description : `${description}, against ${breaks}`)
    }
    const doubtful = own.filter(({ answer }) => answer === 'inconclusive')
    if (doubtful.length === own.length) return inconclusive(doubtful[0]?.reason ?? 'no probe came to an answer')
    return undefined
  })
