import type { CellResult, CellVerdict } from './cells.ts'
import known from './known.json' with { type: 'json' }

interface KnownCells {
  readonly role: string
  readonly validation: string
  readonly when: string
  readonly setting?: string
  readonly reason: string
}

const knownCells: readonly KnownCells[] = known

/** Why a cell is not found, where that is known: regular expressions say of which cells. */
export const explainKnown = ({ role, setting, validation, when }: CellResult): string | undefined =>
  knownCells.find(
    (each) =>
      isLike(each.role, role) &&
      isLike(each.validation, validation) &&
      isLike(each.when, when) &&
      isLike(each.setting ?? '', setting),
  )?.reason

const isLike = (pattern: string, text: string): boolean => pattern === '' || new RegExp(`^(?:${pattern})$`).test(text)

const verdicts: readonly CellVerdict[] = ['found', 'missed', 'made', 'unmade', 'covered', 'absent', 'idle']

/** A line for each role: how many cells came to what, and how many of those that are not found are known limits. */
export function* describeCells(results: readonly CellResult[]): Generator<string> {
  yield ['role', 'cells', ...verdicts, 'known'].map(pad).join('')
  for (const [role, all] of Map.groupBy(results, (each) => each.role)) {
    const counts = verdicts.map((verdict) => all.filter((each) => each.verdict === verdict).length)
    const limits = all.filter((each) => isOpen(each) && explainKnown(each) !== undefined).length
    yield [role, all.length, ...counts, limits].map(pad).join('')
  }
}

/** Whether a cell is one that a test should find, and does not. */
const isOpen = ({ verdict }: CellResult): boolean => verdict === 'missed' || verdict === 'unmade'

/** Whether nobody knows why a cell is not found. */
export const isUnexplained = (cell: CellResult): boolean => isOpen(cell) && explainKnown(cell) === undefined

const pad = (text: string | number, i: number): string => (i === 0 ? String(text).padEnd(20) : String(text).padStart(9))
