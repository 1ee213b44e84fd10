import { HarnessError } from '../../../model/errors.ts'
import type { KnownFacts } from '../../../model/finding.ts'
import type { RecordHead } from '../../../model/record.ts'
import { actorRoles, type Role } from '../../../model/role.ts'
import type { RunReport } from '../../../model/run-report.ts'
import { listExplained } from '../../../model/session-end.ts'
import { addCauses } from '../../../reporters/causes.ts'
import { suspendAssumed } from '../../../src/judge/assumption.ts'
import { createDecider, type DecisionSettings } from '../../../src/judge/decisions.ts'
import { compileJudge } from '../../../src/judge/judge.ts'
import { findPlanGaps } from '../../../src/judge/plan-gaps.ts'
import { readGateRules, reportResult } from '../../../src/judge/report-result.ts'
import { isCompleteSelection, isSelected } from '../../../src/judge/selection.ts'
import { decideVerdict, findUnprobed } from '../../../src/judge/verdict.ts'
import { listProbeTexts } from '../../../src/privacy/our-sentences.ts'
import { publicWords } from '../../../src/privacy/public-words.ts'
import { redactResults } from '../../../src/privacy/redact-findings.ts'
import type { KeptRun } from '../../../src/run-folder/kept-run.ts'
import { checks } from '../all/checks.ts'
import { decisions } from '../all/decisions.ts'
import { requirements } from '../all/requirements.ts'
import { linkFailures } from '../kit/link-failures.ts'
import { type Message, toOwnMessages } from '../model/endpoints.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { countExpired } from '../model/expired.ts'
import { parseMessage, selectArtefacts } from '../model/parse-message.ts'
import { sessionPlan } from '../model/session-plan.ts'
import { decryptionKeys } from '../reference/actors.ts'
import { createRefusalExplainer } from '../run/explain-refusal.ts'
import { assessRun } from '../run/judging/assess.ts'
import { dropAccepted } from '../run/judging/probe-sessions.ts'
import { divideResults } from '../run/probes/divide-results.ts'
import { listSessionUrls } from '../run/routes/addresses.ts'
import { preflight } from '../run/scenario/preflight.ts'
import { collectKnownFacts, findEnd, listTrusted } from '../run/sessions/known-facts.ts'
import { createPublished } from '../run/sessions/published.ts'
import {
  createWrongSessions,
  isPlanned,
  type WrongSessionRules,
  type WrongSessions,
} from '../run/sessions/wrong-sessions.ts'

const everyRequirement = compileJudge(requirements, checks)

/** Judges a stored run again, with the checks of this version and the given answers. No message is sent. */
export function rejudgeRun(
  kept: KeptRun,
  settings: DecisionSettings,
  tool: Pick<RunReport['tool'], 'name' | 'version'>,
): RunReport {
  const { report, head } = kept
  const answers = createDecider(settings)
  const sent = toOwnMessages(kept.messages).filter(({ session }) =>
    report.sessions.some((each) => each.session === session),
  )
  const messages = sent.map((message) => parseMessage(message, decryptionKeys))
  const [tested, uids] = [listTestedRoles(head), mapSessionsToUids(head)]
  const collectFacts = (own: readonly ParsedMessage[]): KnownFacts =>
    collectKnownFacts(own, getKnownFacts(kept, own), answers.decide)
  const wrong = judgeProbeSessions(kept, { exchange: { tested, uids }, collectFacts, decide: answers.decide })
  const judge = everyRequirement.select(({ id }) => isSelected(id, head.selection))
  const whole = assessRun(
    { judge, settings, decide: answers.decide },
    {
      messages,
      probeSessions: dropAccepted(wrong.list(), report.probes),
      ...{ tested, collectFacts, uids, missing: '', explained: listExplained(report.sessions) },
      explainRefusal: createRefusalExplainer({ settings, given: listGiven(head), collectFacts }),
      ...(report.probes.length > 0 && { probes: report.probes }),
    },
  )
  const results = divideResults(whole, report.probes, head.selection)
  const taken = answers.taken()
  const decided = taken.map(({ decision: { id }, value, source }) => ({ id, value, source }))
  const rules = readGateRules({ ...report, decisions: decided })
  const reported = redactResults(
    results,
    [...selectArtefacts(messages, () => true), ...wrong.listArtefacts()],
    publicWords,
    listProbeTexts(report.probes),
  ).map((result) => reportResult(suspendAssumed(result, taken), rules))
  const isComplete = isCompleteSelection(head.selection)
  const endings = report.sessions.map(({ session, purpose, messages: _, ...ending }) => ({
    planned: { ...(sessionPlan.find((each) => each.session === session) ?? preflight), session, purpose },
    ...ending,
  }))
  const { baseline: _, ...rest } = report
  const judged = { ...rest, profile: settings.profile, decisions: decided, results: linkFailures(reported) }
  return addCauses({
    ...judged,
    tool: { ...tool, requirements: requirements.length, decisions: decisions.length },
    verdict: decideVerdict({
      results: reported,
      endings,
      decisions: taken,
      isComplete,
      unprobed: findUnprobed([report.verdict]),
      interrupted: report.verdict.result === 'interrupted',
      gaps: findPlanGaps(judged, decisions),
      expired: countExpired(messages, head.now),
    }),
  })
}

