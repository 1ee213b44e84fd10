import { documentRules } from '../../model/gate.ts'
import type { Conclusion, LocatedFinding, Outcome } from '../../model/report.ts'
import { isDeciding } from '../judge/conclusion.ts'
import type { Verdict, VerifyOptions } from '../verify/verify.ts'
import { verifyText } from '../verify/verify-text.ts'
import { type CredentialFacts, readFacts } from './compare/credential-facts.ts'
import { type Dimension, describeFacts } from './compare/dimensions.ts'
import { chooseEncoding } from './compare/encoding.ts'
import { idSize } from './compare/line-index.ts'
import { sampleCredential } from './compare/sample.ts'
import type { SampledCredential } from './compare/sample-level.ts'
import { createRecordWriter } from './compare/shared-records.ts'
import { type Counter, createCounter, type Tally } from './compare/tally.ts'
import type { AuditPlan, AuditPortion } from './sources/audit-plan.ts'
import { type AuditedLine, splitPortion } from './sources/split-portion.ts'

/** One requirement that one artefact breaks. */
export interface AuditFailure {
  /** The `id` of the credential, or the name that its line has for it. */
  readonly id?: string
  readonly line: number
  readonly ordinal: number
  readonly requirement: string
  readonly findings: readonly Pick<LocatedFinding, 'at' | 'expected' | 'actual'>[]
}

/** A line that cannot be read, or that cannot be recognised. */
export interface UnreadLine {
  readonly line: number
  readonly ordinal: number
  readonly problem: string
}

/** How many artefacts have each outcome, by requirement. */
export type OutcomeCounts = Readonly<Record<string, Readonly<Partial<Record<Outcome, number>>>>>

/** What a portion comes to: plain data. */
export interface PortionResult {
  readonly conclusions: Readonly<Partial<Record<Conclusion, number>>>
  readonly kinds: Tally
  readonly credentials: number
  readonly outcomes: OutcomeCounts
  readonly failures: readonly AuditFailure[]
  readonly unread: readonly UnreadLine[]
  readonly tallies: Readonly<Partial<Record<Dimension, Tally>>>
  /** How many artefacts break each requirement, by group and requirement. */
  readonly groups: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly records: Uint8Array<ArrayBuffer>
  /** The `id`s, as the index of lines has them. */
  readonly ids: Uint8Array<ArrayBuffer>
  readonly sampled: readonly SampledCredential[]
}

/** Judges the portions of an audit. The key is that of the hashes of private values. */
export function createPortionJudge(plan: AuditPlan, key: string): (portion: AuditPortion) => PortionResult {
  const encoding = chooseEncoding(plan.verify)
  const describe = (facts: CredentialFacts) => describeFacts(facts, encoding.isPublicName)
  const options = { ...plan.verify, now: plan.now }
  return (portion) => {
    const sums = createSums(plan, describe)
    const records = createRecordWriter(key)
    const ids: Buffer[] = []
    const sampled: SampledCredential[] = []
    for (const line of splitPortion(portion, plan)) {
      if (line.text === undefined) {
        sums.addUnread(line, line.problem ?? 'the line cannot be read')
        continue
      }
      const verdict = judge(line.text, options)
      const facts =
        verdict.kind === 'credential' || verdict.kind === 'sd-jwt' ? readFacts(line.text, encoding.order) : undefined
      if (verdict.kind === undefined) sums.addUnread(line, 'its kind is not recognised')
      else sums.addVerdict(line, verdict, facts)
      if (facts === undefined) continue
      records.add(facts, line.ordinal)
      ids.push(writeId(facts, line.ordinal))
      const drawn = sampleCredential(facts, portion.lowest, encoding)
      if (drawn) sampled.push(drawn)
    }
    return { ...sums.read(), records: records.take(), ids: new Uint8Array(Buffer.concat(ids)), sampled }
  }
}

