import { Session } from 'node:inspector/promises'
import type { Mutant } from './operators.ts'

// What is reached, by the coverage that V8 counts: types are replaced by blanks, so that places are those of the source.

const session = new Session()
session.connect()

/** Begins to count what is reached. */
export async function startReaching(): Promise<void> {
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
}

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

/** Whether a mutant was reached since then. */
export async function listReached(folder: string): Promise<(mutant: Mutant) => boolean> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  return readReached(result, folder)
}

/** What V8 counted in one script. */
export interface ScriptCoverage {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}

/** Whether a mutant in a folder was reached, by what V8 counted. */
export function readReached(result: readonly ScriptCoverage[], folder: string): (mutant: Mutant) => boolean {
  const ranges = new Map<string, Range[]>()
  for (const { url, functions } of result) {
    const file = url.split('?')[0]?.split(`/${folder}`)[1]
    if (file === undefined) continue
    const own = ranges.get(folder + file) ?? []
    ranges.set(folder + file, [...own, ...functions.flatMap((each) => each.ranges)])
  }
  return ({ file, start, end }) => isReached(ranges.get(file) ?? [], start, end)
}

/** The narrowest range around a place tells. */
function isReached(ranges: readonly Range[], start: number, end: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= start && end <= endOffset)
  const [narrowest] = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
  return (narrowest?.count ?? 0) > 0
}
