import { behaviours } from './behaviours.ts'
import type { CellResult } from './run-cell.ts'
import { phases } from './target.ts'

/** Writes the catalogue as a page. */
export function formatTable(results: readonly CellResult[], endpoints: readonly string[]): string {
  const slowest = Math.max(...results.map(({ seconds }) => seconds))
  const peak = Math.max(...results.map((each) => each.peak))
  const rows = Object.keys(behaviours).map((behaviour) =>
    [behaviour, ...endpoints.map((endpoint) => formatCell(results, behaviour, endpoint))].join(' | '),
  )
  return [
    '# Hostile targets',
    '',
    'What a run comes to against a target that misbehaves at one endpoint: the exit code where it does so at once, and where it first answers rightly. 1: a',
    'requirement failed. 3: inconclusive. 4: unavailable. –: the run never calls the endpoint in that phase. No target may bring about 0, 5, a hang, a stack',
    'trace, or more than 300 MB. The document leaves open what a wallet backend answers with, and how long the lists of metadata are: there, a run may pass.',
    '',
    `${results.length} runs. The slowest took ${slowest.toFixed(0)} s on a machine that was busy, with a timeout of 1 s and a deadline of 60 s; the largest held ${peak} MB.`,
    '`npm run hostile` runs them all, `npm run hostile -- --seconds 30` some of them.',
    '',
    `| The target | ${endpoints.join(' | ')} |`,
    `|---|${endpoints.map(() => '---|').join('')}`,
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n')
}

const formatCell = (results: readonly CellResult[], behaviour: string, endpoint: string): string =>
  phases
    .map((phase) => {
      const found = results.find(
        (each) => each.behaviour === behaviour && each.endpoint === endpoint && each.phase === phase,
      )
      return found === undefined ? '?' : found.isReached ? `${found.code}` : '–'
    })
    .join(', ')
