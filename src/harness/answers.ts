import { type Answer, answer, type Decide, type Decision, type Preset } from '../model/decision.ts'
import { HarnessError } from '../model/errors.ts'
import { didYouMean } from './nearest.ts'

/** Which preset holds, and what was answered on top of it. */
export interface Answering {
  readonly profile: Preset
  readonly given: Readonly<Record<string, string>>
}

/** A decision that was needed, and how it was answered. */
export interface Taken extends Answer {
  readonly decision: Decision
}

/** Answers decisions and keeps count of those that were asked for. */
export interface Answers {
  readonly decide: Decide
  readonly taken: () => readonly Taken[]
}

/** Starts to answer. What was given has to have been validated. */
export function answersUnder({ profile, given }: Answering): Answers {
  const taken = new Map<string, Taken>()
  const decide: Decide = (decision) => {
    const known = taken.get(decision.id) ?? { decision, ...answer(decision, profile, given) }
    taken.set(decision.id, known)
    return known.value as keyof typeof decision.variants // what was given is validated, the rest are the rows' own
  }
  return { decide, taken: () => [...taken.values()] }
}

/** Refuses an answer to a question that nobody asked, and one that is no answer to it. */
export function validateAnswers(given: Readonly<Record<string, string>>, decisions: readonly Decision[]): void {
  for (const [id, value] of Object.entries(given)) {
    const decision = decisions.find((each) => each.id === id)
    if (!decision) {
      const near = didYouMean(id, decisions.map(idOf))
      throw new HarnessError('ERR_DECISION', `there is no decision \`${id}\`${near}`)
    }
    const variants = Object.keys(decision.variants)
    if (variants.length === 0 || variants.includes(value)) continue
    const near = didYouMean(value, variants) || `; the answers are ${variants.join(', ')}`
    throw new HarnessError('ERR_DECISION', `\`${value}\` is no answer to \`${id}\`${near}`)
  }
}

const idOf = ({ id }: Decision): string => id
