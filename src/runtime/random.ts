import { AsyncLocalStorage } from 'node:async_hooks'
import { createCipheriv, createHash, randomBytes, randomInt } from 'node:crypto'

/** A source of octets. The same seed gives the same octets, in the same order. */
export type RandomOctets = (octets: number) => Buffer

/** The one place where randomness comes from. */
export function createRandom(seed: string): RandomOctets {
  const key = createHash('sha256').update(seed).digest()
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  let drawn = Buffer.alloc(0)
  return (octets) => {
    // Drawn ahead: most ask for 16 octets, and starting the cipher takes longer than a page of it.
    if (drawn.length < octets) drawn = Buffer.concat([drawn, stream.update(Buffer.alloc(Math.max(octets, page)))])
    const given = drawn.subarray(0, octets)
    drawn = drawn.subarray(octets)
    return given
  }
}

const page = 512

/** The seed that a text stands for: `random` draws a new one, so that every run explores something else. */
export const readSeed = (text: string): string => (text === 'random' ? drawSeed() : text)

/** Draws a seed: short, so that it can be typed again. */
export const drawSeed = (): string => String(randomInt(1_000_000_000))

/** Where octets come from while something runs. */
const sources = new AsyncLocalStorage<RandomOctets>()

/** Draws from a seed whatever is drawn while something runs, so that the same seed repeats it. */
export const drawFrom = <T>(seed: string, run: () => T): T => createDrawing(seed)(run)

/** The same for several runs, of which each goes on where the one before ended. */
export function createDrawing(seed: string): <T>(run: () => T) => T {
  let [turn, source] = [0, createRandom(seed)]
  const draw: RandomOctets = (octets) => {
    const current = turns.getStore()?.() ?? 0
    if (current !== turn) [turn, source] = [current, createRandom(`${seed} ${current}`)]
    return source(octets)
  }
  return (run) => sources.run(draw, run)
}

/** How often what runs was interrupted and continued. */
const turns = new AsyncLocalStorage<() => number>()

/** Draws other values from the same seeds with each turn: what was sent before an interruption is never sent twice. */
export const drawInTurns = <T>(count: () => number, run: () => T): T => turns.run(count, run)

/** Draws a token that cannot be guessed, for secret URLs; from a seed, where there is one. */
export const drawToken = (): string => drawOctets(24).toString('base64url')

/** Draws octets for keys and nonces; from a seed, where there is one. */
export const drawOctets = (octets: number): Buffer => sources.getStore()?.(octets) ?? randomBytes(octets)
