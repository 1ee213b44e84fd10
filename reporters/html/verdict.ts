import type { ResultTold, RunReport, RunVerdict } from '../../src/model/run-report.ts'
import { counted } from '../lines.ts'
import { inARow, isRequired, type Tone, targetsOf } from './words.ts'

/** A verdict as it would be read out: one sentence for the room, and the ones that explain it. */
export interface Spoken {
  readonly tone: Tone
  readonly headline: string
  readonly sentences: readonly string[]
}

/** What is judged, as the subject of a sentence. */
export function subjectOf(report: RunReport): string {
  const { vendor, product, version } = report.subject
  const named = [vendor, product, version].filter((part) => part !== undefined).join(' ')
  if (named !== '') return named
  const roles = targetsOf(report).map(({ role }) => `the ${role}`)
  return roles.length === 0 ? 'the reference cast' : inARow(roles)
}

const isMany = (report: RunReport): boolean =>
  targetsOf(report).length > 1 && Object.values(report.subject).every((part) => part === undefined)

/** Says a verdict in words. */
export function spoken(report: RunReport): Spoken {
  const { result, claimable } = report.verdict
  const subject = subjectOf(report)
  const [tone, verb, verbs] = predicates[result]
  const headline = `${capital(subject)} ${isMany(report) ? verbs : verb}.`
  return {
    tone: result === 'conformant' && !claimable ? 'doubt' : tone,
    headline: claimable || result !== 'conformant' ? headline : `${headline.slice(0, -1)}, with a footnote.`,
    sentences: [...explained(report)],
  }
}

const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

const predicates: Readonly<Record<RunVerdict, readonly [tone: Tone, one: string, many: string]>> = {
  conformant: ['good', 'conforms', 'conform'],
  nonconformant: ['bad', 'does not conform', 'do not conform'],
  inconclusive: ['doubt', 'can be called neither conformant nor not', 'can be called neither conformant nor not'],
  unavailable: ['doubt', 'could not be reached', 'could not be reached'],
  defect: ['bad', 'was not judged, for want of a sound tool', 'were not judged, for want of a sound tool'],
  interrupted: ['doubt', 'was not judged to the end', 'were not judged to the end'],
}

function* explained(report: RunReport): Generator<string> {
  const { result, claimable } = report.verdict
  if (result === 'unavailable')
    return yield 'A message was lost on the way, and what was missed may have been the cause of anything else. Nothing is said of the target.'
  if (result === 'defect') yield 'Assay itself failed. That is no finding about the target; please report it.'
  if (result === 'interrupted') yield 'The run was interrupted. What was seen until then follows.'
  yield* remains(report.results)
  yield tally(report.results)
  yield* footnote(report)
  if (claimable) yield 'Nothing was assumed and nothing was left out: this may be claimed.'
}

/** What has to happen before anybody goes live. */
function* remains(results: readonly ResultTold[]): Generator<string> {
  const count = (outcome: ResultTold['outcome']): number =>
    results.filter((each) => isRequired(each) && each.outcome === outcome).length
  const [failed, unclear] = [count('failed'), count('cantTell')]
  const parts = [
    ...(failed > 0
      ? [`${counted(failed, 'requirement that fails has', 'requirements that fail have')} to be met`]
      : []),
    ...(unclear > 0 ? [`${counted(unclear, 'that cannot be told has', 'that cannot be told have')} to be shown`] : []),
  ]
  if (parts.length > 0) yield `Before going live, ${inARow(parts)}.`
}

/** How many of the requirements that decide ended how. */
function tally(results: readonly ResultTold[]): string {
  const deciding = results.filter(isRequired)
  const count = (...outcomes: readonly ResultTold['outcome'][]): number =>
    deciding.filter(({ outcome }) => outcomes.includes(outcome)).length
  const parts = [
    `${count('passed', 'passedNonStrict')} passed`,
    `${count('failed')} failed`,
    ...(count('cantTell') > 0 ? [`${count('cantTell')} cannot be told`] : []),
    ...(count('harnessError') > 0 ? [`${count('harnessError')} met a defect of Assay`] : []),
    ...(count('untested', 'inapplicable') > 0
      ? [`${count('untested', 'inapplicable')} were not tested or do not apply`]
      : []),
  ]
  return `Of ${counted(deciding.length, 'requirement')} that decide, ${inARow(parts)}.`
}

function* footnote({ decisions, selection }: RunReport): Generator<string> {
  const assumed = decisions.filter(({ source }) => source === 'assumed').length
  if (assumed > 0)
    yield `It rests on ${counted(assumed, 'answer')} that nobody gave and that ${assumed === 1 ? 'was' : 'were'} assumed.`
  if (!selection.complete) yield 'Only a part of the requirements was asked for.'
}
