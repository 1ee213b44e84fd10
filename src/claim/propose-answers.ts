import { answerDecision, type Decision, type Profile } from '../../model/decision.ts'
import type { RecordLine } from '../../model/record.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { claimedSuites } from '../../suites/claimed.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import type { StoredRun } from '../run-folder/read-run.ts'
import { listAgreements } from './agreements.ts'

/**
 * How an answer was found: `observed` in what the target sent, `used` in every session without an objection of the target,
 * `assumed`, since nothing in the run depends on it, or `given` by a person.
 */
export type Basis = 'observed' | 'used' | 'assumed' | 'given'

/** A decision without an answer, and the answer that a run speaks for. */
export interface Proposal {
  readonly decision: Decision
  readonly answer: string
  readonly basis: Basis
  /** What shows it, in one line. */
  readonly shownBy: string
}

/**
 * Proposes an answer to every decision that a run left at its default, under the profile that is chosen, and to every one
 * on which a failure depends.
 */
export function listProposals({ report, record = [] }: StoredRun, profile: Profile): readonly Proposal[] {
  return report.decisions.flatMap(({ id, value, source }) => {
    const decision = defaultSuite.decisions.find((each) => each.id === id)
    if (!decision || source === 'configured') return []
    const isOpen = source === 'default' && answerDecision(decision, profile, {}).source === 'default'
    if (isOpen) return [proposeAnswer(decision, value, report, record)]
    const failed = source === 'profile' && report.results.find((result) => dependsOnAnswer(result, decision))
    return failed ? [proposeOwnAnswer(decision, answerDecision(decision, profile, {}).value, failed)] : []
  })
}

/** Whether a requirement failed, and another answer changes that, or an answer lets it count. */
const dependsOnAnswer = (result: ReportedResult, { id }: Decision): boolean =>
  result.outcome === 'failed' && (listAnswersWithout(result, id).length > 0 || listAgreements(result).includes(id))

/** The answers under which a failure would be none. */
const listAnswersWithout = ({ passesUnder = [], inapplicableUnder = [] }: ReportedResult, id: string) =>
  [...passesUnder, ...inapplicableUnder].filter((each) => each.startsWith(`${id} = `))

/** The answer of the profile is kept: that a target breaks it is no reason for another one. */
function proposeOwnAnswer(decision: Decision, answer: string, failed: ReportedResult): Proposal {
  const [other] = listAnswersWithout(failed, decision.id)
  const instead = other === undefined ? '' : `, and not with ${other}`
  return { decision, answer, basis: 'assumed', shownBy: `that of the profile; ${failed.id} fails with it${instead}` }
}

function proposeAnswer(decision: Decision, value: string, report: RunReport, record: readonly RecordLine[]): Proposal {
  const rows = report.results.filter(({ dependsOn }) => dependsOn.includes(decision.id))
  const message = findMessage(decision.id, record)
  const where = message ? ` (${describeMessage(message)})` : ''
  for (const row of rows) {
    const answer = findOtherAnswer(decision.id, row)
    if (answer !== undefined)
      return { decision, answer, basis: 'observed', shownBy: `${row.id} would pass with it${where}` }
  }
  const passed = rows.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id)
  if (passed.length > 0)
    return { decision, answer: value, basis: 'observed', shownBy: `${listPassed(passed)} passed with it${where}` }
  const isComplete = report.sessions.every(({ ended }) => ended === 'completed')
  return isComplete && isUsed(decision.id)
    ? { decision, answer: value, basis: 'used', shownBy: `every session was completed with it${where}` }
    : { decision, answer: value, basis: 'assumed', shownBy: 'the default; nothing in the run shows it' }
}

const listPassed = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first} and ${more.length} more`

/** The answer under which a requirement that does not pass would pass. */
const findOtherAnswer = (id: string, { outcome, passesUnder = [] }: ReportedResult): string | undefined =>
  outcome === 'failed' || outcome === 'cantTell'
    ? passesUnder.find((each) => each.startsWith(`${id} = `))?.slice(`${id} = `.length)
    : undefined

/** Decisions that no message shows by itself: what a run does not wait for, and what it does not provoke. */
const unused = /^(limits|times|errors)\./

const isUsed = (id: string): boolean => !unused.test(id)

/** The message that shows an answer: the first of its endpoint that was answered. */
function findMessage(id: string, record: readonly RecordLine[]): RecordLine | undefined {
  const endpoint = claimedSuites.document.findEndpoint?.(id)
  return record.find(
    (each) => each.endpoint === endpoint && (each.response === undefined || each.response.status < 300),
  )
}

const describeMessage = ({ session, number, request, response }: RecordLine): string =>
  `${session}, message ${number}: ${request.method} ${request.url.split('?')[0]}${response ? ` → ${response.status}` : ''}`
