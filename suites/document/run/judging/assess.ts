import type { Decide, Decision } from '../../../../model/decision.ts'
import type { Account } from '../../../../model/driver.ts'
import type { Derive, KnownFacts } from '../../../../model/finding.ts'
import type { ProbeResult } from '../../../../model/probe.ts'
import type { Result } from '../../../../model/report.ts'
import type { Requirement } from '../../../../model/requirement.ts'
import type { Role } from '../../../../model/role.ts'
import type { Tampering } from '../../../../model/tampering.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import { type Budget, createBudget } from '../../../../protocol/artefacts/budget.ts'
import { limits } from '../../../../protocol/encoding/limits.ts'
import { addCounterfactuals, type Rejudge } from '../../../../src/judge/counterfactual.ts'
import type { DecisionSettings } from '../../../../src/judge/decisions.ts'
import { createDerivations } from '../../../../src/judge/derivations.ts'
import { createCheckContext, createJudgeInput, type Judge, type JudgeInput } from '../../../../src/judge/judge.ts'
import { mergeResults } from '../../../../src/judge/merge-results.ts'
import { createTamperingProof, type TamperingInput } from '../../../../src/judge/tampering.ts'
import type { Exchange, ExplainRefusal, ParsedMessage, Population } from '../../model/exchange.ts'
import { selectArtefacts } from '../../model/parse-message.ts'
import { listSeenTexts } from '../../model/seen-texts.ts'
import { addSession, judgeProbeSession, type ProbeSessionInput } from './probe-sessions.ts'

/** The messages of a run, and what is known besides. */
export interface ObservedRun {
  readonly messages: readonly ParsedMessage[]
  /** The sessions of probes in which something is wrong. */
  readonly probeSessions?: readonly ProbeSessionInput[]
  /** The roles under test. The others are reference actors. */
  readonly tested: ReadonlySet<Role>
  /** Collects what the messages of one session say about one another. */
  readonly collectFacts: (messages: readonly ParsedMessage[]) => KnownFacts
  readonly uids: Readonly<Record<string, string>>
  readonly accounts?: Readonly<Record<string, Account>>
  /** The sessions in which a target went no further and said why. */
  readonly explained?: ReadonlySet<string>
  /** What the issuer under test issued beside these messages. */
  readonly population?: Population
  /** Explains why requests may have been refused. */
  readonly explainRefusal?: ExplainRefusal
  /** The results of the probes, if any were sent. */
  readonly probes?: readonly ProbeResult[]
  /** Why messages may be missing; empty if none is. */
  readonly missing: string
}

/** The judge of a run and its settings. */
export interface AssessmentRules {
  readonly judge: Judge
  readonly settings: DecisionSettings
  readonly decide: Decide
  /** The tamperings that show that a passed check can fail. Without them, passes stay unproven. */
  readonly tampers?: readonly Tampering[]
}

/** Judges every requirement over all sessions of a run, and proves passes by tampering. */
export function assessRun(rules: AssessmentRules, observed: ObservedRun): readonly Result[] {
  return finish(assessInSteps(rules, observed, () => false))
}

/**
 * The same in steps: a caller can do other things in between, such as receive a signal. Once the time is over, what is
 * left is not judged: it is inconclusive, with the reason.
 */
export function* assessInSteps(
  rules: AssessmentRules,
  observed: ObservedRun,
  isOver: () => boolean,
): Generator<void, readonly Result[]> {
  const { judge, settings, decide, tampers } = rules
  const prepared = makeRun(rules, observed)
  const results = yield* judgeRun(prepared, judge, decide, isOver)
  const rejudge: Rejudge = (some, other) => finish(judgeRun(prepared, some, other, isOver))
  const listTexts = (decision: Decision) =>
    listSeenTexts(
      decision,
      selectArtefacts(observed.messages, () => true),
      observed.messages,
    )
  const prove = createTamperingProof({ ...prepared, context: createCheckContext(prepared, decide) }, tampers ?? [])
  const proven: Result[] = []
  for (const result of results) {
    yield
    const explained = isOver() ? [result] : addCounterfactuals([result], judge, settings, rejudge, listTexts)
    proven.push(...(isOver() ? explained : explained.map(prove)))
  }
  return proven
}

