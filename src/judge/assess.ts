import type { Decide } from '../../model/decision.ts'
import type { ParsedMessage } from '../../model/exchange.ts'
import type { Derive, KnownFacts } from '../../model/finding.ts'
import type { ProbeResult } from '../../model/probe.ts'
import type { Result } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import type { Tampering } from '../../model/tampering.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import { selectArtefacts } from './artefacts.ts'
import { addCounterfactuals } from './counterfactual.ts'
import type { DecisionSettings } from './decisions.ts'
import { createDerivations } from './derivations.ts'
import { createCheckContext, createJudgeInput, type Judge, type JudgeInput } from './judge.ts'
import { mergeResults } from './merge-results.ts'
import { proveByTampering, type TamperingInput } from './tampering.ts'

/** All that was played, and what is known beside it. */
export interface ObservedRun {
  readonly messages: readonly ParsedMessage[]
  /** Who is under test; the others are ours. */
  readonly tested: ReadonlySet<Role>
  /** What the messages of one session make known. */
  readonly collectFacts: (messages: readonly ParsedMessage[]) => KnownFacts
  readonly uids: Readonly<Record<string, string>>
  /** What was put before those under test. */
  readonly probes?: readonly ProbeResult[]
  /** Why evidence may be missing. */
  readonly missing: string
}

/** How it is judged. */
export interface AssessmentRules {
  readonly judge: Judge
  readonly settings: DecisionSettings
  readonly decide: Decide
  /** What passes are put to the test with. Without it, they stand as they are. */
  readonly tampers?: readonly Tampering[]
}

/** Judges every requirement over all sessions of a play, and puts what passed to the test. */
export function assessRun(law: AssessmentRules, observed: ObservedRun): readonly Result[] {
  const { judge, settings: answering, decide, tampers } = law
  const prepared = prepareRun(law, observed)
  const results = judgeRun(prepared, judge, decide)
  const told = addCounterfactuals(results, answering, (id, other) => judgeRun(prepared, judge.selectOne(id), other)[0])
  return tampers
    ? proveByTampering(told, { ...prepared, context: createCheckContext(prepared, decide) }, tampers)
    : told
}

/** What was said in one session: by those under test, and by anybody. */
interface SessionInputs {
  readonly session: string
  readonly tested: JudgeInput
  readonly all: JudgeInput
}

/** All that is judged, taken apart once, however often it is judged. */
interface PreparedRun extends Omit<TamperingInput, 'context'> {
  readonly observed: ObservedRun
  readonly sessions: readonly SessionInputs[]
  /** What is known of the whole, and what follows from it. */
  readonly known: KnownFacts
  readonly derive: Derive
}

function prepareRun({ judge }: AssessmentRules, observed: ObservedRun): PreparedRun {
  const { tested, uids, probes } = observed
  const messages = observed.messages.toSorted((a, b) => a.message.number - b.message.number)
  const sessions = [...Map.groupBy(messages, ({ message }) => message.session)].map(([session, own]): SessionInputs => {
    const known = observed.collectFacts(own)
    const theirs = selectArtefacts(own, (role) => tested.has(role))
    return { session, tested: createInput(theirs, known), all: createInput(selectArtefacts(own, isAnyRole), known) }
  })
  return {
    observed,
    sessions,
    judge,
    exchange: { messages, tested, uids, ...(probes && { probes }) },
    known: observed.collectFacts(messages),
    derive: createDerivations(),
    listInputs: ({ binds }) =>
      sessions.flatMap(({ tested: theirs, all }) => (binds === 'everyone' ? [theirs] : [theirs, all])),
  }
}

const isAnyRole = (): boolean => true

function judgeRun(prepared: PreparedRun, judge: Judge, decide: Decide): readonly Result[] {
  const { observed, sessions, exchange } = prepared
  const bound = judge.select(({ binds }) => observed.tested.has(binds))
  const common = judge.select(({ binds }) => binds === 'everyone')
  const apart = sessions.flatMap(({ session, tested: theirs, all }) =>
    [...bound.judge(all, decide), ...common.judge(theirs, decide)].map((result) => addSession(session, result)),
  )
  const context = createCheckContext(prepared, decide)
  const overall = [bound, common].flatMap((each) => each.judgeExchange(exchange, context))
  const results = Map.groupBy([...apart, ...overall], ({ requirement: { id } }) => id)
  const seen = new Set(sessions.flatMap(({ all }) => all.artefacts.map(({ kind }) => kind)))
  return judge.requirements.map((requirement) =>
    concludeResult(requirement, judge, mergeResults(results.get(requirement.id) ?? []), observed, seen),
  )
}

/** What was found in a session says so. */
const addSession = (session: string, result: Result): Result =>
  result.findings.length === 0
    ? result
    : { ...result, findings: result.findings.map((finding) => ({ ...finding, session })) }

/** A wallet may have a key of its own for the response; nobody is blamed for that, and nobody else sees what is in it. */
const encryptedForWallet = {
  outcome: 'untested',
  reason: 'the response is sealed for a key of the wallet, and nobody else saw a credential',
} as const

function createInput(artefacts: readonly Artefact[], known: KnownFacts): JudgeInput {
  const open = new Set(artefacts.filter(({ content }) => content !== undefined).map(({ kind }) => kind))
  // What is sealed in one message and open in another was seen.
  return createJudgeInput(
    artefacts.filter(({ kind, withheld }) => withheld === undefined || !open.has(kind)),
    known,
  )
}

/** What cannot be told has a reason, and what was never seen is no pass. */
function concludeResult(
  requirement: Requirement,
  judge: Judge,
  result: Result | undefined,
  { tested, missing }: ObservedRun,
  seen: ReadonlySet<Artefact['kind']>,
): Result {
  const { binds, seen: sight } = requirement
  if (binds !== 'everyone' && !tested.has(binds)) {
    return { requirement, outcome: 'untested', findings: [], reason: `the ${binds} is played by assay, not under test` }
  }
  if (!result) return { requirement, outcome: 'cantTell', findings: [], reason: `nothing was seen${missing}` }
  const isUnseen = 'in' in sight && judge.hasArtefactChecks(requirement) && !sight.in.some((kind) => seen.has(kind))
  if (!isUnseen || result.outcome !== 'inapplicable' || binds === 'everyone') return result
  if (binds === 'wallet' && sight.in.every((kind) => kind === 'credential')) return { ...result, ...encryptedForWallet }
  return { ...result, outcome: 'cantTell', reason: `no ${sight.in.join(' and no ')} was seen${missing}` }
}
