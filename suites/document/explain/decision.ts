import { type Decision, profiles } from '../../../model/decision.ts'
import { formatRow } from '../../../reporters/text/explanation.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { wrapText } from '../../../reporters/text/wording.ts'
import { requirements } from '../all/requirements.ts'

/** A decision: its question, its answers, and the requirements that depend on it. */
export function* explainDecision(decision: Decision, paint: Paint): Generator<string> {
  const { id, section, question, arises, stake } = decision
  yield `${paint('strong', id)}  ${question}`
  yield ''
  yield formatRow('section', `${section}; ${arises.map((each) => reasons[each]).join(', and ')}`, paint)
  yield* formatAnswers(decision, paint)
  if (stake) {
    for (const [i, line] of wrapText(stake, 100).entries()) yield formatRow(i === 0 ? 'at stake' : '', line, paint)
  }
  yield* formatDependents(decision, paint)
  yield formatRow('to answer', `--decision ${id}=${suggestAnswer(decision)}`, paint)
}

const reasons = {
  gap: 'the document leaves it undefined',
  ambiguity: 'the document can be read in several ways',
} as const

function* formatAnswers(decision: Decision, paint: Paint): Generator<string> {
  const { answers, otherText, default: usual } = decision
  if (Object.keys(answers).length === 0) yield formatRow('answer', `any text; default ${usual}`, paint)
  for (const [answer, meaning] of Object.entries(answers)) {
    const own = profiles.filter(
      (profile) => decision.profiles[profile as keyof typeof decision.profiles] === answer, // the document sets none
    )
    const marks = [...(answer === usual ? ['default'] : []), ...own.map((profile) => `--profile ${profile}`)]
    const mark = marks.length > 0 ? ` (${marks.join(', ')})` : ''
    yield formatRow('answer', `${paint('strong', answer)}${mark}: ${meaning}`, paint)
  }
  if (otherText !== undefined) yield formatRow('answer', `any other text: ${otherText}`, paint)
}

function* formatDependents({ id }: Decision, paint: Paint): Generator<string> {
  const dependents = requirements.filter(({ dependsOn }) => dependsOn.some((each) => each.id === id))
  if (dependents.length === 0) yield formatRow('affects', 'no requirement directly', paint)
  for (const each of dependents) yield formatRow('affects', `${paint('strong', each.id)}  ${each.text}`, paint)
}

/** An answer other than the default. */
const suggestAnswer = ({ answers, default: usual }: Decision): string =>
  Object.keys(answers).find((answer) => answer !== usual) ?? 'TEXT'
