/** What an issuer gives to one session alone, by its name. */
export type GivenTexts = Map<string, string[]>

/** Remembers what only one session may have. */
export const keepGiven = ({ given }: { readonly given: GivenTexts }, name: string, text: string): void => {
  given.set(name, [...(given.get(name) ?? []), text])
}
