import {
  type ArtefactProfile,
  artefactProfiles,
  isStandardProfile,
  type Profile,
  profiles,
} from '../../model/decision.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { parseChoice, parsePair } from '../terminal/values.ts'
import { refuse, requireKnownAnswers } from './check-values.ts'

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
    ...(profile !== undefined && { profile: parseProfile('--profile', profile) }),
    decisions: requireKnownAnswers('--decision', Object.fromEntries(pairs)),
  }
}

/** The profiles of the exchange under the names that they once had. */
const renamed: ReadonlyMap<string, Profile> = new Map([
  ['rfc9901', 'document-rfc9901'],
  ['sd-jwt-vc', 'document-sd-jwt-vc'],
  ['openid4vci-1.0', 'document-openid4vci'],
])

/** What to use instead of the name of a standard, or of a profile that is called otherwise now; nothing for others. */
export function explainProfile(word: string): string | undefined {
  const now = renamed.get(word)
  const exchange = now === undefined ? '' : `; for the exchange of the document, use \`${now}\``
  if (isStandardProfile(word))
    return `\`${word}\` judges artefacts, and no exchange: use \`assay verify --profile ${word}\`${exchange}`
  return now === undefined ? undefined : `\`${word}\` is now called \`${now}\``
}

/** A profile of the exchange, by its name. */
export function parseProfile(at: string, word: string): Profile {
  const instead = explainProfile(word)
  return instead === undefined ? parseChoice(at, word, profiles) : refuse(at, instead)
}

/** What an artefact is judged by, by its name. */
export function parseArtefactProfile(at: string, word: string): ArtefactProfile {
  if (isStandardProfile(word)) return word
  const instead = explainProfile(word)
  return instead === undefined ? parseChoice(at, word, artefactProfiles) : refuse(at, instead)
}
