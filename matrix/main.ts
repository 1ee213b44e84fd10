import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type CellResult, nameCell } from './cells.ts'
import { createUnplayed, playMatrix } from './play.ts'
import { describeCells, isUnexplained } from './report.ts'
import { matrixRoles } from './roles.ts'

// Each validation of each reference actor, in each legal setting, left out under each condition.
//
//     npm run matrix:validations -- [--role ROLE]… [--seed 1] [--count 20 | --whole] [--survey] [--only TEXT] [--results FILE]

const { values: flags } = parseArgs({
  options: {
    role: { type: 'string', multiple: true, default: Object.keys(matrixRoles) },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    whole: { type: 'boolean', default: false },
    survey: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    results: { type: 'string' },
  },
})

const began = performance.now()

/** What earlier goes came to, one a line: a whole matrix is played in portions. */
const earlier: readonly CellResult[] =
  flags.results !== undefined && existsSync(flags.results)
    ? readFileSync(flags.results, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
const results = [...earlier]
const isUnplayed = createUnplayed(earlier)

function keep(result: CellResult): void {
  results.push(result)
  if (flags.results !== undefined) appendFileSync(flags.results, `${JSON.stringify(result)}\n`)
  if (isUnexplained(result)) console.log(`✖ ${result.verdict}: ${nameCell(result)}`)
}

for (const name of flags.role) {
  const role = matrixRoles[name]
  if (!role) throw new TypeError(`there is no role ${name}: ${Object.keys(matrixRoles).join(', ')}`)
  const played = playMatrix(name, role, {
    seed: flags.seed,
    count: flags.whole ? Number.POSITIVE_INFINITY : Number(flags.count),
    isSurvey: flags.survey,
    isChosen: (cell) => isUnplayed(cell) && nameCell(cell).includes(flags.only),
  })
  for await (const result of played) {
    if ('failing' in result) console.log(`${name}, ${result.failing}: the usual test fails something`)
    else keep(result)
  }
}

for (const line of describeCells(results)) console.log(line)
const open = results.filter(isUnexplained).length
console.log(
  `seed ${flags.seed}: ${results.length} cells in ${Math.round((performance.now() - began) / 1_000)} s, ${open} of them neither found nor explained`,
)
if (open > 0) process.exitCode = 1
