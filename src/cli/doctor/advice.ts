/** What to do about something that a target ought to have. */
const advice: Readonly<Record<string, string>> = {
  address: '`assay init --url URL` tries the usual places, and writes down what it finds',
  metadata: 'say where they are: --decision metadata.path=literal | insertion | append',
  keys: 'say where they are: --decision endpoints.jwks.path=/PATH',
  clock: 'set the clock that is wrong: times in what the target signs are held against ours',
}

/** What to do about a sighting that is not well. */
export const adviceOn = (what: string): string =>
  advice[what] ?? `start it, or mend targets.${what.replaceAll(' ', '-')}.url`
