/** A description as a part of an id. */
export const toSlug = (description: string): string =>
  description
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Tells whether something was chosen, by its id. */
export type IsChosen = (id: string) => boolean

/** What is named, and what is of it: a requirement has faults `ID/…`. Everything is chosen where nothing is named. */
export const chooseIds =
  (names: readonly string[]): IsChosen =>
  (id) =>
    names.length === 0 || names.some((name) => id === name || id.startsWith(`${name}/`))