function finish<T>(steps: Generator<void, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The artefacts of one session: those of the roles under test, and all. */
interface SessionInputs {
  readonly session: string
  readonly tested: JudgeInput
  readonly all: JudgeInput
}

/** A run that is sorted once, however often it is judged. */
interface PreparedRun extends Omit<TamperingInput, 'context'> {
  readonly exchange: Exchange
  readonly observed: ObservedRun
  readonly sessions: readonly SessionInputs[]
  /** What is known about the whole exchange, and what is derived from it. */
  readonly known: KnownFacts
  readonly derive: Derive
  readonly budget: Budget
}

function makeRun({ judge }: AssessmentRules, observed: ObservedRun): PreparedRun {
  const { tested, uids, accounts, probes, population, explainRefusal } = observed
  const messages = observed.messages.toSorted((a, b) => a.message.number - b.message.number)
  const sessions = [...Map.groupBy(messages, ({ message }) => message.session)].map(([session, own]): SessionInputs => {
    const known = observed.collectFacts(own)
    const createInputFor = (isWanted: (role: Role) => boolean) => createInput(selectArtefacts(own, isWanted), known)
    return { session, tested: createInputFor((role) => tested.has(role)), all: createInputFor(() => true) }
  })
  return {
    observed,
    sessions,
    judge,
    exchange: {
      messages,
      tested,
      uids,
      ...(accounts && { accounts }),
      ...(observed.explained && { explained: observed.explained }),
      ...(probes && { probes }),
      ...(population && { population }),
      ...(explainRefusal && { explainRefusal }),
    },
    known: observed.collectFacts(messages),
    derive: createDerivations(),
    budget: createBudget(limits.session),
    listInputs: ({ binds }) => sessions.flatMap(({ tested: own, all }) => (binds === 'everyone' ? [own] : [own, all])),
  }
}

function* judgeRun(
  prepared: PreparedRun,
  judge: Judge,
  decide: Decide,
  isOver: () => boolean,
): Generator<void, readonly Result[]> {
  const { sessions } = prepared
  const bound = judge.select(({ binds }) => prepared.observed.tested.has(binds))
  const common = judge.select(({ binds }) => binds === 'everyone')
  const judged: Result[] = []
  for (const each of prepared.observed.probeSessions ?? [])
    for (const some of [bound, common]) judged.push(...judgeProbeSession(each, some, decide))
  for (const { session, tested: own, all } of sessions) {
    yield
    if (isOver()) break
    const results = [...bound.judge(all, decide), ...common.judge(own, decide)]
    judged.push(...results.map((result) => addSession(session, result)))
  }
  yield
  const context = createCheckContext(prepared, decide)
  if (!isOver()) judged.push(...[bound, common].flatMap((each) => each.judgeExchange(prepared.exchange, context)))
  const results = Map.groupBy(judged, ({ requirement: { id } }) => id)
  const artefacts = sessions.flatMap(({ all }) => all.artefacts)
  const seen = collectKinds(artefacts)
  const isOpen = collectKinds(artefacts.filter(({ withheld }) => withheld === undefined)).has('credential')
  const observed = isOver() ? { ...prepared.observed, missing: ': the run was interrupted' } : prepared.observed
  return judge.requirements.map((requirement) =>
    isHidden(requirement, observed, isOpen)
      ? { requirement, findings: [], ...encryptedForWallet }
      : concludeResult(requirement, judge, mergeResults(results.get(requirement.id) ?? []), observed, seen),
  )
}

const collectKinds = (artefacts: readonly Artefact[]): ReadonlySet<Artefact['kind']> =>
  new Set(artefacts.map(({ kind }) => kind))

/** A wallet under test may use a response key of its own. That is not a failure, and then only the wallet can read the response. */
const encryptedForWallet = {
  outcome: 'untested',
  reason: 'the response is encrypted to a key of the wallet, so no credential was seen',
} as const

/** Whether a requirement is seen in credentials alone, and a wallet under test keeps them to itself. */
const isHidden = ({ binds, seen: sight }: Requirement, { tested }: ObservedRun, isOpen: boolean): boolean =>
  binds === 'wallet' &&
  tested.has('wallet') &&
  !isOpen &&
  'in' in sight &&
  sight.in.every((kind) => kind === 'credential')

function createInput(artefacts: readonly Artefact[], known: KnownFacts): JudgeInput {
  const readKinds = new Set(artefacts.filter(({ content }) => content !== undefined).map(({ kind }) => kind))
  // An artefact that is withheld in one message and readable in another was seen.
  return createJudgeInput(
    artefacts.filter(({ kind, withheld }) => withheld === undefined || !readKinds.has(kind)),
    known,
  )
}

/** No standard obliges a verifier to look up a status: `STATUS-OBEYED` is about one that does not. */
const noLookUp = { outcome: 'inapplicable', reason: 'the verifier looked up no status' } as const

/** Gives a reason where nothing was judged. A requirement whose artefacts were never seen does not pass. */
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
  if (binds === 'verifier' && sight.in.every((kind) => kind === 'status-token')) return { ...result, ...noLookUp }
  if (binds === 'wallet' && sight.in.every((kind) => kind === 'credential')) return { ...result, ...encryptedForWallet }
  return { ...result, outcome: 'cantTell', reason: `no ${sight.in.join(' and no ')} was seen${missing}` }
}
