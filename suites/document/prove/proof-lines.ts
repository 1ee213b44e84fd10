import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { type ChosenCatalogue, findSection, mergeCatalogue } from './catalogue.ts'
import { describeDisabledValidations } from './disabled-validation-report.ts'
import { concludeTrial, type KillMatrix, type MutationTrial } from './kill-matrix.ts'
import { isStub } from './missing.ts'
import { describeEffects } from './probe-effects.ts'
import type { Proof } from './prove.ts'

/** How members of families were chosen. */
interface Sampling {
  readonly seed: number
  readonly members: number
}

/** Describes what is proven and what is not, for people. */
export function* formatProof(
  catalogue: ChosenCatalogue,
  proof: Proof,
  sampling: Sampling,
  paint: Paint,
): Generator<string> {
  yield* formatSections(catalogue, proof, paint)
  const trials = [...proof.faults, ...proof.variants, ...proof.combinations]
  const drawn = proof.combinations
  for (const trial of trials) {
    const combinations = drawn.includes(trial) ? drawn.length : 0
    if (needsExplanation(trial, proof)) yield* formatFailure(trial, { ...sampling, combinations }, paint)
  }
  yield* describeDisabledValidations(proof.disabledValidations, paint)
  yield* describeEffects(proof.effects, paint)
  const runs = trials.reduce((sum, each) => sum + each.runs, 0)
  const how = paint('quiet', `${runs} runs, seed ${sampling.seed}`)
  yield ''
  yield [
    formatCount(proof.faults, 'fault', 'detected', paint),
    formatCount(proof.variants, 'variant', 'accepted', paint),
    formatCount(proof.combinations, 'combination', 'accepted', paint),
    how,
  ]
    .filter((part) => part !== '')
    .join('  ')
  for (const { text } of proof.missing) yield `${paint('bad', '✖')} ${text}`
}

/** Whether a trial failed because of its own mutation: not if it is a stub, or if the requirement fails without it too. */
function needsExplanation(trial: MutationTrial, { failedByReference }: Proof): boolean {
  if (isStub(trial.description)) return false
  const failed = trial.failed.filter((id) => trial.expected.includes(id) || !failedByReference.includes(id))
  return concludeTrial({ ...trial, failed }) !== 'held'
}

function formatCount(trials: readonly MutationTrial[], what: string, done: string, paint: Paint): string {
  if (trials.length === 0) return ''
  return `${formatRatio(trials, paint, 0, ' of ')} ${what}${trials.length === 1 ? '' : 's'} ${done}`
}

/** One line for each section: faults detected of all faults, variants accepted of all variants. */
function* formatSections(chosen: ChosenCatalogue, matrix: KillMatrix, paint: Paint): Generator<string> {
  const { faults, variants } = mergeCatalogue(chosen)
  const where = new Map<string, string>()
  for (const each of faults) where.set(each.id, each.breaks.section)
  for (const each of variants) where.set(each.id, findSection(each) ?? 'any')
  const sections = [...new Set(where.values())]
  yield paint('quiet', `${'section'.padEnd(36)} ${'faults'.padStart(9)} ${'variants'.padStart(9)}`)
  for (const section of sections) {
    const select = (trials: readonly MutationTrial[]) => trials.filter(({ id }) => where.get(id) === section)
    const [detected, accepted] = [matrix.faults, matrix.variants].map((trials) => formatRatio(select(trials), paint, 9))
    yield `${section.padEnd(36)} ${detected} ${accepted}`
  }
}

function formatRatio(trials: readonly MutationTrial[], paint: Paint, width: number, between = '/'): string {
  if (trials.length === 0) return ' '.repeat(width)
  const held = trials.filter((trial) => concludeTrial(trial) === 'held').length
  return paint(held === trials.length ? 'good' : 'bad', `${held}${between}${trials.length}`.padStart(width))
}

const words: Readonly<Record<ReturnType<typeof concludeTrial>, string>> = {
  held: 'as expected',
  survived: 'not detected: its own requirement does not fail',
  overkill: 'other requirements fail as well',
  rejected: 'a legal variant, and a requirement fails',
  defect: 'a defect in assay',
}

function* formatFailure(
  trial: MutationTrial,
  { seed, members, combinations }: Sampling & { readonly combinations: number },
  paint: Paint,
): Generator<string> {
  const { id, description, profile, expected, failed, counterexample, defect } = trial
  yield ''
  yield `${paint('bad', '✖')} ${paint('strong', id)}  ${words[concludeTrial(trial)]}`
  yield `    does          ${description}${counterexample ? `: ${sanitize(counterexample.description)}` : ''}`
  if (profile !== 'document') yield `    profile       ${profile}`
  if (defect !== undefined) yield `    defect        ${sanitize(defect)}`
  else yield `    failed        ${failed.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`
  const what = combinations > 0 ? `--combinations ${combinations}` : `'${id}'`
  yield `    replay        assay prove ${what} --seed ${seed} --members ${members}`
}
