import { createRandom } from '../src/runtime/random.ts'
import { type Cell, type CellResult, type MatrixRole, nameCell } from './cells.ts'

/** Which cells are played, and how. */
export interface MatrixChoice {
  readonly seed: string
  /** Validations of settings that are drawn, with all conditions. */
  readonly count: number
  /** Says which conditions the usual tests make, and plays nothing else. */
  readonly isSurvey: boolean
  readonly isChosen: (cell: Cell) => boolean
}

/** Of the validations of a setting, so many are in a sample: a sample looks at many settings. */
const drawnOfSetting = 2

/** Plays cells of a role, in an order of settings that depends on the seed. */
export async function* playMatrix(
  name: string,
  { settings }: MatrixRole,
  { seed, count, isSurvey, isChosen }: MatrixChoice,
): AsyncGenerator<CellResult | { readonly failing: string }> {
  const draw = createDraw(`matrix ${name} ${seed}`)
  let left = count
  for (const setting of shuffle(settings, draw)) {
    if (left <= 0) return
    const watched = await setting.watch()
    if (!watched) {
      yield { failing: setting.name }
      continue
    }
    const { validations } = watched
    const drawn = Number.isFinite(count)
      ? validations.filter(() => draw(validations.length) < drawnOfSetting)
      : validations
    for (const validation of drawn.slice(0, left)) {
      left--
      const cell = { role: name, setting: setting.name, validation }
      const isOwn = (when: string): boolean => isChosen({ ...cell, when })
      for await (const played of watched.play(validation, { isChosen: isOwn, isSurvey })) yield { ...cell, ...played }
    }
  }
}

/** A source of numbers below a bound. */
function createDraw(seed: string): (bound: number) => number {
  const random = createRandom(seed)
  return (bound) => random(4).readUInt32BE() % bound
}

const shuffle = <T>(all: readonly T[], draw: (bound: number) => number): readonly T[] =>
  all
    .map((each) => [draw(2 ** 31), each] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)

/** Whether a cell was played before. */
export const createUnplayed = (earlier: readonly CellResult[]): ((cell: Cell) => boolean) => {
  const known = new Set(earlier.map(nameCell))
  return (cell) => !known.has(nameCell(cell))
}
