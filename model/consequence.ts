/** What a breach harms: safety, people, cooperation with other implementations, or only good order. */
export const harms = ['security', 'privacy', 'interoperability', 'hygiene'] as const
export type Harm = (typeof harms)[number]

/** What follows from a breach: what an attacker gains, or what a user suffers. */
export interface Consequence {
  readonly harm: Harm
  readonly text: string
}

const consequence =
  (harm: Harm) =>
  (text: string): Consequence => ({ harm, text })

export const security = consequence('security')
export const privacy = consequence('privacy')
export const interoperability = consequence('interoperability')
export const hygiene = consequence('hygiene')
