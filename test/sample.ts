import { relative } from 'node:path'
import seconds from './seconds.json' with { type: 'json' }

// `npm test` plays samples of what takes long, others every day, so that in some weeks everything is played. CI plays several
// samples of each commit, and at night everything (`npm run test:all`), as vitest by itself does.

/** The samples that are played: those with the numbers from the first to the last. */
export interface Samples {
  readonly first: number
  readonly last: number
}

/** How long a sample plays of a file, in seconds of processor time. */
const share = 2

/** How long files take that are divided, in seconds of processor time. Every sample has all others as a whole. */
const lengths: ReadonlyMap<string, number> = new Map(Object.entries(seconds))

/** Files that take long, and that every sample has as a whole: they notice most of what can break. */
const wholeFiles: ReadonlyMap<string, number> = new Map([
  ['test/matrix.test.ts', 95],
  ['test/standards/foundations.test.ts', 60],
  ['test/disabled-validations.test.ts', 40],
  ['test/fixtures.test.ts', 35],
  ['test/probes.test.ts', 10],
])

const nameFile = (file: string): string => relative(process.cwd(), file)

/** Into how many parts a file is divided: each of its tests is in one of as many samples. */
export const countParts = (file: string): number => Math.ceil((lengths.get(nameFile(file)) ?? 0) / share) || 1

/** How long a file is played, about: by a sample, or as a whole. */
export const estimateLength = (file: string, samples: Samples | undefined): number =>
  wholeFiles.get(nameFile(file)) ??
  Math.min(samples ? share : Number.POSITIVE_INFINITY, lengths.get(nameFile(file)) ?? 1)

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

/** Whether one of the samples has what each `parts`-th has, the one with the number `place` among them. */
export const isIn = ({ first, last }: Samples, place: number, parts: number): boolean =>
  first + ((((place - first) % parts) + parts) % parts) <= last

/** Where a file begins: those with few tests are in other samples than their neighbours, so that samples are as long as one another. */
export const findStart = (file: string): number => Math.max(0, [...lengths.keys()].indexOf(nameFile(file))) * 7

/** The samples of this run. */
export const played = readSamples(process.env.TEST_SAMPLE, Date.now())
