import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRandom } from '../src/runtime/random.ts'
import { campaign, type MutantResult } from './campaign.ts'
import { root } from './load.ts'
import { listMutants } from './operators.ts'
import { mutatedRoles } from './roles.ts'

// Mutants of the reference actors of the standards; those of the roles of the document are in Python.
//
//     npm run mutants -- --of ROLE [--seed 1] [--count 600] [--settings 8] [--attempts 150] [--only NUMBER | --only PLACE]… [--json FILE]

const { values } = parseArgs({
  strict: false,
  options: {
    of: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '600' },
    settings: { type: 'string', default: '8' },
    attempts: { type: 'string', default: '150' },
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
  },
})

const chosen = [values.of ?? []].flat().map(String)
const own = chosen.filter((name) => Object.hasOwn(mutatedRoles, name))
if (own.length < chosen.length || chosen.length === 0) {
  const { status } = spawnSync('python3', ['strangers/mutants.py', ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: root,
  })
  process.exit(status ?? 1)
}

const known: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('known.json', import.meta.url), 'utf8'),
)
const all: MutantResult[] = []
for (const name of own) {
  const role = mutatedRoles[name]
  if (!role) continue
  const files = globSync(`${role.folder}*.ts`, { cwd: root }).toSorted()
  const mutants = files.flatMap((file) => listMutants(file, readFileSync(new URL(file, root), 'utf8')))
  const only = [values.only ?? []].flat().map(String)
  const { seed, count, settings, attempts } = values
  const began = process.cpuUsage()
  const results = await campaign(role, mutants, {
    random: createRandom(`${name} ${seed}`),
    ...{ count: Number(count), settings: Number(settings), attempts: Number(attempts) },
    isChosen: ({ number, place }) =>
      only.length === 0 || only.some((each) => number === each || place.startsWith(each)),
    known: known[name] ?? {},
  })
  all.push(...results)
  summarise(name, results, process.cpuUsage(began))
}
if (values.json !== undefined) writeFileSync(String(values.json), JSON.stringify(all, null, 1))
process.exit(all.some(({ verdict }) => verdict === 'SURVIVED') ? 1 : 0)

function summarise(name: string, results: readonly MutantResult[], { user, system }: NodeJS.CpuUsage): void {
  const count = (verdict: string, of = results): number => of.filter((each) => each.verdict === verdict).length
  const words = ['found', 'stopped', 'advice', 'open', 'SURVIVED', 'known', 'same'] as const
  console.log(`\n${'operator'.padEnd(34)} ${words.map((word) => word.padStart(9)).join('')}`)
  const rows = [...Map.groupBy(results, ({ operator }) => operator)].toSorted(([a], [b]) => a.localeCompare(b))
  for (const [operator, of] of rows)
    console.log(`${operator.padEnd(34)} ${words.map((word) => String(count(word, of)).padStart(9)).join('')}`)
  const decisive = count('found') + count('stopped')
  const observable = decisive + count('open') + count('SURVIVED')
  console.log(
    `${name}, seed ${values.seed}: ${results.length} mutants in ${Math.round((user + system) / 1e6)} s of processor time; ${count('found')} fail a requirement, ` +
      `${count('stopped')} end the test, ${count('advice')} lead to advice, ${count('open')} are inconclusive, ${count('SURVIVED')} survive, ${count('known')} are legal, ${count('same')} are the same from outside; decisive: ${decisive} of ${observable}`,
  )
}
