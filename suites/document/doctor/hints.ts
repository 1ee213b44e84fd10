/** What to do about something that a target lacks. */
const hints: Readonly<Record<string, string>> = {
  address: '`assay init --url URL` looks for it at the usual paths, and writes the result to the configuration',
  metadata: 'pass its path: --decision metadata.path=literal, insertion or append',
  keys: 'pass its path: --decision endpoints.jwks.path=/PATH',
  clock: 'correct the clock: times in signed artefacts are compared with the clock of this machine',
}

/** What to do about a check that failed. */
export const findHint = (what: string): string =>
  hints[what] ?? `start the target, or correct targets.${what.replaceAll(' ', '-')}.url`
