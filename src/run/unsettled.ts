import { answerDecision, type Decision } from '../../model/decision.ts'
import type { Exchange, ParsedMessage } from '../../model/exchange.ts'
import type { KnownFacts } from '../../model/finding.ts'
import type { Endpoint } from '../../model/wire.ts'
import { checks } from '../../suites/all/checks.ts'
import { decisions } from '../../suites/all/decisions.ts'
import { requirements } from '../../suites/all/requirements.ts'
import { listAnswers } from '../judge/counterfactual.ts'
import { createDecider, type DecisionSettings } from '../judge/decisions.ts'
import { compileJudge, createJudgeInput, type Judge, type JudgeInput } from '../judge/judge.ts'

const everyRequirement = compileJudge(requirements, checks)

/** What shapes the requests to an endpoint, and shows in no artefact: the beginnings of keys. */
const shaping: { readonly [E in Endpoint]?: readonly string[] } = {
  issuerConfig: [],
  nonce: ['nonce.relation'],
  validate: ['auth.sessionToken.', 'code.presented', 'encryption.requestKeySource', 'nonce.relation'],
  walletCallback: [],
}

/** What a target has to know before it can answer at an endpoint, by the setting that says it. */
const neededBeforehand: { readonly [E in Endpoint]?: readonly string[] } = {
  issuerConfig: ['accounts'],
  validate: ['accounts', 'writeRoot'],
}

/**
 * Creates the function that lists what could explain why a target refuses a valid request: answers that were not
 * confirmed and under which the request would be wrong or would go elsewhere, and what the target may not know.
 */
export const createUnsettled =
  (
    settings: DecisionSettings,
    given: readonly string[],
    collectFacts: (messages: readonly ParsedMessage[]) => KnownFacts,
  ): NonNullable<Exchange['listUnsettled']> =>
  (parsed) => {
    const { endpoint } = parsed.message
    const begins = [`endpoints.${endpoint}.`, `auth.${endpoint}`, ...(shaping[endpoint as Endpoint] ?? [])]
    const named = decisions.filter(({ id }) => begins.some((each) => id.startsWith(each)))
    const open = [...named, ...listOtherReadings(parsed, settings, collectFacts([parsed]))].filter((each) =>
      isAssumed(each, settings),
    )
    const unknown = (neededBeforehand[endpoint as Endpoint] ?? []).filter((each) => !given.includes(each))
    return [...new Set([...open.map(({ id }) => id), ...unknown])]
  }

const isAssumed = (decision: Decision, { profile, decisions: answers }: DecisionSettings): boolean =>
  answerDecision(decision, profile, answers).source === 'default'

/** The decisions of which another answer makes a request wrong. */
function listOtherReadings(
  { message, request }: ParsedMessage,
  settings: DecisionSettings,
  facts: KnownFacts,
): readonly Decision[] {
  const kinds = new Set(request.map(({ kind }) => kind))
  const judge = everyRequirement.select(
    ({ seen, binds }) => binds !== message.to && 'in' in seen && seen.in.some((kind) => kinds.has(kind)),
  )
  const input = createJudgeInput(request, facts)
  const now = listFailed(judge, input, settings)
  const { decide } = createDecider(settings)
  const depended = new Set(judge.requirements.flatMap(({ dependsOn }) => dependsOn))
  return [...depended].filter((decision) =>
    listAnswers(decision, decide(decision)).some((answer) => {
      const other = { ...settings, decisions: { ...settings.decisions, [decision.id]: answer } }
      return listFailed(judge, input, other).some((id) => !now.includes(id))
    }),
  )
}

const listFailed = (judge: Judge, input: JudgeInput, settings: DecisionSettings): readonly string[] =>
  judge
    .judge(input, createDecider(settings).decide)
    .flatMap(({ requirement, outcome }) => (outcome === 'failed' ? [requirement.id] : []))
