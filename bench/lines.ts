import type { Command, Starts } from './cli.ts'

/** One line of the table. */
export interface Line {
  readonly name: string
  readonly micros: number
  readonly ratio: number
  /** The required ratio, as text. */
  readonly aim?: string
  readonly reached?: boolean
}

/** The smallest ratio to the baseline loop, by row. */
const least: Readonly<Record<string, number>> = {
  'accept, disclosure, photo': 0.46,
  'accept, disclosure, 44': 0.5,
  'accept, disclosure, 5': 0.7,
  'accept, disclosure, 0': 0.78,
  'accept, parts, photo': 0.42,
  'accept, parts, 44': 0.46,
  'judge, photo': 0.28,
  'judge, 44': 0.32,
  'judge, 5': 0.25,
  'judge, 0': 0.25,
}

const baselineRow = 'crypto.verify'
const ours = 'accept, disclosure, photo'
const peer = '@sd-jwt/sd-jwt-vc, photo'

/** Medians as ratios to the baseline loop, and the ratio to the slowest peer. */
export function makeLines(medians: ReadonlyMap<string, number>): readonly Line[] {
  const time = (name: string): number => medians.get(name) ?? Number.NaN
  const lines = [...medians].map(([name, micros]): Line => {
    const ratio = time(baselineRow) / micros
    const aim = least[name]
    return { name, micros, ratio, ...(aim !== undefined && { aim: `≥ ${aim}`, reached: ratio >= aim }) }
  })
  const times = time(peer) / time(ours)
  return [...lines, { name: `${peer} to ours`, micros: time(ours), ratio: times, aim: '≥ 10', reached: times >= 10 }]
}

/** The aim for one start is a ratio; the aim for a run is in seconds, on two cores. */
export const makeStartLines = ({ 'node -e 0': bare, ...starts }: Starts): readonly Line[] =>
  Object.entries(starts).map(([name, millis]) => ({
    name: `${name}, to node -e 0`,
    micros: millis * 1_000,
    ratio: millis / bare,
    ...readAim(name as Command, millis, millis / bare), // its keys are commands
  }))

function readAim(name: Command, millis: number, ratio: number): Pick<Line, 'aim' | 'reached'> {
  const seconds = name === 'assay run' ? 0.8 : name === 'assay run --probes' ? 3.5 : undefined
  return seconds === undefined
    ? { aim: '≤ 1.4', reached: ratio <= 1.4 }
    : { aim: `≤ ${seconds} s`, reached: millis <= 1_000 * seconds }
}
