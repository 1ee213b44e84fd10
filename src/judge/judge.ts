import { type ArtefactCheck, type Check, type ExchangeCheck, isArtefactCheck } from '../../model/check.ts'
import type { Decide } from '../../model/decision.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { CheckContext, Derive, Finding, Inspection, KnownFacts, Remark } from '../../model/finding.ts'
import type { LocatedFinding, Outcome, Result } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import { type ArtefactKind, innerKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { type Budget, createBudget } from '../../protocol/artefacts/budget.ts'
import { explainDraft } from '../../protocol/artefacts/draft-names.ts'
import { readAround } from '../../protocol/artefacts/shown-place.ts'
import { explainInternalHost, explainPlainAddress } from '../../protocol/encoding/internal-address.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { createDerivations } from './derivations.ts'

/** The artefacts of a message or a session, sorted once for all checks, and what is known besides. */
export interface JudgeInput {
  readonly artefacts: readonly Artefact[]
  readonly known: KnownFacts
  readonly byKind: ReadonlyMap<ArtefactKind, readonly Artefact[]>
  /** Artefacts that could not be read or opened. */
  readonly unread: readonly Artefact[]
  readonly derive: Derive
  readonly budget: Budget
}

/** Sorts artefacts by their kind. */
export const createJudgeInput = (artefacts: readonly Artefact[], known: KnownFacts): JudgeInput => ({
  artefacts,
  known,
  byKind: Map.groupBy(artefacts, ({ kind }) => kind),
  unread: artefacts.filter(({ content }) => content === undefined),
  derive: createDerivations(),
  budget: createBudget(),
})

/** Creates the context of the checks on an input. */
export const createCheckContext = (
  { known, derive, budget }: Pick<JudgeInput, 'known' | 'derive' | 'budget'>,
  decide: Decide,
): CheckContext => ({
  ...known,
  decide,
  derive,
  budget,
})

/** Requirements with their checks, compiled into tables. Reads no clock, sends nothing, and never throws because of a target. */
export interface Judge {
  readonly requirements: readonly Requirement[]
  /** Why requirements are not judged of which an input shows nothing: texts of ours. */
  readonly unseenReasons: ReadonlySet<string>
  /** Whether a check looks at artefacts for this requirement. */
  readonly hasArtefactChecks: (requirement: Requirement) => boolean
  /** Applies the checks on artefacts. Returns one result for each requirement. */
  readonly judge: (input: JudgeInput, decide: Decide) => readonly Result[]
  /** Whether a check on artefacts finds anything: the first one that does is the last one that is applied. */
  readonly hasFailure: (input: JudgeInput, decide: Decide) => boolean
  /** Applies the checks on a whole exchange. Returns one result for each check. */
  readonly judgeExchange: <X extends Exchange>(exchange: X, context: CheckContext) => readonly Result[]
  /** Applies those of them that look at each message by itself. */
  readonly judgeMessages: (exchange: Exchange, context: CheckContext) => readonly Result[]
  /** The same judge for some of its requirements. */
  readonly select: (isWanted: (requirement: Requirement) => boolean) => Judge
  /** The same judge for one requirement. */
  readonly selectOne: (id: string) => Judge
}

/** A requirement, its place among the results, and its checks. */
interface Rule {
  readonly place: number
  readonly requirement: Requirement
  readonly checks: readonly ArtefactCheck[]
  readonly exchangeChecks: readonly ExchangeCheck[]
  /** The result where no check says anything. */
  readonly passed: Result
}

/** Compiles requirements and their checks into a judge, which owns its tables. */
export function compileJudge(requirements: readonly Requirement[], checks: readonly Check[]): Judge {
  const declared = Map.groupBy(checks, ({ requirement: { id } }) => id)
  return createJudge(
    requirements.map((requirement, place) => {
      const own = declared.get(requirement.id) ?? []
      return {
        place,
        requirement,
        checks: own.filter(isArtefactCheck).map(toOneShape),
        exchangeChecks: own.filter((check): check is ExchangeCheck => !isArtefactCheck(check)),
        passed: { requirement, outcome: 'passed', findings: [] },
      }
    }),
  )
}

/** Checks are made in several ways. V8 is fast where all objects have the same members in the same order. */
const toOneShape = ({ requirement, kind, inspect }: ArtefactCheck): ArtefactCheck => ({ requirement, kind, inspect })

function createJudge(rules: readonly Rule[]): Judge {
  const unseen = rules.map(explainUnseen)
  const byKind = groupByKind(rules)
  const exchangeChecks = rules.flatMap((rule) => rule.exchangeChecks)
  const messageChecks = exchangeChecks.filter(({ isPerMessage }) => isPerMessage)
  const singles = new Map<string, Judge>()
  const byId = new Map(rules.map((rule) => [rule.requirement.id, rule]))
  const select: Judge['select'] = (isWanted) =>
    createJudge(rules.filter(({ requirement }) => isWanted(requirement)).map((rule, place) => ({ ...rule, place })))

  return {
    requirements: rules.map(({ requirement }) => requirement),
    unseenReasons: new Set(unseen.map(({ reason = '' }) => reason)),
    hasArtefactChecks: ({ id }) => (byId.get(id)?.checks.length ?? 0) > 0,
    judge: (input, decide) => {
      const context = createCheckContext(input, decide)
      const results = input.unread.length > 0 ? rules.map((rule) => explainUnread(rule, input.unread)) : unseen.slice()
      const judged = new Uint8Array(rules.length)
      for (const kind of input.byKind.keys()) {
        for (const rule of byKind.get(kind) ?? []) {
          if (judged[rule.place] === 0) results[rule.place] = judgeRule(rule, input, context)
          judged[rule.place] = 1
        }
      }
      return results
    },
    hasFailure: (input, decide) => {
      const context = createCheckContext(input, decide)
      const hasFailed = (rule: Rule): boolean => judgeRule(rule, input, context).outcome === 'failed'
      return input.byKind.keys().some((kind) => byKind.get(kind)?.some(hasFailed))
    },
    judgeExchange: (exchange, context) => exchangeChecks.map((check) => judgeExchangeCheck(check, exchange, context)),
    judgeMessages: (exchange, context) => messageChecks.map((check) => judgeExchangeCheck(check, exchange, context)),
    select,
    selectOne: (id) => {
      const known = singles.get(id) ?? select((requirement) => requirement.id === id)
      singles.set(id, known)
      return known
    },
  }
}

/** The rules about each kind of artefact: most requirements are about another kind than the input. */
function groupByKind(rules: readonly Rule[]): ReadonlyMap<ArtefactKind, readonly Rule[]> {
  const byKind = new Map<ArtefactKind, Rule[]>()
  for (const rule of rules) {
    if (!('in' in rule.requirement.seen)) continue
    for (const kind of new Set(rule.checks.map(({ kind }) => kind))) {
      const own = byKind.get(kind)
      if (own) own.push(rule)
      else byKind.set(kind, [rule])
    }
  }
  return byKind
}

/** What the checks of a rule say. It is made when the first of them says anything: nearly all are silent. */
interface Notes {
  readonly findings: LocatedFinding[]
  readonly remarks: (Remark | undefined)[]
}

function judgeRule(rule: Rule, { byKind }: JudgeInput, context: CheckContext): Result {
  let notes: Notes | undefined
  let isPassed = false
  try {
    for (const check of rule.checks) {
      for (const artefact of byKind.get(check.kind) ?? []) {
        const inspection = check.inspect(artefact, context)
        const step = inspection.next()
        if (step.done && step.value === undefined) isPassed = true
        else {
          notes ??= { findings: [], remarks: [] }
          listen(inspection, step, { artefact, context }, notes)
          if (notes.findings.length >= limits.findings)
            return concludeRule(rule.requirement, notes.findings, notes.remarks)
        }
      }
    }
  } catch (error) {
    return createRemarkResult(rule.requirement, 'harnessError', `${error}`)
  }
  if (!notes) return rule.passed
  return concludeRule(rule.requirement, notes.findings, isPassed ? [...notes.remarks, undefined] : notes.remarks)
}

function judgeExchangeCheck(
  { requirement, inspect: inspectExchange }: ExchangeCheck,
  exchange: Exchange,
  context: CheckContext,
): Result {
  const findings: LocatedFinding[] = []
  try {
    const inspection = inspectExchange(exchange, context)
    let step = inspection.next()
    for (; !step.done && findings.length < limits.findings; step = inspection.next()) {
      findings.push({ ...step.value, kind: 'exchange', in: '' })
    }
    return concludeRule(requirement, findings, [step.done ? step.value : undefined])
  } catch (error) {
    return createRemarkResult(requirement, 'harnessError', `${error}`)
  }
}

/** A finding without a cause gets one that its place shows: a name of an earlier draft, an address behind a proxy. */
function explainFinding(found: Finding, artefact: Artefact, context: CheckContext): Finding {
  const diagnosis = found.diagnosis ?? explainDraft(artefact, found) ?? explainAddress(found, artefact, context)
  return diagnosis === undefined ? found : { ...found, diagnosis }
}

/**
 * A target on this machine has local addresses for a reason, and so has one whose right address is at the same host. A key
 * ID is no address.
 */
function explainAddress(found: Finding, artefact: Artefact, { plainOrigin }: CheckContext): string | undefined {
  const [value] = plainOrigin === undefined && !found.at.endsWith('/kid') ? readAround(artefact, found) : []
  if (typeof value !== 'string' || found.expected.includes(URL.parse(value)?.origin ?? value)) return undefined
  return explainInternalHost(value) ?? (/https/i.test(found.expected) ? explainPlainAddress(value) : undefined)
}

/** Hears an inspection out. No remark is `undefined`. */
function listen(
  inspection: Inspection,
  first: Step,
  { artefact, context }: { readonly artefact: Artefact; readonly context: CheckContext },
  { findings, remarks }: Notes,
): void {
  let step = first
  for (; !step.done; step = inspection.next()) {
    findings.push({ ...explainFinding(step.value, artefact, context), kind: artefact.kind, in: artefact.at })
    if (findings.length >= limits.findings) return // a hostile artefact may have very many
  }
  remarks.push(step.value)
}

type Step = ReturnType<Inspection['next']>

function concludeRule(
  requirement: Requirement,
  findings: readonly LocatedFinding[],
  remarks: readonly (Remark | undefined)[],
): Result {
  if (findings.length > 0) return { requirement, outcome: 'failed', findings }
  const doubt = remarks.find(hasRemarkOutcome('cantTell')) ?? remarks.find(hasRemarkOutcome('passedNonStrict'))
  const first = doubt ?? (remarks.includes(undefined) ? undefined : remarks[0])
  return first
    ? createRemarkResult(requirement, first.outcome, first.reason)
    : { requirement, outcome: 'passed', findings }
}

const hasRemarkOutcome = (outcome: Remark['outcome']) => (each: Remark | undefined) => each?.outcome === outcome

const createRemarkResult = (requirement: Requirement, outcome: Outcome, reason: string): Result => ({
  requirement,
  outcome,
  findings: [],
  reason,
})

/** Explains why no artefact of a kind was found: the layer around it could not be opened, or the input has none. */
function explainUnread(rule: Rule, unread: readonly Artefact[]): Result {
  const { requirement, checks } = rule
  const { seen } = requirement
  const around = 'in' in seen && checks.length > 0 && unread.find(({ kind }) => canContain(kind, seen.in))
  if (!around) return explainUnseen(rule)
  const why = around.withheld ?? around.problem?.message
  return createRemarkResult(requirement, 'cantTell', `the ${around.kind} around it was not opened: ${why}`)
}

function explainUnseen({ requirement, checks }: Rule): Result {
  const { seen } = requirement
  if ('nowhere' in seen) return createRemarkResult(requirement, 'untested', seen.nowhere)
  if ('exchange' in seen) return createRemarkResult(requirement, 'untested', `it takes an exchange: ${seen.exchange}`)
  if (checks.length === 0) return createRemarkResult(requirement, 'untested', 'no check is declared')
  return createRemarkResult(requirement, 'inapplicable', `there is no ${seen.in.join(' or ')} here`)
}

const canContain = (kind: ArtefactKind, wanted: readonly ArtefactKind[], depth = 4): boolean =>
  depth > 0 && (innerKinds[kind] ?? []).some((inner) => wanted.includes(inner) || canContain(inner, wanted, depth - 1))
