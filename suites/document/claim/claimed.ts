import { isDeepStrictEqual } from 'node:util'
import { answerDecision, type Profile, profiles } from '../../../model/decision.ts'
import { countMessages, findResultId, type ProbeResult } from '../../../model/probe.ts'
import type { RecordHead, RecordLine } from '../../../model/record.ts'
import { getWhole, type Requirement } from '../../../model/requirement.ts'
import { fromRoleKey } from '../../../model/role.ts'
import type { ReportedResult, RunReport } from '../../../model/run-report.ts'
import { isArtefactTampering } from '../../../model/tampering.ts'
import { formatCount } from '../../../reporters/text/wording.ts'
import { createDecider } from '../../../src/judge/decisions.ts'
import { listTargetRoles } from '../../../src/judge/plan-gaps.ts'
import type { Claimed } from '../../suite.ts'
import { decisions } from '../all/decisions.ts'
import { faults } from '../all/faults.ts'
import { probes as statefulProbes } from '../all/probes.ts'
import { requirements } from '../all/requirements.ts'
import { tampers } from '../all/tampers.ts'
import { deriveConventions } from '../kit/conventions.ts'
import { listExaminedKinds, rejectingRows } from '../kit/rejection.ts'
import { deriveTerms } from '../kit/terms.ts'
import type { Message, MessageEndpoint } from '../model/endpoints.ts'
import { isFaultUnder } from '../model/fault.ts'
import { sessionPlan } from '../model/session-plan.ts'
import { interpretMessages, type RefusalRule } from '../run/probes/answers.ts'
import { createPart } from '../run/probes/divide-results.ts'
import { divideProbes } from '../run/probes/portions.ts'
import { REFUSAL } from '../undefined-points/decisions.ts'

/** What a report of the document has to agree with, and what only its signer says. */
export const claimed: Claimed = {
  decisions,
  findRow,
  listExpected: () => requirements,
  countAdded: () => 0,
  isPlanned: (session) => sessionPlan.some((each) => each.session === session),
  isObliging: () => true,
  mayBeWorse: false,
  findOthers: function* (report, head, lines) {
    yield* compareDecisions(report, head)
    yield* compareAnswers(report, lines)
    yield* compareWithRejections(report)
  },
  findOthersOfVersion: compareTampering,
  listStated,
  findEndpoint,
}

const requirementsById = new Map(requirements.map((each) => [each.id, each]))

/** The requirement of a result, or the part of one. */
function findRow(id: string): Requirement | undefined {
  const whole = requirementsById.get(getWhole(id))
  if (!id.includes('/') || whole === undefined) return whole
  const broken = requirementsById.get(id.slice(whole.id.length + 1))
  return broken && createPart(whole, broken)
}

/** Each answer follows from the profile and from what was configured; what all parties share was decided in every run. */
function* compareDecisions({ profile, decisions: stated }: RunReport, head: RecordHead): Generator<string> {
  const known = profiles.find((each) => each === profile)
  if (known === undefined) return yield `there is no profile ${profile}`
  for (const { id, value, source } of stated) {
    const decision = decisions.find((each) => each.id === id)
    const answer = decision && answerDecision(decision, known, head.decisions)
    if (!isDeepStrictEqual(answer, { value, source })) yield `the decision ${id} has another answer in the record`
  }
  const listed = new Set(stated.map(({ id }) => id))
  for (const id of listSharedDecisions(known, head)) if (!listed.has(id)) yield `the decision ${id} is missing`
}

function listSharedDecisions(profile: Profile, head: RecordHead): readonly string[] {
  const decider = createDecider({ profile, decisions: head.decisions })
  deriveConventions(decider.decide)
  deriveTerms(decider.decide, { issuer: '', status: '', walletBackend: '', verifier: '' })
  return decider.taken().map(({ decision }) => decision.id)
}

const faultsById = new Map(faults.map((each) => [each.id, each]))

/** The answers of probes, as far as their sessions show them. */
function* compareAnswers(report: RunReport, lines: readonly RecordLine[]): Generator<string> {
  const bySession = Map.groupBy(lines, ({ session }) => session)
  const refusal = readRefusalRule(report)
  for (const probe of report.probes) {
    const recorded = bySession.get(probe.session ?? '') ?? []
    if (recorded.length > 0 && !isAnsweredAlike(probe, recorded, refusal))
      yield `the negative test ${probe.id} has another answer in the record`
  }
}

const readRefusalRule = ({ decisions: stated }: RunReport): RefusalRule => {
  const value =
    stated.find(({ id }) => id === REFUSAL.id)?.value ?? decisions.find(({ id }) => id === REFUSAL.id)?.default
  return value === 'no-success' ? 'no-success' : '4xx'
}

