import type { Profile } from '../../model/decision.ts'
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
