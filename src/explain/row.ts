import type { Profile } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Paint } from '../../reporters/text/paint.ts'

/** One line of an explanation: a label and a text. */
export const formatRow = (label: string, text: string, paint: Paint): string =>
  `  ${paint('quiet', label.padEnd(11))} ${text}`

/** The profile and the decisions that something needs, in words; empty for the defaults. */
export function describeSetting({
  profile,
  decisions,
}: {
  readonly profile: Profile
  readonly decisions: Readonly<Record<string, string>>
}): string {
  const answers = Object.entries(decisions).map(([key, answer]) => `${key}=${answer}`)
  return [...(profile === 'document' ? [] : [`profile ${profile}`]), ...answers].join(', ')
}

/** Who has to reject what breaks a requirement; nothing, where the requirement is about receivers itself. */
export function* formatReceivers(roles: Requirement['refusedBy'], paint: Paint): Generator<string> {
  if (roles.length > 0) yield formatRow('rejected by', roles.map((role) => `the ${role}`).join(', '), paint)
}

/** A force, and what it means for the verdict. */
export const describeForce = (force: Requirement['force']): string => `${force}: ${forces[force]}`

const forces: Readonly<Record<Requirement['force'], string>> = {
  must: 'the document or the standard says MUST',
  'must not': 'the document or the standard says MUST NOT',
  stated: 'the document or the standard states it without a keyword; it decides the verdict like a must',
  should: 'a recommendation; it decides the verdict only with --strict',
  info: 'a description; it never decides the verdict',
  gap: 'the document leaves it undefined; it is listed and never judged',
}
