import type { Paint } from '../../reporters/text/paint.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import { type ChosenCatalogue, findSection, mergeCatalogue } from './catalogue.ts'
import { describeDisabledValidations } from './disabled-validation-report.ts'
import { concludeTrial, type KillMatrix, type MutationTrial } from './kill-matrix.ts'
import type { Proof } from './prove.ts'

/** How a proof was made. */
interface Sampling {
  readonly seed: number
  readonly members: number
}

/** What was proven and what was not, for people. */
export function* formatProof(
  catalogue: ChosenCatalogue,
  proof: Proof,
  sampling: Sampling,
  paint: Paint,
): Generator<string> {
  yield* formatSections(catalogue, proof, paint)
  const trials = [...proof.faults, ...proof.variants]
  for (const trial of trials) if (concludeTrial(trial) !== 'held') yield* formatFailure(trial, sampling, paint)
  for (const id of proof.unproven) yield `${paint('bad', '✖')} ${paint('strong', id)}  no fault breaks it`
  yield* describeDisabledValidations(proof.disabledValidations, paint)
  const runs = trials.reduce((sum, each) => sum + each.runs, 0)
  const how = paint('quiet', `${runs} runs, seed ${sampling.seed}`)
  yield ''
  yield `${formatRatio(proof.faults, paint)} faults caught  ${formatRatio(proof.variants, paint)} variants accepted  ${how}`
}

/** One line for each section: faults caught of all faults, variants accepted of all variants. */
function* formatSections(chosen: ChosenCatalogue, matrix: KillMatrix, paint: Paint): Generator<string> {
  const { faults, variants } = mergeCatalogue(chosen)
  const where = new Map<string, string>()
  for (const each of faults) where.set(each.id, each.breaks.section)
  for (const each of variants) where.set(each.id, findSection(each) ?? 'any')
  const sections = [...new Set(where.values())]
  yield paint('quiet', `${'section'.padEnd(36)} ${'faults'.padStart(9)} ${'variants'.padStart(9)}`)
  for (const section of sections) {
    const select = (trials: readonly MutationTrial[]) => trials.filter(({ id }) => where.get(id) === section)
    const [caught, accepted] = [matrix.faults, matrix.variants].map((trials) => formatRatio(select(trials), paint, 9))
    yield `${section.padEnd(36)} ${caught} ${accepted}`
  }
}

function formatRatio(trials: readonly MutationTrial[], paint: Paint, width = 0): string {
  if (trials.length === 0) return ' '.repeat(width)
  const held = trials.filter((trial) => concludeTrial(trial) === 'held').length
  return paint(held === trials.length ? 'good' : 'bad', `${held}/${trials.length}`.padStart(width))
}

const words: Readonly<Record<ReturnType<typeof concludeTrial>, string>> = {
  held: 'held',
  survived: 'survived: its own requirement does not fail',
  overkill: 'over-kill: other requirements fail as well',
  accused: 'accused, though it is legal',
  defect: 'a defect in assay',
}

function* formatFailure(trial: MutationTrial, { seed, members }: Sampling, paint: Paint): Generator<string> {
  const { id, description, profile, expected, failed, counterexample, defect } = trial
  yield ''
  yield `${paint('bad', '✖')} ${paint('strong', id)}  ${words[concludeTrial(trial)]}`
  yield `    does          ${description}${counterexample ? `: ${sanitize(counterexample.description)}` : ''}`
  if (profile !== 'document') yield `    profile       ${profile}`
  if (defect !== undefined) yield `    defect        ${sanitize(defect)}`
  else yield `    failed        ${failed.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`
  yield `    replay        assay prove '${id}' --seed ${seed} --members ${members}`
}
