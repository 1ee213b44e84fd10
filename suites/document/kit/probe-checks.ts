import type { ExchangeCheck } from '../../../model/check.ts'
import type { Decide } from '../../../model/decision.ts'
import { finding, inconclusive, notApplicable, type Remark } from '../../../model/finding.ts'
import { isHandledCorrectly } from '../../../model/probe.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { checkExchange } from '../model/check.ts'

/** Why no probe of a requirement was sent. */
export type ExplainNoProbes = (decide: Decide) => Remark

const explainByDecisions: ExplainNoProbes = () => notApplicable('no probe applies under these decisions')

/** Judges a requirement by its probes: invalid messages that were accepted, and valid ones that were rejected. */
export const checkProbes = (
  requirement: Requirement,
  explainNoProbes: ExplainNoProbes = explainByDecisions,
): ExchangeCheck =>
  checkExchange(requirement, function* ({ probes }, { decide }) {
    if (!probes) return notApplicable('no probes were sent: pass --probes')
    const own = probes.filter(({ requirement: tested }) => tested === requirement.id)
    if (own.length === 0) return explainNoProbes(decide)
    for (const each of own) {
      const { id, description, expected, answer, wrong, breaks } = each
      if (answer === 'inconclusive' || isHandledCorrectly(each)) continue
      const actual = answer === expected ? `${answer}, ${wrong}` : answer
      yield finding(id, expected, actual, breaks === undefined ? description : `${description}, which breaks ${breaks}`)
    }
    const undecided = own.filter(({ answer }) => answer === 'inconclusive')
    if (undecided.length === 0) return undefined
    const reason = undecided[0]?.reason ?? 'no answer'
    return inconclusive(`${undecided.length} of ${own.length} probes got no clear answer: ${reason}`)
  })

/** Judges whether a role survives invalid messages: every probe of this requirement is a crash that was seen. */
export const checkSurvival = (requirement: Requirement): ExchangeCheck =>
  checkExchange(requirement, function* ({ probes }) {
    if (!probes) return notApplicable('no probes were sent: pass --probes')
    if (!probes.some(({ receiver }) => receiver === requirement.binds)) return notApplicable('no probe was sent to it')
    const crashes = probes.filter(({ requirement: tested }) => tested === requirement.id)
    for (const { id, description, wrong } of crashes) {
      if (wrong !== undefined) yield finding(id, 'an answer', wrong, `the sender ${description}`)
    }
    const [unclear] = crashes.filter(({ wrong }) => wrong === undefined)
    return unclear && inconclusive(`${unclear.reason}, when the sender ${unclear.description}`)
  })
