import type { Paint } from '../../reporters/blocks.ts'
import { harmless } from '../../reporters/escape.ts'
import { checks } from '../../suites/checks.ts'
import { examine } from '../../suites/family.ts'
import { requirements } from '../../suites/registry.ts'
import { judgedRequirements, playLive } from '../assembly/live.ts'
import { articlesOf } from '../harness/judge.ts'
import { type Matrix, prove, type Trial, unprovenIn, verdictOf } from '../harness/prove.ts'
import { numberOf, type Run } from './arguments.ts'
import { type Chosen, chosenDeeds, everyDeed, sectionOf } from './catalogue.ts'
import { playOn } from './stage.ts'

/** `assay prove`: plays every fault and every variant, and says which of our checks cannot be trusted. */
export const run: Run = async (args, { out, paint }) => {
  const seed = numberOf(args, 'seed', 1)
  const members = numberOf(args, 'members', 10)
  const catalogue = await chosenDeeds(args)
  const rehearsed = await prove(catalogue, playOn(articlesOf(requirements, checks)), examine(seed, members))
  const live = await prove(catalogue.exchange, playLive, examine(seed, members))
  const matrix: Proof = {
    faults: [...rehearsed.faults, ...live.faults],
    variants: [...rehearsed.variants, ...live.variants],
    unproven: unprovenIn(
      catalogue.requirements.filter((each) => judgedRequirements.includes(each)),
      everyDeed(catalogue).faults,
    ),
  }
  const bad = [...matrix.faults, ...matrix.variants].filter((trial) => verdictOf(trial) !== 'held')
  const exitCode = bad.length + matrix.unproven.length > 0 ? 5 : 0
  if (args.has('json')) out(JSON.stringify({ seed, members, ...told(matrix), exitCode }, null, 2))
  else for (const line of lines(catalogue, matrix, { seed, members }, paint)) out(line)
  return exitCode
}

/** The kill matrix, and what nothing in it proves. */
interface Proof extends Matrix {
  readonly unproven: readonly string[]
}

const told = ({ faults, variants, unproven }: Proof) => ({
  faults: faults.map((trial) => ({ ...trial, verdict: verdictOf(trial) })),
  variants: variants.map((trial) => ({ ...trial, verdict: verdictOf(trial) })),
  unproven,
})

interface Play {
  readonly seed: number
  readonly members: number
}

function* lines(catalogue: Chosen, matrix: Proof, play: Play, paint: Paint): Generator<string> {
  yield* table(catalogue, matrix, paint)
  const bad = [...matrix.faults, ...matrix.variants].filter((trial) => verdictOf(trial) !== 'held')
  for (const trial of bad) yield* failure(trial, play, paint)
  for (const id of matrix.unproven) yield `${paint('bad', '✖')} ${paint('strong', id)}  no fault breaks it`
  const played = [...matrix.faults, ...matrix.variants].reduce((sum, { runs }) => sum + runs, 0)
  yield ''
  yield `${ratio(matrix.faults, paint)} faults caught  ${ratio(matrix.variants, paint)} variants accepted  ${paint('quiet', `${played} played, seed ${play.seed}`)}`
}

/** One line for each section: faults caught of faults tried, variants accepted of variants tried. */
function* table(chosen: Chosen, matrix: Matrix, paint: Paint): Generator<string> {
  const { faults, variants } = everyDeed(chosen)
  const where = new Map<string, string>()
  for (const each of faults) where.set(each.id, each.breaks.section)
  for (const each of variants) where.set(each.id, sectionOf(each) ?? 'any')
  const sections = [...new Set(where.values())]
  yield paint('quiet', `${'section'.padEnd(36)} ${'faults'.padStart(9)} ${'variants'.padStart(9)}`)
  for (const section of sections) {
    const mine = (trials: readonly Trial[]) => trials.filter(({ id }) => where.get(id) === section)
    const [caught, accepted] = [mine(matrix.faults), mine(matrix.variants)].map((trials) => ratio(trials, paint, 9))
    yield `${section.padEnd(36)} ${caught} ${accepted}`
  }
}

function ratio(trials: readonly Trial[], paint: Paint, width = 0): string {
  if (trials.length === 0) return ' '.repeat(width)
  const held = trials.filter((trial) => verdictOf(trial) === 'held').length
  return paint(held === trials.length ? 'good' : 'bad', `${held}/${trials.length}`.padStart(width))
}

const words: Readonly<Record<ReturnType<typeof verdictOf>, string>> = {
  held: 'held',
  survived: 'survived: its own requirement does not fail',
  overkill: 'over-kill: other requirements fail as well',
  accused: 'accused, though it is legal',
  defect: 'a defect of assay',
}

function* failure(trial: Trial, { seed, members }: Play, paint: Paint): Generator<string> {
  const { id, deed, expected, failed, counterexample, defect } = trial
  yield ''
  yield `${paint('bad', '✖')} ${paint('strong', id)}  ${words[verdictOf(trial)]}`
  yield `    deed          ${deed}${counterexample ? `: ${harmless(counterexample.what)}` : ''}`
  if (defect !== undefined) yield `    defect        ${harmless(defect)}`
  else yield `    failed        ${failed.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`
  yield `    replay        assay prove '${id}' --seed ${seed} --members ${members}`
}
