import type { Paint } from '../../reporters/blocks.ts'
import { harmless } from '../../reporters/escape.ts'
import { excuses } from '../../suites/negligence.ts'
import { judgedRequirements } from '../assembly/live.ts'
import { rowsOf } from '../assembly/negligence.ts'
import { type Negligent, negligentBy } from '../harness/negligence.ts'
import { type Matrix, type Trial, unprovenIn, verdictOf } from '../harness/prove.ts'
import { membersIn, numberOf, type Run } from './arguments.ts'
import { type Chosen, choiceIn, chosenDeeds, everyDeed, sectionOf } from './catalogue.ts'
import { negligenceLines, negligenceTold } from './prove/negligence.ts'
import { hire } from './threads/crew.ts'
import type { Order, Proven } from './threads/proofs.ts'

/** `assay prove`: plays every fault and every variant, then takes its validations from every judge; says what cannot be trusted. */
export const run: Run = async (args, { out, paint }) => {
  const seed = numberOf(args, 'seed', 1)
  const members = membersIn(args, 10, 1)
  const choice = choiceIn(args)
  const catalogue = await chosenDeeds(choice)
  const proven = await inThreads(catalogue, { choice, seed, members, beforeJudges: membersIn(args, 1) })
  const matrix: Proof = {
    negligent: negligentBy(
      rowsOf(catalogue.requirements),
      proven.flatMap(({ heard = [] }) => heard),
      excuses,
    ),
    faults: proven.flatMap(({ faults = [] }) => faults),
    variants: proven.flatMap(({ variants = [] }) => variants),
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

/** Deeds that are worth a thread of their own. */
const enough = 50

/** Proves everything in the order of the catalogue, on as many threads as pay. */
async function inThreads(catalogue: Chosen, order: Order): Promise<readonly Proven[]> {
  const { faults, variants } = everyDeed(catalogue)
  const isMuch = order.members > 10 || faults.length + variants.length > enough
  const crew = hire<Proven>('proofs', order, isMuch ? undefined : 1)
  const proven: Proven[] = []
  try {
    await crew.work((each) => proven.push(each), new AbortController().signal)
  } finally {
    await crew.dismiss()
  }
  return proven
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
