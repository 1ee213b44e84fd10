import { HarnessError } from '../../../model/errors.ts'
import { createRandom } from '../../runtime/random.ts'
import type { AuditPortion } from './audit-plan.ts'

/** Lines that can be drawn: each is a number in memory. */
export const mostDrawn = 1_000_000

/** Draws ordinals of lines, each as probable as any other, in order. The same seed draws the same. */
export function drawOrdinals(lines: number, count: number, seed: string): Float64Array {
  const random = createRandom(`sample ${seed}`)
  const drawn = new Set<number>()
  for (let last = Math.max(0, lines - count); last < lines; last++) {
    const one = Math.floor((random(6).readUIntBE(0, 6) / 2 ** 48) * (last + 1))
    drawn.add(drawn.has(one) ? last : one)
  }
  return Float64Array.from(drawn).sort()
}

/** What of the lines is judged. Without it, all of them. */
export interface LineChoice {
  readonly drawn?: Float64Array
  readonly limit?: number
}

/** Chooses lines of portions. Portions that have none of them are read and not judged. */
export async function* chooseLines(
  portions: AsyncIterable<AuditPortion>,
  { drawn, limit = Number.POSITIVE_INFINITY }: LineChoice,
): AsyncGenerator<AuditPortion> {
  for await (const portion of portions) {
    const { ordinal, line, end } = portion
    if (ordinal >= limit) return
    const lines = Math.min(end.line - line, limit - ordinal)
    const isWhole = !drawn && lines === end.line - line
    yield isWhole ? portion : { ...portion, drawn: listWanted(ordinal, lines, drawn) }
  }
}

/** The lines of a portion that are wanted, counted from its first one. */
function listWanted(ordinal: number, lines: number, drawn?: Float64Array): Uint32Array {
  if (!drawn) return Uint32Array.from({ length: lines }, (_, i) => i)
  const from = findFirst(drawn, ordinal)
  return Uint32Array.from(drawn.subarray(from, findFirst(drawn, ordinal + lines)), (one) => one - ordinal)
}

/** The place of the first number that is not smaller. */
function findFirst(sorted: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Counts the lines of all sources, for which they are read once more. */
export async function countLines(portions: AsyncIterable<AuditPortion>): Promise<number> {
  let lines = 0
  for await (const { line, end } of portions) lines += end.line - line
  if (lines === 0) throw new HarnessError('ERR_INPUT', 'the sources have no line')
  return lines
}
