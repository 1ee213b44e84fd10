import { firstVerdict, leastStart, type Starts } from './cli.ts'

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

/** The most seconds that a whole run may take, on two cores. */
const mostSeconds: Readonly<Record<string, number>> = { 'assay run': 0.8, 'assay run --probes': 3.5, [firstVerdict]: 2 }

/** The aim for one start is a ratio; the aim for a run is in seconds. */
export const makeStartLines = ({ bare, others }: Starts): readonly Line[] =>
  [...others].map(([name, millis]) => ({
    name: `${name}, to node -e 0`,
    micros: millis * 1_000,
    ratio: millis / bare,
    ...(name !== leastStart && readAim(mostSeconds[name], millis, millis / bare)),
  }))

const readAim = (seconds: number | undefined, millis: number, ratio: number): Pick<Line, 'aim' | 'reached'> =>
  seconds === undefined
    ? { aim: '≤ 1.4', reached: ratio <= 1.4 }
    : { aim: `≤ ${seconds} s`, reached: millis <= 1_000 * seconds }
