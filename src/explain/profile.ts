import { type ArtefactProfile, isStandardProfile, type Profile, type StandardProfile } from '../../model/decision.ts'
import { documentRules, findDecidingReason } from '../../model/gate.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { wrapText } from '../../reporters/text/wording.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { listOwnRows, standards } from '../../suites/standards.ts'
import { describeProfile } from './lists.ts'

/** Explains a profile: where its requirements come from, what it is about, and what it answers. */
export function* explainProfile(profile: ArtefactProfile, paint: Paint): Generator<string> {
  yield `${paint('strong', profile)}  ${describeProfile(profile)}`
  yield ''
  const rows = (isStandardProfile(profile) ? standards[profile] : defaultSuite).requirements
  yield* formatField('requirements', countForces(rows), paint)
  yield* formatField('from', listTexts(rows), paint)
  yield* isStandardProfile(profile) ? explainStandard(profile, paint) : explainAnswers(profile, paint)
}

function countForces(rows: readonly Requirement[]): string {
  const mandatory = rows.filter((row) => findDecidingReason(row, documentRules) !== undefined).length
  const recommended = rows.filter(({ force }) => force === 'should').length
  return `${rows.length}: ${mandatory} mandatory, ${recommended} recommended, ${rows.length - mandatory - recommended} others`
}

/** The texts that requirements come from, the one with most of them first. */
const listTexts = (rows: readonly Requirement[]): string =>
  [...Map.groupBy(rows, nameText)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([text, some]) => `${text} (${some.length})`)
    .join(' · ')

const nameText = ({ standard = 'the document' }: Requirement): string =>
  standard.split(/,? (?:sections?|appendix|and) /i)[0] ?? standard

function* explainStandard(profile: StandardProfile, paint: Paint): Generator<string> {
  const { kinds, on = [] } = standards[profile]
  const { faults, variants, exchange } = standardProofs[profile]
  const trials = [
    `${faults.length + (exchange?.faults.length ?? 0)} faults`,
    `${variants.length + (exchange?.variants.length ?? 0)} legal variants`,
  ]
  if (on.length > 0)
    yield* formatField('on', `${on.join(' · ')}; ${listOwnRows(profile).length} requirements of its own`, paint)
  yield* formatField('judges', kinds.join(' · '), paint)
  yield* formatField('proven by', `${trials.join(', ')}: assay prove --profile ${profile}`, paint)
}

/** What a profile answers in another way than the document does by default. */
function* explainAnswers(profile: Profile, paint: Paint): Generator<string> {
  const { decisions } = defaultSuite
  const answered = decisions.filter((each) => each.profiles[profile] !== undefined)
  yield* formatField('decisions', `${decisions.length}: ${answered.length} answered by this profile`, paint)
  if (answered.length > 0) yield ''
  for (const { id, question, answers, profiles } of answered) {
    const answer = profiles[profile] ?? ''
    yield `  ${paint('strong', `${id} = ${answer}`)}`
    yield* [question, answers[answer] ?? ''].flatMap((text) => wrapText(text, 100).map((line) => `    ${line}`))
  }
}

function* formatField(label: string, text: string, paint: Paint): Generator<string> {
  for (const [i, line] of wrapText(text, 100).entries())
    yield `  ${paint('quiet', (i === 0 ? label : '').padEnd(13))} ${line}`
}