/** Judges the sessions of the probes that targets got. */
function judgeProbeSessions(kept: KeptRun, rules: Omit<WrongSessionRules, 'findKeySet'>): WrongSessions {
  const [head, messages] = [kept.head, toOwnMessages(kept.messages)]
  const keySets = createPublished('jwks')
  for (const message of messages) keySets.add(message)
  const parse = (message: Message) => parseMessage(message, decryptionKeys)
  const wrong = createWrongSessions(parse, { ...rules, findKeySet: keySets.findOnly })
  const isPlayed = head.actors.some(({ url }) => url !== undefined)
  const probing = messages.filter(({ session }) => isPlayed && !isPlanned(session))
  for (const own of Map.groupBy(probing, ({ session }) => session).values()) wrong.add(own)
  return wrong
}

/** What the targets knew beforehand; `undefined` where there were none. */
const listGiven = ({ actors, given = [] }: RecordHead): readonly string[] | undefined =>
  actors.some(({ url }) => url !== undefined) ? given : undefined

function listTestedRoles({ actors }: RecordHead): ReadonlySet<Role> {
  const named = actors.filter(({ url }) => url !== undefined).map(({ role }) => role)
  return new Set(named.length > 0 ? named : actorRoles)
}

function getKnownFacts(
  { report, head: { actors, addresses, now, anchors } }: KeptRun,
  messages: readonly ParsedMessage[],
): KnownFacts {
  const session = messages[0]?.message.session ?? ''
  if (addresses === undefined) {
    throw new HarnessError(
      'ERR_INPUT',
      'the record has no address of the issuer: it was written by an older version of assay',
    )
  }
  const { issuer, status = '', listener } = addresses
  const bases = { issuer, status, walletBackend: issuer, verifier: issuer, ...(listener !== undefined && { listener }) }
  const own = listSessionUrls(session, bases)
  const ended = isPlanned(session)
    ? Math.floor((Date.parse(report.startedAt) + report.milliseconds) / 1000)
    : findEnd(messages)
  const isTested = (wanted: Role): boolean => actors.some(({ role, url }) => role === wanted && url !== undefined)
  return {
    now: now ?? ended,
    issuer: own.issuer,
    ...listTrusted(isTested, anchors),
    ...(status !== '' && { statusBase: own.status }),
  }
}

/** The holder of each session. */
const mapSessionsToUids = ({ uids = [] }: RecordHead): Readonly<Record<string, string>> =>
  Object.fromEntries(
    sessionPlan.flatMap(({ session, account }) => {
      const uid = uids[account % Math.max(1, uids.length)]
      return uid === undefined ? [] : [[session, uid]]
    }),
  )
