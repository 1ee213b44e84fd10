import { fork, spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { installExchange } from '../league/exchanges/run.ts'
import { campaign } from './campaign.ts'
import { mutatedExchanges, openExchange } from './exchanges.ts'
import { findLibrary, mutatedLibraries, openLibrary } from './libraries.ts'
import { root } from './load.ts'
import { listMutants } from './operators.ts'
import type { Campaign, MutantResult } from './outcome.ts'
import { campaignPackage } from './package-campaign.ts'
import { mutatedRoles } from './roles.ts'

// Mutants of the reference actors of the standards, and of the published libraries of the league; those of the roles of the document are in Python.
//
//     npm run mutants -- --of ROLE [--seed 1] [--count 600] [--settings 8] [--attempts 100] [--only NUMBER | --only PLACE]… [--jobs 2] [--json FILE]

const { values } = parseArgs({
  strict: false,
  options: {
    of: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '600' },
    settings: { type: 'string', default: '8' },
    attempts: { type: 'string', default: '100' },
    only: { type: 'string', multiple: true },
    jobs: { type: 'string', default: String(availableParallelism()) },
    json: { type: 'string' },
    /** Which part of the mutants a process of this campaign has, such as 0/2. */
    share: { type: 'string' },
  },
})

const chosen = [values.of ?? []].flat().map(String)
const ours = new Set([...Object.keys(mutatedRoles), ...mutatedLibraries.keys(), ...mutatedExchanges.keys()])
const own = chosen.filter((name) => ours.has(name))
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
const { share } = values
if (share === undefined) await examineAll(own)
else
  process.send?.(await examineShare(String(own.at(-1)), String(share)), () => {
    process.exit(0)
  })

async function examineAll(names: readonly string[]): Promise<void> {
  const all: MutantResult[] = []
  for (const name of names) {
    await install(name)
    const began = performance.now()
    const jobs = Array.from({ length: Number(values.jobs) }, (_, i) => startShare(name, `${i}/${values.jobs}`))
    const results = (await Promise.all(jobs)).flat()
    all.push(...results)
    summarise(name, results, performance.now() - began)
  }
  if (values.json !== undefined) writeFileSync(String(values.json), JSON.stringify(all, null, 1))
  process.exitCode = all.some(({ verdict }) => verdict === 'SURVIVED') ? 1 : 0
}

/** Installs a library before several processes need it. */
async function install(name: string): Promise<void> {
  const [library, exchange] = [mutatedLibraries.get(name), mutatedExchanges.get(name)]
  if (library) findLibrary(library)
  if (exchange) await installExchange(exchange)
}

/** Examines every n-th mutant of a role in a process of its own. */
function startShare(name: string, share: string): Promise<readonly MutantResult[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly MutantResult[]>()
  const child = fork(new URL(import.meta.url), [...process.argv.slice(2), '--of', name, '--share', share])
  child.once('message', (results) => resolve(results as readonly MutantResult[])) // examineShare says so
  child.once('exit', (code) => reject(new Error(`the process of share ${share} of ${name} ended with ${code}`)))
  return promise
}

async function examineShare(name: string, share: string): Promise<readonly MutantResult[]> {
  const only = [values.only ?? []].flat().map(String)
  const { seed, count, settings, attempts } = values
  const [index = 0, of = 1] = share.split('/').map(Number)
  const options: Campaign = {
    seed: `${name} ${seed}`,
    share: { index, of },
    ...{ count: Number(count), settings: Number(settings), attempts: Number(attempts) },
    isChosen: ({ number, place }) =>
      only.length === 0 || only.some((each) => number === each || place.startsWith(each)),
    known: known[name] ?? {},
  }
  const library = mutatedLibraries.get(name)
  if (library) return campaignPackage(() => openLibrary(library), options)
  const exchange = mutatedExchanges.get(name)
  if (exchange) return campaignPackage(() => openExchange(exchange, options.seed), options)
  const role = mutatedRoles[name]
  if (!role) return []
  const files = globSync(`${role.folder}*.ts`, { cwd: root }).toSorted()
  const mutants = files.flatMap((file) => listMutants(file, readFileSync(new URL(file, root), 'utf8')))
  return campaign(role, mutants, options)
}

function summarise(name: string, results: readonly MutantResult[], milliseconds: number): void {
  const count = (verdict: string, of = results): number => of.filter((each) => each.verdict === verdict).length
  const words = ['found', 'stopped', 'advice', 'open', 'SURVIVED', 'narrower', 'known', 'same'] as const
  console.log(`\n${'operator'.padEnd(34)} ${words.map((word) => word.padStart(9)).join('')}`)
  const rows = [...Map.groupBy(results, ({ operator }) => operator)].toSorted(([a], [b]) => a.localeCompare(b))
  for (const [operator, of] of rows)
    console.log(`${operator.padEnd(34)} ${words.map((word) => String(count(word, of)).padStart(9)).join('')}`)
  const decisive = count('found') + count('stopped')
  const observable = decisive + count('open') + count('SURVIVED')
  console.log(
    `${name}, seed ${values.seed}: ${results.length} mutants in ${Math.round(milliseconds / 1000)} s; ${count('found')} fail a requirement, ` +
      `${count('stopped')} end the test, ${count('advice')} lead to advice, ${count('open')} are inconclusive, ${count('SURVIVED')} survive, ${count('narrower')} leave out what is optional, ${count('known')} are legal, ${count('same')} are the same from outside; decisive: ${decisive} of ${observable}`,
  )
}
