import type { Paint } from '../../reporters/blocks.ts'
import { harmless } from '../../reporters/escape.ts'
import { checks } from '../../suites/checks.ts'
import { examine } from '../../suites/family.ts'
import { excuses } from '../../suites/negligence.ts'
import { requirements } from '../../suites/registry.ts'
import { tricks } from '../../suites/tricks.ts'
import { judgedRequirements, playLive } from '../assembly/live.ts'
import { liesOf, rowsOf } from '../assembly/negligence.ts'
import { articlesOf } from '../harness/judge.ts'
import { type Negligent, neglectEach } from '../harness/negligence.ts'
import { underEveryPreset } from '../harness/presets.ts'
import { type Matrix, prove, type Trial, unprovenIn, verdictOf } from '../harness/prove.ts'
import { numberOf, type Run } from './arguments.ts'
import { type Chosen, chosenDeeds, everyDeed, sectionOf } from './catalogue.ts'
import { negligenceLines, negligenceTold } from './prove/negligence.ts'
import { playOn } from './stage.ts'

/** `assay prove`: plays every fault and every variant, then takes its validations from every judge; says what cannot be trusted. */
export const run: Run = async (args, { out, paint }) => {
  const seed = numberOf(args, 'seed', 1)
  const members = numberOf(args, 'members', 10)
  const catalogue = await chosenDeeds(args)
  const rehearsed = await prove(catalogue, playOn(articlesOf(requirements, checks)), examine(seed, members))
  const faults = await underEveryPreset(catalogue.exchange.faults, playLive)
  const live = await prove({ ...catalogue.exchange, faults }, playLive, examine(seed, members))
  const matrix: Proof = {
    negligent: await neglecting(catalogue, { seed, members: numberOf(args, 'members', 1) }),
    faults: [...rehearsed.faults, ...live.faults],
    variants: [...rehearsed.variants, ...live.variants],
    unproven: unprovenIn(
      catalogue.requirements.filter((each) => judgedRequirements.includes(each)),
      everyDeed(catalogue).faults,
    ),
  }
  const bad = [...matrix.faults, ...matrix.variants].filter((trial) => verdictOf(trial) !== 'held')
  const hidden = matrix.negligent.filter(({ verdict }) => verdict === 'hidden')
  const exitCode = bad.length + matrix.unproven.length + hidden.length > 0 ? 5 : 0
  if (args.has('json')) out(JSON.stringify({ seed, members, ...told(matrix), exitCode }, null, 2))
  else for (const line of lines(catalogue, matrix, { seed, members }, paint)) out(line)
  return exitCode
}

/** Every judge that is asked for, without each of its validations. */
function neglecting({ requirements: asked, faults }: Chosen, play: Play): Promise<readonly Negligent[]> {
  const chosen = tricks.filter(({ shows, breaks = shows }) => asked.includes(breaks))
  return neglectEach(rowsOf(asked), liesOf({ faults, tricks: chosen }, play), excuses)
}

/** The kill matrix, what nothing in it proves, and the judges that lack a validation. */
interface Proof extends Matrix {
  readonly unproven: readonly string[]
  readonly negligent: readonly Negligent[]
}

const told = ({ faults, variants, unproven, negligent }: Proof) => ({
  faults: faults.map((trial) => ({ ...trial, verdict: verdictOf(trial) })),
  variants: variants.map((trial) => ({ ...trial, verdict: verdictOf(trial) })),
  unproven,
  negligence: negligenceTold(negligent),
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
  yield* negligenceLines(matrix.negligent, paint)
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
  const { id, deed, under, expected, failed, counterexample, defect } = trial
  yield ''
  yield `${paint('bad', '✖')} ${paint('strong', id)}  ${words[verdictOf(trial)]}`
  yield `    deed          ${deed}${counterexample ? `: ${harmless(counterexample.what)}` : ''}`
  if (under !== 'document') yield `    profile       ${under}`
  if (defect !== undefined) yield `    defect        ${harmless(defect)}`
  else yield `    failed        ${failed.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`
  yield `    replay        assay prove '${id}' --seed ${seed} --members ${members}`
}
