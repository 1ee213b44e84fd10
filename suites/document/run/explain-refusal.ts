import { answerDecision, type Decision } from '../../../model/decision.ts'
import type { KnownFacts } from '../../../model/finding.ts'
import type { Role } from '../../../model/role.ts'
import { memoizeLast } from '../../../protocol/encoding/memoize-last.ts'
import { listAnswers } from '../../../src/judge/counterfactual.ts'
import { createDecider, type DecisionSettings } from '../../../src/judge/decisions.ts'
import {
  compileJudge,
  createCheckContext,
  createJudgeInput,
  type Judge,
  type JudgeInput,
} from '../../../src/judge/judge.ts'
import { checks } from '../all/checks.ts'
import { decisions } from '../all/decisions.ts'
import { requirements } from '../all/requirements.ts'
import { answerRows } from '../flow/answer-checks.ts'
import type { MessageEndpoint } from '../model/endpoints.ts'
import type { Exchange, ExplainRefusal, ParsedMessage } from '../model/exchange.ts'
import { openPresentation, selectArtefacts } from '../model/parse-message.ts'

const everyRequirement = compileJudge(requirements, checks)

/** What shapes requests to an endpoint, and shows in no artefact: the beginnings of keys. */
const shaping: { readonly [E in MessageEndpoint]?: readonly string[] } = {
  offerPush: ['offer.', 'deeplink.', 'flow.', 'endpoints.'],
  deeplink: ['deeplink.', 'flow.', 'endpoints.validate.'],
  nonce: ['nonce.relation'],
  validate: ['auth.sessionToken.', 'code.presented', 'encryption.requestKeySource', 'nonce.relation'],
  presentation: ['endpoints.jwks.', 'endpoints.status.', 'auth.jwks', 'auth.status', 'status.'],
}

/** What a target has to know, or to be given, before it can answer at an endpoint, by the setting that says it. */
const neededBeforehand: { readonly [E in MessageEndpoint]?: readonly string[] } = {
  issuerConfig: ['accounts'],
  // Without the root of the reference devices, no issuer can trust an attestation: most refusals have this cause.
  validate: ['writeRoot', 'accounts'],
  // One that is driven may act after its driver replied.
  offerPush: ['patience'],
  deeplink: ['patience'],
}

/** What an explanation depends on. */
interface RefusalRules {
  readonly settings: DecisionSettings
  /** What the targets know beforehand. Absent where all actors are ours: then everything is settled. */
  readonly given: readonly string[] | undefined
  readonly collectFacts: (messages: readonly ParsedMessage[]) => KnownFacts
}

/** Creates the function that explains why a request may have been refused. */
export const createRefusalExplainer =
  (rules: RefusalRules): ExplainRefusal =>
  (refused, exchange) => {
    const { settings, given, collectFacts } = rules
    if (!isValid(refused, exchange, rules)) return undefined
    if (given === undefined) return []
    const { endpoint } = refused.message
    const begins = [`endpoints.${endpoint}.`, `auth.${endpoint}`, ...(shaping[endpoint] ?? [])]
    const named = decisions.filter(({ id }) => begins.some((each) => id.startsWith(each)))
    const read = new Set([...named, ...listOtherReadings(refused, settings, collectFacts([refused]))])
    return [
      ...(neededBeforehand[endpoint] ?? []).map((setting) => ({ setting, isGiven: given.includes(setting) })),
      ...[...read].map((decision) => ({ setting: decision.id, isGiven: !isAssumed(decision, settings) })),
    ]
  }

const isAssumed = (decision: Decision, { profile, decisions: answers }: DecisionSettings): boolean =>
  answerDecision(decision, profile, answers).source === 'default'

/** The requirements on everyone but a role. */
const selectOthers = memoizeLast((to: Role) =>
  everyRequirement.select(({ id, binds }) => binds !== to && !answerRows.has(id)),
)

/** Whether nothing is wrong with what the others sent in a session, up to a message, and all of it could be read. */
function isValid(refused: ParsedMessage, exchange: Exchange, { settings, collectFacts }: RefusalRules): boolean {
  const { session, number, to } = refused.message
  const judge = selectOthers(to)
  const messages = exchange.messages.filter(({ message }) => message.session === session && message.number <= number)
  const artefacts = selectArtefacts(messages, (role) => role !== to)
  if (artefacts.some(({ content, withheld }) => content === undefined && withheld === undefined)) return false
  const input = createJudgeInput(artefacts, collectFacts(messages))
  const { decide } = createDecider(settings)
  const { probes: _, population: __, ...rest } = exchange
  const results = [
    ...judge.judge(input, decide),
    ...judge.judgeExchange({ ...rest, messages }, createCheckContext(input, decide)),
  ]
  return results.every(({ outcome }) => outcome !== 'failed')
}

/** The decisions of which another answer makes a request wrong. */
function listOtherReadings(
  { message, request: parsed }: ParsedMessage,
  settings: DecisionSettings,
  facts: KnownFacts,
): readonly Decision[] {
  const request = [...parsed, ...openPresentation(message)]
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
