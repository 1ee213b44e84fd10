// `npm test` plays samples of what takes long, others every day, so that in some days everything is played. CI plays several
// samples of each commit, and at night everything (`npm run test:all`), as vitest by itself does.

/** The samples that are played: those with the numbers from the first to the last. */
export interface Samples {
  readonly first: number
  readonly last: number
}

/** Files of which each sample has some: each file is in every so many samples. Tables are divided where they are, by `sample`. */
export const dividedFiles: Readonly<Record<string, number>> = {
  'test/audit/audit.test.ts': 3,
  'test/audit/campaign.test.ts': 4,
  'test/audit/remote.test.ts': 4,
  'test/audit/resume.test.ts': 3,
  'test/audit/thirteen.test.ts': 3,
  'test/breaks/breaks.test.ts': 6,
  'test/browser/console.test.ts': 5,
  'test/browser/digital-credentials.test.ts': 4,
  'test/browser/html-report.test.ts': 4,
  'test/browser/manual.test.ts': 3,
  'test/browser/screenshots.test.ts': 4,
  'test/browser/site.test.ts': 4,
  'test/claim-forgeries.test.ts': 4,
  'test/cli/by-hand.test.ts': 4,
  'test/cli/canaries.test.ts': 3,
  'test/cli/ecosystems.test.ts': 4,
  'test/cli/features.test.ts': 5,
  'test/cli/kept-runs.test.ts': 4,
  'test/cli/own-suite.test.ts': 3,
  'test/cli/plan.test.ts': 3,
  'test/cli/printed-commands.test.ts': 5,
  'test/cli/process.test.ts': 3,
  'test/cli/record-kept.test.ts': 5,
  'test/cli/report.test.ts': 4,
  'test/cli/suite-config.test.ts': 3,
  'test/cli/threads.test.ts': 3,
  'test/disabled-validations.test.ts': 3,
  'test/docs/journeys.test.ts': 4,
  'test/docs/walk.test.ts': 5,
  'test/drivers/command.test.ts': 4,
  'test/e2e/bound-nonces.test.ts': 4,
  'test/e2e/causes.test.ts': 3,
  'test/e2e/crashes.test.ts': 4,
  'test/e2e/error-bodies.test.ts': 4,
  'test/e2e/escaped-errors.test.ts': 3,
  'test/e2e/examples.test.ts': 8,
  'test/e2e/interrupted.test.ts': 5,
  'test/e2e/keys-change.test.ts': 3,
  'test/e2e/killed.test.ts': 8,
  'test/e2e/lost-keys.test.ts': 4,
  'test/e2e/memory.test.ts': 5,
  'test/e2e/minimal.test.ts': 6,
  'test/e2e/mutants.test.ts': 8,
  'test/e2e/resumed-tests.test.ts': 8,
  'test/e2e/source-mutants.test.ts': 4,
  'test/e2e/twins.test.ts': 4,
  'test/e2e/unconfirmed-defaults.test.ts': 5,
  'test/hostile-keys.test.ts': 3,
  'test/inert.test.ts': 5,
  'test/judge/assumed-pairs.test.ts': 3,
  'test/kept-proof.test.ts': 3,
  'test/oracle/oracle.test.ts': 3,
  'test/package.test.ts': 4,
  'test/plans.test.ts': 6,
  'test/presets.test.ts': 6,
  'test/profile/profile.test.ts': 4,
  'test/prove/contributing.test.ts': 10,
  'test/selected-calls.test.ts': 3,
  'test/standard-suite.test.ts': 3,
  'test/standards/certificates.test.ts': 4,
  'test/standards/issuer-side-by-side.test.ts': 4,
  'test/standards/rejudge.test.ts': 4,
  'test/standards/resume.test.ts': 3,
  'test/standards/sample-time.test.ts': 3,
  'test/standards/seed.test.ts': 4,
  'test/standards/test-report.test.ts': 4,
  'test/standards/try-haip-issuer.test.ts': 8,
  'test/standards/try-haip-presenter.test.ts': 8,
  'test/standards/try-haip-verifier.test.ts': 8,
  'test/standards/try-haip-wallet.test.ts': 8,
  'test/standards/try-holder.test.ts': 4,
  'test/standards/try-relying-party.test.ts': 4,
  'test/standards/verifier-side-by-side.test.ts': 4,
  'test/standards/verifier-status.test.ts': 4,
  'test/suite.test.ts': 8,
  'test/target-matrix.test.ts': 4,
  'test/ui/console.test.ts': 3,
  'test/ui/pages.test.ts': 4,
  'test/ui/suites.test.ts': 4,
  'test/unreadable.test.ts': 3,
  'test/validation-matrix.test.ts': 3,
}

/** The samples that are played: today's, whose number counts the days since 1970, or those with the given numbers. Without any, everything is played. */
export function readSamples(text: string | undefined, today: number): Samples | undefined {
  if (text === undefined || text === '') return undefined
  const numbers = text === 'today' ? `${Math.floor(today / 86_400_000)}` : text
  const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(numbers) ?? []
  if (Number(first) <= Number(last)) return { first: Number(first), last: Number(last) }
  throw new TypeError(`TEST_SAMPLE is ${text}: it has to be a number, two such as 7-10, or "today"`)
}

/** The samples as `TEST_SAMPLE` names them. */
export const formatSamples = ({ first, last }: Samples): string => (first === last ? `${first}` : `${first}-${last}`)

/** Each `parts`-th of them, from another one on in each sample: as many samples in a row have all of them. */
export function drawSample<T>(all: readonly T[], parts: number, samples: Samples | undefined): readonly T[] {
  const step = Math.min(parts, all.length)
  return all.filter((_, i) => has(samples, i, step))
}

/** Whether one of the samples has what each `step`-th has, the one with the number `place` among them. */
function has(samples: Samples | undefined, place: number, step: number): boolean {
  if (samples === undefined) return true
  const { first, last } = samples
  return first + ((((place - first) % step) + step) % step) <= last
}

/** The files that samples do not have. Files of as many parts take turns, so that samples are about as long as one another. */
export function listLeftOut(samples: Samples | undefined, files = dividedFiles): readonly string[] {
  const all = Object.entries(files)
  const countBefore = (place: number, parts: number): number =>
    all.slice(0, place).filter(([, each]) => each === parts).length
  return all.filter(([, parts], place) => !has(samples, -countBefore(place, parts), parts)).map(([file]) => file)
}

/** Into how many parts the calls of `sample` in a source divide their tables. */
export const findParts = (source: string): readonly number[] =>
  source
    .split(/\bsample\(/)
    .slice(1)
    .map((rest) => Number(/,\s+(\d+),?\s*\)/.exec(rest)?.[1]))

/** The samples of this run. */
export const played = readSamples(process.env.TEST_SAMPLE, Date.now())

/** What this run plays of them. */
export const sample = <T>(all: readonly T[], parts: number): readonly T[] => drawSample(all, parts, played)
