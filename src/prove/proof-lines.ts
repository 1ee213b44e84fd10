import type { Paint } from '../../reporters/text/paint.ts'
import { hasHeld, type SampleTrial, type StandardProof } from './prove-standard.ts'

/** Describes what is proven of a standard and what is not, for people. */
export function* formatStandardProof(
  { title, faults, variants, unproven }: Omit<StandardProof, 'profile'>,
  paint: Paint,
): Generator<string> {
  yield paint('quiet', `${`section of ${title}`.padEnd(36)} ${'faults'.padStart(9)}`)
  for (const [section, own] of [...Map.groupBy(faults, (each) => each.section)].sort(([a], [b]) => compare(a, b)))
    yield `${section.padEnd(36)} ${formatRatio(own, '/', paint)}`
  for (const trial of [...faults, ...variants]) if (!hasHeld(trial)) yield* formatTrial(trial, paint)
  yield ''
  yield `${formatRatio(faults, ' of ', paint).trim()} faults detected  ${formatRatio(variants, ' of ', paint).trim()} variants accepted`
  for (const id of unproven) yield `${paint('bad', '✖')} ${id}  no fault breaks it`
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

function formatRatio(trials: readonly SampleTrial[], between: string, paint: Paint): string {
  const held = trials.filter(hasHeld).length
  return paint(held === trials.length ? 'good' : 'bad', `${held}${between}${trials.length}`.padStart(9))
}

function* formatTrial({ id, expected, failed, doubtful }: SampleTrial, paint: Paint): Generator<string> {
  yield ''
  yield `${paint('bad', '✖')} ${paint('strong', id)}`
  yield `    failed        ${failed.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`
  if (doubtful.length > 0) yield `    inconclusive  ${doubtful.join(', ')}`
}
