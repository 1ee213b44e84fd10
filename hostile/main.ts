import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cells, nameCell } from './catalogue.ts'
import { findFileFault, tryFiles } from './files.ts'
import { formatTable } from './format-table.ts'
import { type CellResult, findFault, runCell } from './run-cell.ts'

// Hostile targets at every endpoint, at once and later, and `--files N` hostile files for the commands that read files. Without `--seconds` and
// `--cells`, the whole catalogue; `--write` keeps it as a page, and `--results` what each came to, so that the next go tries the rest.

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: 'Infinity' },
    cells: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string', default: '2' },
    write: { type: 'string' },
    results: { type: 'string' },
    files: { type: 'string', default: 'Infinity' },
  },
})

/** Each seed has an order of its own, so that a short go sees other cells each time. The step shares no factor with the number of cells. */
const step = 149
const ordered = cells
  .map((_, i) => cells[(Number(flags.seed) * 31 + i * step) % cells.length])
  .filter((cell) => cell !== undefined)

/** What earlier goes came to, one a line: a long catalogue is run in portions. */
const earlier: readonly CellResult[] =
  flags.results !== undefined && existsSync(flags.results)
    ? readFileSync(flags.results, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

const began = performance.now()
const results: CellResult[] = [...earlier]
const untried = ordered.filter((cell) => !earlier.some((each) => nameCell(each) === nameCell(cell)))
const left = untried.slice(0, Number(flags.cells))
const work = async (): Promise<void> => {
  for (let cell = left.shift(); cell; cell = left.shift()) {
    if (performance.now() - began > 1_000 * Number(flags.seconds)) return
    const result = await runCell(cell)
    results.push(result)
    if (flags.results !== undefined) appendFileSync(flags.results, `${JSON.stringify(result)}\n`)
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
  `seed ${flags.seed}: ${results.length} of ${cells.length} cells in ${Math.round((performance.now() - began) / 1_000)} s: slowest ${slowest.toFixed(1)} s, peak ${peak} MB, ${faults.length} wrong`,
)
let [files, wrong] = [0, 0]
for await (const result of tryFiles(Number(flags.files), Number(flags.seed))) {
  files++
  const fault = findFileFault(result)
  if (fault === undefined) continue
  wrong++
  console.log(`✖ ${result.what}: ${fault}`)
}
if (files > 0) console.log(`${files} hostile files: ${wrong} wrong`)
if (flags.write !== undefined) writeFileSync(flags.write, formatTable(results))
if (faults.length + wrong > 0 || results.length === 0) process.exitCode = 1