/** Whatever a line has, one artefact never ends an audit. Texts are kept of failures only: no others need to be redacted. */
function judge(text: string, options: VerifyOptions): Pick<Verdict, 'kind' | 'conclusion' | 'results' | 'rules'> {
  try {
    const verdict = verifyText(text, { ...options, reveal: true })
    return verdict.results.some(({ outcome }) => outcome === 'failed') ? verifyText(text, options) : verdict
  } catch (error) {
    if (!(error instanceof RangeError)) throw error // a text that no call stack is deep enough for
    return { conclusion: 'inconclusive', results: [], rules: documentRules }
  }
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The `id` of a credential, if it is one that cannot have anything private in it. */
const readId = ({ payload }: CredentialFacts): string | undefined =>
  typeof payload.id === 'string' && uuid.test(payload.id) ? payload.id : undefined

/** An entry of the index of lines; no octets for a credential without a usual `id`. */
function writeId(facts: CredentialFacts, ordinal: number): Buffer {
  const id = readId(facts)
  if (id === undefined) return Buffer.of()
  const entry = Buffer.alloc(idSize)
  entry.writeUIntLE(ordinal, 0, 6)
  entry.write(id.replaceAll('-', ''), 6, 'hex')
  return entry
}

type DescribeFacts = (facts: CredentialFacts) => ReturnType<typeof describeFacts>

/** Findings of one requirement that are kept: they show what is wrong, and the next ones seldom add to that. */
const mostFindings = 2

function createSums({ groupBy }: AuditPlan, describe: DescribeFacts) {
  const conclusions: Partial<Record<Conclusion, number>> = {}
  const outcomes = new Map<string, Partial<Record<Outcome, number>>>()
  const kinds = createCounter()
  const tallies = new Map<Dimension, Counter>()
  const groups = new Map<string, Map<string, number>>()
  const failures: AuditFailure[] = []
  const unread: UnreadLine[] = []
  let credentials = 0
  const addGroups = (place: string, failed: readonly string[]): void => {
    const counts = groups.get(place) ?? new Map<string, number>()
    groups.set(place, counts)
    for (const id of failed) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return {
    addUnread: ({ line, ordinal }: AuditedLine, problem: string): void => {
      unread.push({ line, ordinal, problem })
    },
    addVerdict: (
      { line, ordinal, name }: AuditedLine,
      { kind = 'credential', conclusion, results, rules }: Pick<Verdict, 'kind' | 'conclusion' | 'results' | 'rules'>,
      facts: CredentialFacts | undefined,
    ): void => {
      conclusions[conclusion] = (conclusions[conclusion] ?? 0) + 1
      for (const { requirement, outcome } of results) addOutcome(outcomes, requirement.id, outcome)
      const failed = results.filter((each) => each.outcome === 'failed' && isDeciding(each, rules))
      const id = name ?? (facts && readId(facts))
      for (const { requirement, findings } of failed)
        failures.push({
          ...(id !== undefined && { id: id.slice(0, 100) }),
          ...{ line, ordinal, requirement: requirement.id },
          findings: findings.slice(0, mostFindings).map(({ at, expected, actual }) => ({ at, expected, actual })),
        })
      const bad = failed.length > 0 ? 1 : 0
      kinds.add(kind, 1, bad)
      if (!facts) return
      credentials++
      for (const [dimension, keys] of describe(facts)) {
        const counter = tallies.get(dimension) ?? createCounter()
        tallies.set(dimension, counter)
        for (const each of keys) counter.add(each, 1, bad)
        if (dimension === groupBy && bad > 0) for (const each of keys) addGroups(each, failed.map(readRequirement))
      }
    },
    read: () => ({
      ...{ conclusions, credentials, failures, unread },
      kinds: kinds.read(),
      outcomes: Object.fromEntries(outcomes),
      tallies: Object.fromEntries([...tallies].map(([dimension, counter]) => [dimension, counter.read()])),
      groups: Object.fromEntries([...groups].map(([group, counts]) => [group, Object.fromEntries(counts)])),
    }),
  }
}

const readRequirement = ({ requirement }: { readonly requirement: { readonly id: string } }): string => requirement.id

function addOutcome(outcomes: Map<string, Partial<Record<Outcome, number>>>, id: string, outcome: Outcome): void {
  const counts = outcomes.get(id) ?? {}
  outcomes.set(id, counts)
  counts[outcome] = (counts[outcome] ?? 0) + 1
}
