import type { Decide } from '../../../../model/decision.ts'
import type { KnownFacts } from '../../../../model/finding.ts'
import type { ProbeResult } from '../../../../model/probe.ts'
import type { Result } from '../../../../model/report.ts'
import type { Role } from '../../../../model/role.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import { memoizeLast } from '../../../../protocol/encoding/memoize-last.ts'
import { createCheckContext, createJudgeInput, type Judge, type JudgeInput } from '../../../../src/judge/judge.ts'
import { isRefusedWithSuccess } from '../../kit/answered.ts'
import type { Exchange, ParsedMessage } from '../../model/exchange.ts'
import { canCarryArtefactFrom, selectArtefacts } from '../../model/parse-message.ts'

/** What a target sent in the session of a probe, as far as all that it got was right. */
export interface ProbeSessionInput {
  readonly session: string
  /** What is judged of it under some decisions: they say what a refusal is, and a refusal has its own form. */
  readonly select: (decide: Decide) => SentInSession
}

interface SentInSession {
  readonly artefacts: JudgeInput
  readonly exchange: Exchange
}

/** What the sessions of probes are judged by. */
export interface ProbeSessionRules {
  /** The roles under test, and the holders of the run. */
  readonly exchange: Pick<Exchange, 'tested' | 'uids'>
  readonly collectFacts: (messages: readonly ParsedMessage[]) => KnownFacts
  /** The key set of the issuer under test, where it published one only: not every session fetches it. */
  readonly findKeySet: () => JsonObject | undefined
  /** Every requirement: what the other actors send has to be right. */
  readonly judge: Judge
  readonly decide: Decide
}

/**
 * Prepares the session of a probe. After a message of ours that breaks a requirement, a target may answer as it likes: it is
 * judged up to there. Where a session has several requests, only what needs no other message is compared.
 */
export function createProbeSessionInput(
  recorded: readonly ParsedMessage[],
  rules: ProbeSessionRules,
): ProbeSessionInput {
  const { exchange, collectFacts, judge, decide } = rules
  const all = recorded.some(isAct) ? recorded : recorded.map((each) => sendOurselves(each, exchange.tested))
  const facts = collectFacts(all)
  const isWrong = (messages: readonly ParsedMessage[]): boolean => {
    const artefacts = selectArtefacts(messages, (role) => !exchange.tested.has(role))
    return artefacts.length > 0 && judge.hasFailure(createJudgeInput(artefacts, facts), decide)
  }
  const right = isWrong(all) ? cutAtWrong(all, exchange.tested, isWrong) : all
  const whole = selectSent(right, rules)
  return {
    session: all[0]?.message.session ?? '',
    select: (other) => {
      const messages = right.filter((each) => !isRefusedWithSuccess(each, other))
      return messages.length === right.length ? whole : selectSent(messages, rules)
    },
  }
}

function selectSent(
  messages: readonly ParsedMessage[],
  { exchange, collectFacts, findKeySet }: ProbeSessionRules,
): SentInSession {
  const isOne = messages.filter(({ message }) => message.endpoint === 'validate').length <= 1
  // Keys may change while other sessions run: a set that was fetched here may be older than a signature.
  const jwks = findKeySet()
  const { jwks: _, ...own } = collectFacts(messages)
  const { now, issuer, statusBase, anchors, keys } = own
  const known = isOne ? { ...own, jwks } : { now, issuer, statusBase, anchors, keys, jwks }
  return {
    artefacts: createJudgeInput(
      selectArtefacts(messages, (role) => exchange.tested.has(role)),
      known,
    ),
    exchange: { ...exchange, messages },
  }
}

/** Whether an actor that is driven took a step of its own. */
const isAct = ({ message: { endpoint } }: ParsedMessage): boolean => endpoint === 'offerPush' || endpoint === 'deeplink'

/** The roles that are driven: what they send themselves follows from an offer or a deeplink. */
const driven: ReadonlySet<Role> = new Set(['wallet', 'identity app'])

/** Single requests are ours, in whose name they are sent. */
const sendOurselves = (each: ParsedMessage, tested: ReadonlySet<Role>): ParsedMessage =>
  tested.has(each.message.from) && driven.has(each.message.from)
    ? {
        message: { ...each.message, from: 'credential manager' },
        get request() {
          return each.request
        },
        get response() {
          return each.response
        },
      }
    : each

const hasFailed = ({ outcome }: Result): boolean => outcome === 'failed'

/** The messages before the first that is wrong; of that one the request, if only the response is ours and wrong. */
function cutAtWrong(
  all: readonly ParsedMessage[],
  tested: ReadonlySet<Role>,
  isWrong: (messages: readonly ParsedMessage[]) => boolean,
): readonly ParsedMessage[] {
  const first = all.findIndex((each) => isWrong([each]))
  const wrong = all[first]
  if (!wrong) return []
  const before = all.slice(0, first)
  return tested.has(wrong.message.from) ? [...before, { ...wrong, response: [] }] : before
}

/** Judges the session of a probe: what failed in it. What passes there proves nothing that the planned sessions do not. */
export function judgeProbeSession(
  { session, select }: ProbeSessionInput,
  judge: Judge,
  decide: Decide,
): readonly Result[] {
  const { artefacts, exchange } = select(decide)
  const results = [
    ...judge.judge(artefacts, decide),
    ...judge.judgeMessages(exchange, createCheckContext(artefacts, decide)),
  ]
  return results.filter(hasFailed).map((result) => addSession(session, result))
}

/** Finds what roles under test did wrong in the session of a probe. */
export const findFailures = (messages: readonly ParsedMessage[], rules: ProbeSessionRules): readonly Result[] =>
  isRightByItself(messages, rules)
    ? []
    : judgeProbeSession(createProbeSessionInput(messages, rules), selectTested(rules), rules.decide)

/**
 * Whether the targets sent no artefact, such as a verifier, and none of all messages breaks anything by itself. Then none does before the first one
 * of ours that is wrong, wherever that is: what we sent need not be judged.
 */
function isRightByItself(messages: readonly ParsedMessage[], rules: ProbeSessionRules): boolean {
  const { exchange, collectFacts, decide } = rules
  if (messages.some(({ message }) => canCarryArtefactFrom(message, exchange.tested))) return false
  const context = createCheckContext(createJudgeInput([], collectFacts(messages)), decide)
  const own = { ...exchange, messages: messages.filter((each) => !isRefusedWithSuccess(each, decide)) }
  return !selectTested(rules).judgeMessages(own, context).some(hasFailed)
}

/** The requirements on the roles under test: the same for the thousands of sessions of a run. */
const selectTested = memoizeLast(({ judge, exchange: { tested } }: ProbeSessionRules) =>
  judge.select(({ binds }) => binds === 'everyone' || tested.has(binds)),
)

/** Leaves out the sessions of probes that were accepted and must not be: what follows from that is found already. */
export const dropAccepted = (
  sessions: readonly ProbeSessionInput[],
  probes: readonly ProbeResult[],
): readonly ProbeSessionInput[] => {
  const accepted = probes.filter((each) => each.expected === 'refused' && each.answer === 'accepted')
  const names = new Set(accepted.map(({ session }) => session))
  return sessions.filter(({ session }) => !names.has(session))
}

/** Adds its session to every finding. */
export const addSession = (session: string, result: Result): Result =>
  result.findings.length === 0
    ? result
    : { ...result, findings: result.findings.map((finding) => ({ ...finding, session })) }
