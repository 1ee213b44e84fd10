import { type Profile, profiles } from '../../model/decision.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { parseChoice, parsePair } from '../terminal/values.ts'
import { requireKnownAnswers } from './check-values.ts'

/** The profile and the answers that `--profile` and `--decision` give. */
export interface ProfileChoice {
  readonly profile?: Profile
  readonly decisions: Readonly<Record<string, string>>
}

/** Reads `--profile` and `--decision`. */
export function readProfileChoice(args: Arguments): ProfileChoice {
  const profile = args.text('profile')
  const pairs = args.texts('decision').map((pair) => parsePair('--decision', pair))
  return {
    ...(profile !== undefined && { profile: parseChoice('--profile', profile, profiles) }),
    decisions: requireKnownAnswers('--decision', Object.fromEntries(pairs)),
  }
}
