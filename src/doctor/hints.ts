/** What to do about something that a target lacks. */
const hints: Readonly<Record<string, string>> = {
  address: '`assay init --url URL` looks for it at the usual places and writes what it finds to the configuration',
  metadata: 'give its path: --decision metadata.path=literal, insertion or append',
  keys: 'give its path: --decision endpoints.jwks.path=/PATH',
  clock: 'correct the clock that is wrong: times in signed artefacts are compared with this one',
}

/** What to do about a check that failed. */
export const findHint = (what: string): string =>
  hints[what] ?? `start the target, or correct targets.${what.replaceAll(' ', '-')}.url`