/** The answer of a probe that is one fault shows in its session. The words of a response may be hidden there. */
function isAnsweredAlike(
  { id, receiver, answer }: ProbeResult,
  lines: readonly RecordLine[],
  refusal: RefusalRule,
): boolean {
  const fault = faultsById.get(id)
  if (!fault || answer === 'inconclusive') return true
  const kind = listExaminedKinds(fault)[0] ?? 'request'
  const shown = interpretMessages(lines.map(toMessage), receiver, kind, refusal)
  return shown === answer || shown === 'inconclusive' || lines.some(hidesAcceptance)
}

const toMessage = ({ layers: _, ...line }: RecordLine): Message =>
  ({
    ...line,
    sentAt: Date.parse(line.sentAt),
    request: { ...line.request, body: '' },
    ...(line.response && { response: { ...line.response, body: JSON.stringify(line.response.body ?? '') } }),
  }) as Message

const hidesAcceptance = ({ response }: RecordLine): boolean => typeof Object(response?.body).accepted === 'string'

/** What is shown by probes passes by probes alone. */
function* compareWithRejections({ probes, results }: RunReport): Generator<string> {
  const ids = new Set(results.map(({ id }) => id))
  const shown = new Set(probes.map((probe) => findResultId(probe, ids)))
  for (const { id, outcome } of results)
    if (outcome === 'passed' && rejectingRows.has(getWhole(id)) && !shown.has(id))
      yield `${id} passed without a negative test`
}

/** The kinds of artefact of which a copy is changed, with the rows that this proves. */
const tamperedKinds = Map.groupBy(tampers.filter(isArtefactTampering), ({ kind }) => kind)

/** Where a kind of artefact could be read, copies of it were tampered with: not each of them can be changed for each row. */
function* compareTampering({ results, actors }: RunReport, lines: readonly RecordLine[]): Generator<string> {
  const targets = new Set(actors.flatMap(({ role, url }) => (url === undefined ? [] : role)))
  const read = new Set(
    lines.flatMap(({ from, to, layers }) =>
      layers.flatMap(({ kind, readable, side }) =>
        readable && targets.has(side === 'request' ? from : to) ? kind : [],
      ),
    ),
  )
  for (const [kind, own] of tamperedKinds) {
    const ids = new Set(own.map(({ breaks }) => breaks.id))
    const passed = results.filter(({ id, outcome, binds }) => outcome === 'passed' && ids.has(id) && targets.has(binds))
    if (read.has(kind) && passed.length > 1 && !passed.some(hasTrials)) yield `no tampered copy of a ${kind} was tried`
  }
}

const hasTrials = ({ tampering }: ReportedResult): boolean => tampering !== undefined && tampering.tried > 0

/** The rows that passed and could be tampered with, and of which no copy was changed. */
const listUntampered = ({ results }: RunReport): readonly string[] => {
  const ids = new Set(tampers.map(({ breaks }) => breaks.id))
  return results
    .filter((result) => result.outcome === 'passed' && ids.has(result.id) && !hasTrials(result))
    .map(({ id }) => id)
}

function* listStated(report: RunReport): Generator<string> {
  const alone = report.probes.filter(({ session }) => session === undefined)
  if (alone.length > 0) yield `how ${formatCount(countMessages(alone), 'negative test')} over several messages came out`
  const left = listUnsent(report)
  if (left.length > 0) yield `that these negative tests break nothing here, or cannot be sent: ${left.join(', ')}`
  const untampered = listUntampered(report)
  if (untampered.length > 0) yield `that nothing could be tampered with for ${untampered.join(', ')}`
}

/** The negative tests for the targets that the report does not have. */
function listUnsent({ actors, decisions, probes }: RunReport): readonly string[] {
  const answers = new Map(decisions.map(({ id, value }) => [id, value]))
  const tested = new Set(listTargetRoles(actors).map(fromRoleKey))
  const portions = divideProbes(tested, {
    faults: faults.filter(
      (fault) => 'in' in fault.breaks.seen && isFaultUnder(fault, (id, value) => (answers.get(id) ?? value) === value),
    ),
    statefulProbes,
    members: 1,
  })
  const sent = new Set(probes.map(({ id, receiver }) => `${receiver} ${id}`))
  return portions.flatMap(({ receiver, slices, statefulProbes: stateful }) =>
    [...slices.map(({ fault }) => fault.id), ...stateful.map(({ id }) => id)].filter(
      (id) => !sent.has(`${receiver} ${id}`),
    ),
  )
}

/** The endpoint whose messages show the answer to a decision, by the first words of its id. */
function findEndpoint(id: string): MessageEndpoint {
  const [topic = '', part = ''] = id.split('.')
  if (part === 'sessionToken') return 'validate'
  if (topic === 'endpoints' || topic === 'auth') return part as MessageEndpoint // or no message is found
  return endpoints[topic] ?? 'validate'
}

const endpoints: Readonly<Record<string, MessageEndpoint>> = {
  config: 'issuerConfig',
  offer: 'offerPush',
  code: 'offerPush',
  metadata: 'issuerMetadata',
  nonce: 'nonce',
  deeplink: 'deeplink',
  callback: 'walletCallback',
  status: 'status',
}
