import { answerDecision, type Decide, type Decision, type DecisionAnswer, type Profile } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'

/** Which preset holds, and what was answered on top of it. */
export interface DecisionSettings {
  readonly profile: Profile
  readonly decisions: Readonly<Record<string, string>>
}

/** A decision that was needed, and how it was answered. */
export interface TakenDecision extends DecisionAnswer {
  readonly decision: Decision
}

/** Answers decisions and keeps count of those that were asked for. */
export interface Decider {
  readonly decide: Decide
  readonly taken: () => readonly TakenDecision[]
}

/** Starts to answer. What was given has to have been validated. */
export function createDecider({ profile, decisions }: DecisionSettings): Decider {
  const taken = new Map<string, TakenDecision>()
  const decide: Decide = (decision) => {
    const known = taken.get(decision.id) ?? { decision, ...answerDecision(decision, profile, decisions) }
    taken.set(decision.id, known)
    return known.value as keyof typeof decision.answers // what was given is validated, the rest are the rows' own
  }
  return { decide, taken: () => [...taken.values()] }
}

/** Refuses an answer to a question that nobody asked, and one that is no answer to it. */
export function validateAnswers(given: Readonly<Record<string, string>>, decisions: readonly Decision[]): void {
  for (const [id, value] of Object.entries(given)) {
    const decision = decisions.find((each) => each.id === id)
    if (!decision) {
      const near = suggestWord(id, decisions.map(readId))
      throw new HarnessError('ERR_DECISION', `there is no decision \`${id}\`${near}`)
    }
    const variants = Object.keys(decision.answers)
    if (variants.length === 0 || variants.includes(value)) continue
    const near = suggestWord(value, variants) || `; the answers are ${variants.join(', ')}`
    throw new HarnessError('ERR_DECISION', `\`${value}\` is no answer to \`${id}\`${near}`)
  }
}

const readId = ({ id }: Decision): string => id
