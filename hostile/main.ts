import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { behaviours } from './behaviours.ts'
import { formatTable } from './format-table.ts'
import { type CellResult, findFault, runCell } from './run-cell.ts'
import { type Cell, phases } from './target.ts'

// Hostile targets at every endpoint, at once and later. Without `--seconds`, the whole catalogue; `--write` keeps it as a page.

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string', default: '2' },
    write: { type: 'string' },
  },
})

/** The endpoints that a run calls. */
export const endpoints = ['issuerConfig', 'issuerMetadata', 'nonce', 'validate', 'jwks', 'status', 'walletCallback']

const cells: readonly Cell[] = Object.keys(behaviours).flatMap((behaviour) =>
  endpoints.flatMap((endpoint) => phases.map((phase) => ({ behaviour, endpoint, phase }))),
)

/** Each seed has an order of its own, so that a short go sees other cells each time. The step shares no factor with the number of cells. */
const step = 149
const ordered = cells
  .map((_, i) => cells[(Number(flags.seed) * 31 + i * step) % cells.length])
  .filter((cell) => cell !== undefined)

const began = performance.now()
const results: CellResult[] = []
const left = [...ordered]
const work = async (): Promise<void> => {
  for (let cell = left.shift(); cell; cell = left.shift()) {
    if (performance.now() - began > 1_000 * Number(flags.seconds)) return
    const result = await runCell(cell)
    results.push(result)
    const fault = findFault(result)
    if (fault !== undefined)
      console.log(`✖ ${result.endpoint}, ${result.phase}: a target that ${result.behaviour}: ${fault}`)
  }
}
await Promise.all(Array.from({ length: Number(flags.at) }, work))

const faults = results.filter((each) => findFault(each) !== undefined)
const slowest = results.reduce((most, { seconds }) => Math.max(most, seconds), 0)
const peak = results.reduce((most, each) => Math.max(most, each.peak || 0), 0)
console.log(
  `${results.length} of ${cells.length} cells in ${Math.round((performance.now() - began) / 1_000)} s: slowest ${slowest.toFixed(1)} s, peak ${peak} MB, ${faults.length} wrong`,
)
if (flags.write !== undefined) writeFileSync(flags.write, formatTable(results, endpoints))
if (faults.length > 0 || results.length === 0) process.exitCode = 1
