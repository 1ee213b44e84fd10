import {
  answerDecision,
  type Decide,
  type Decision,
  type DecisionAnswer,
  isAnswerOf,
  type Profile,
} from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'

/** A profile, and the answers that replace some of its own. */
export interface DecisionSettings {
  readonly profile: Profile
  readonly decisions: Readonly<Record<string, string>>
}

/** A decision that was needed, with its answer. */
export interface TakenDecision extends DecisionAnswer {
  readonly decision: Decision
}

/** Answers decisions and lists those that were needed. */
export interface Decider {
  readonly decide: Decide
  readonly taken: () => readonly TakenDecision[]
}

/** Creates a decider. The answers in the settings must be valid. */
export function createDecider({ profile, decisions }: DecisionSettings): Decider {
  const taken = new Map<string, TakenDecision>()
  const decide: Decide = (decision) => {
    const known = taken.get(decision.id) ?? { decision, ...answerDecision(decision, profile, decisions) }
    taken.set(decision.id, known)
    return known.value as keyof typeof decision.answers // answers in settings are valid, and those of profiles come from the decision
  }
  return { decide, taken: () => [...taken.values()] }
}

/** Rejects answers to decisions that do not exist, and answers that a decision does not have. */
export function validateAnswers(given: Readonly<Record<string, string>>, decisions: readonly Decision[]): void {
  for (const [id, value] of Object.entries(given)) {
    const decision = decisions.find((each) => each.id === id)
    if (!decision) {
      const near = suggestWord(id, decisions.map(readId))
      throw new HarnessError('ERR_DECISION', `there is no decision \`${id}\`${near}`)
    }
    if (isAnswerOf(decision, value)) continue
    const answers = Object.keys(decision.answers)
    const near = suggestWord(value, answers) || `; the answers are ${answers.join(', ')}`
    throw new HarnessError('ERR_DECISION', `\`${value}\` is not an answer to \`${id}\`${near}`)
  }
}

const readId = ({ id }: Decision): string => id
