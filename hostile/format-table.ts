import { behaviours } from './behaviours.ts'
import { cells, endpoints, isLegal } from './catalogue.ts'
import type { CellResult } from './run-cell.ts'
import { type Cell, phases } from './target.ts'

/** Writes the catalogue as a page. */
export function formatTable(results: readonly CellResult[]): string {
  const slowest = Math.max(...results.map(({ seconds }) => seconds))
  const peak = Math.max(...results.map((each) => each.peak))
  const legal = cells.filter(isLegal)
  return [
    '# Hostile targets',
    '',
    'What a run comes to against a target that misbehaves at one endpoint: the exit code where it does so at once, and where it first answers rightly. 1: a',
    'requirement failed. 3: inconclusive. 4: unavailable. –: the run never calls the endpoint in that phase. No target may bring about 0, 5, a hang, a stack',
    'trace, or more than 300 MB.',
    '',
    `${results.length} runs, of ${cells.length}. The slowest took ${slowest.toFixed(0)} s on a machine that was busy, with a timeout of 1 s and a deadline of 60 s; the largest held ${peak} MB.`,
    '`npm run hostile` runs them all, `npm run hostile -- --seconds 30` some of them.',
    '',
    ...formatRows(results, (cell) => (isLegal(cell) ? 'legal' : undefined)),
    '',
    '## Legal',
    '',
    'The document does not say what a wallet backend answers with, and sets no limit to the lists of metadata: a target that does this is not hostile, and is accused',
    'of nothing. A run passes, or is unavailable where the answer is larger than it takes or comes too late.',
    '',
    ...formatRows(results, (cell) => (isLegal(cell) ? undefined : ''), new Set(legal.map(({ endpoint }) => endpoint))),
    '',
  ].join('\n')
}

type Replace = (cell: Cell) => string | undefined

/** A table of some endpoints, with the behaviours that are tried at one of them. */
function formatRows(results: readonly CellResult[], replace: Replace, wanted?: ReadonlySet<string>): readonly string[] {
  const shown = endpoints.filter((endpoint) => wanted?.has(endpoint) ?? true)
  const rows = Object.keys(behaviours).flatMap((behaviour) => {
    const columns = shown.map((endpoint) => formatCell(results, behaviour, endpoint, replace))
    return columns.every((column) => column === '') ? [] : [[behaviour, ...columns].join(' | ')]
  })
  return [
    `| The target | ${shown.join(' | ')} |`,
    `|---|${shown.map(() => '---|').join('')}`,
    ...rows.map((row) => `| ${row} |`),
  ]
}

function formatCell(results: readonly CellResult[], behaviour: string, endpoint: string, replace: Replace): string {
  const instead = replace({ behaviour, endpoint, phase: 'at once' })
  if (instead !== undefined) return instead
  return phases
    .map((phase) => {
      const found = results.find(
        (each) => each.behaviour === behaviour && each.endpoint === endpoint && each.phase === phase,
      )
      return found === undefined ? '?' : found.isReached ? `${found.code}` : '–'
    })
    .join(', ')
}
