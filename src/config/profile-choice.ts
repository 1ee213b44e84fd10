import {
  type ArtefactProfile,
  artefactProfiles,
  isStandardProfile,
  type Profile,
  profiles,
  type StandardProfile,
} from '../../model/decision.ts'
import { suites } from '../../suites/suites.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { parseChoice, parsePair } from '../terminal/values.ts'
import { refuse, requireKnownAnswers } from './check-values.ts'
import { listRoles, listStandards, type PlayedStandard, playedStandards, type TestedRole } from './tested-roles.ts'

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

/** The profile of the exchange that once had a name. */
function findRenamed(word: string): Profile | undefined {
  if (word === 'rfc9901') return 'document-rfc9901'
  return isStandardProfile(word) ? suites[word].namesake : undefined
}

/** The commands that test an implementation by a standard: those for the targets, where one of them can be tested by it. */
function listTestCommands(standard: StandardProfile, targets: readonly string[]): readonly string[] {
  const all = playedStandards.flatMap((each) => (each === standard ? listRoles(each) : []))
  const own = all.filter((role) => targets.includes(role))
  return (own.length > 0 ? own : all).map((role) =>
    listStandards(role)[0] === standard ? `\`assay test ${role}\`` : `\`assay test ${role} --profile ${standard}\``,
  )
}

/**
 * What to use instead of the name of a standard, or of a profile that is called otherwise now; nothing for others. Targets
 * are the roles that a configuration has.
 */
export function explainProfile(word: string, targets: readonly string[] = []): string | undefined {
  const now = findRenamed(word)
  const exchange = now === undefined ? '' : `; for the exchange of the document, use \`${now}\``
  if (!isStandardProfile(word)) return now === undefined ? undefined : `\`${word}\` is now called \`${now}\``
  const tests = listTestCommands(word, targets)
  const test = tests.length === 0 ? '' : `${tests.join(' or ')} for an implementation, `
  return `\`${word}\` is a standard by itself: use ${test}\`assay verify --profile ${word}\` for artefacts${exchange}`
}

/** A profile of the exchange, by its name. */
export function parseProfile(at: string, word: string): Profile {
  const instead = explainProfile(word)
  return instead === undefined ? parseChoice(at, word, profiles) : refuse(at, instead)
}

/** The standard by which a role is tested, by its name. What tests another role, or is no test, names its command. */
export function parseTestedStandard(at: string, word: string, role: TestedRole): PlayedStandard {
  const standards = listStandards(role)
  const own = standards.find((each) => each === word)
  if (own !== undefined) return own
  if (profiles.some((each) => each === word))
    refuse(at, `\`${word}\` is a profile of the document: use \`assay run --profile ${word}\``)
  if (!isStandardProfile(word)) return parseChoice(at, word, standards)
  const tests = listTestCommands(word, [])
  return tests.length > 0
    ? refuse(
        at,
        `\`${word}\` does not test this role: use ${tests.join(' or ')}, or choose from ${standards.join(', ')}`,
      )
    : refuse(at, `\`${word}\` is about artefacts: use \`assay verify --profile ${word}\``)
}

/** What an artefact is judged by, by its name. */
export function parseArtefactProfile(at: string, word: string): ArtefactProfile {
  if (isStandardProfile(word)) return word
  const instead = explainProfile(word)
  return instead === undefined ? parseChoice(at, word, artefactProfiles) : refuse(at, instead)
}
