import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { minimise } from './minimise.ts'
import { mutate } from './mutate.ts'
import { examine, examineAgain, type Finding } from './oracle.ts'
import type { Original } from './originals.ts'
import { callsPerText, parseWithAll } from './parsers.ts'
import { createDraw } from './random.ts'

/** What is given the inputs. */
export type Aim = 'verify' | 'parsers'

export interface FuzzOptions {
  readonly originals: readonly Original[]
  readonly aim: Aim
  readonly seed: number
  /** The number of the first input. */
  readonly from: number
  /** Seconds after which it ends, and inputs. */
  readonly seconds: number
  readonly inputs: number
}

/** An input at which Assay does something wrong; `from` with the seed makes it again. */
export interface FoundCase extends Finding {
  readonly seed: number
  readonly from: number
  readonly place: string
  readonly text: string
}

/** The figures of one go. */
export interface FuzzFigures {
  readonly inputs: number
  readonly calls: number
  readonly repeated: number
  readonly seconds: number
  /** Milliseconds of CPU time that the slowest input took, and which one that was. */
  readonly slowest: { readonly milliseconds: number; readonly from: number }
  /** The most memory that the process ever held, in megabytes. */
  readonly peak: number
  readonly found: readonly FoundCase[]
}

/** Of so many inputs, one is judged twice more. */
const repeatOneOf = 64

/** More findings than these would be the same ones again. */
const mostFound = 20

/** Milliseconds that no input may take. */
const tooSlow = 1_000

export async function fuzz({ originals, aim, seed, from, seconds, inputs }: FuzzOptions): Promise<FuzzFigures> {
  const began = performance.now()
  const found: FoundCase[] = []
  let [count, repeated, slowest] = [0, 0, { milliseconds: 0, from }]
  for (; count < inputs && found.length < mostFound; count++) {
    if (count % 16 === 0) {
      if (performance.now() - began > 1_000 * seconds) break
      await setImmediate() // Node frees what is outside its heap only between tasks
    }
    const number = from + count
    const { text, original, isTrusted } = makeInput(originals, seed, number)
    const before = process.threadCpuUsage()
    const finding = aim === 'verify' ? examine(text, original, isTrusted) : parseWithAll(text)
    const { user, system } = process.threadCpuUsage(before)
    const milliseconds = (user + system) / 1_000
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, from: number }
    const isRepeated = aim === 'verify' && number % repeatOneOf === 0
    if (isRepeated) repeated++
    const wrong =
      finding ??
      (isRepeated ? examineAgain(text, original) : undefined) ??
      (milliseconds > tooSlow ? { what: 'slow', detail: `${milliseconds} ms` } : undefined)
    if (wrong)
      found.push({
        ...wrong,
        seed,
        from: number,
        place: original.kind,
        text: reduce(text, wrong, { original, isTrusted, aim }),
      })
  }
  const passed = (performance.now() - began) / 1_000
  const calls = aim === 'parsers' ? count * callsPerText : count
  return { inputs: count, calls, repeated, seconds: passed, slowest, peak: readPeak(), found }
}

/** Makes the input of a number: an original with one to four mutations. */
export function makeInput(originals: readonly Original[], seed: number, number: number) {
  const draw = createDraw(seed, number)
  const original = draw.any(originals)
  if (!original) throw new TypeError('there is nothing to change')
  const mutation = { draw, keys: original.known.keys ?? [], isTrusted: false }
  let { text } = original
  for (let left = draw.pick([1, 1, 1, 2, 4]); left > 0; left--) text = mutate(text, mutation)
  return { text, original, isTrusted: mutation.isTrusted }
}

/** The longest text that is made smaller: each step is one judgement. */
const longestReduced = 20_000

function reduce(
  text: string,
  { what }: Finding,
  { original, isTrusted, aim }: { original: Original; isTrusted: boolean; aim: Aim },
): string {
  if (text.length > longestReduced || what.startsWith('another') || what === 'slow') return text
  const examineAs = (each: string) => (aim === 'verify' ? examine(each, original, isTrusted) : parseWithAll(each))
  return minimise(text, (each) => examineAs(each)?.what === what)
}

/** Linux counts the peak of this program; elsewhere that of what started it may be in it. */
export function readPeak(): number {
  const own =
    process.platform === 'linux' ? /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] : undefined
  return Math.round(Number(own ?? process.resourceUsage().maxRSS) / 1024)
}
