// `npm test` plays samples of what takes long, others every day, so that in some days everything is played. CI plays
// everything (`npm run test:all`), and so does vitest by itself.

/** The number of the sample that is played: a day since 1970, unless a number is given. Without one, everything is played. */
export function readSampleNumber(text: string | undefined, today: number): number | undefined {
  if (text === undefined || text === '') return undefined
  const number = text === 'today' ? Math.floor(today / 86_400_000) : Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError(`TEST_SAMPLE is ${text}: give "today" or a number`)
  return number
}

/** Each `parts`-th of them, from another one on in each sample: as many samples in a row have all of them. */
export function drawSample<T>(all: readonly T[], parts: number, number: number | undefined): readonly T[] {
  if (number === undefined) return all
  const step = Math.min(parts, all.length)
  return all.filter((_, i) => i % step === number % step)
}

const number = readSampleNumber(process.env.TEST_SAMPLE, Date.now())

/** What is played of these now. */
export const sample = <T>(all: readonly T[], parts: number): readonly T[] => drawSample(all, parts, number)
