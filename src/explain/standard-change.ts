import { type StandardProfile, standardProfiles } from '../../model/decision.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import type { SampleFault, SampleVariant } from '../../suites/kit/samples.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { standards } from '../../suites/standards.ts'
import { formatRow } from './row.ts'
import { formatFinding, nameTest } from './standard-row.ts'

/** A fault or a variant of a standard: what is done, what it breaks, and how to see it. */
export function* explainStandardChange(
  { standard, change, isPlayed }: StandardChange,
  paint: Paint,
): Generator<string> {
  const { id, description } = change
  const broken = 'breaks' in change ? [change.breaks, ...change.alsoBreaks] : []
  const [first] = broken
  yield `${paint('strong', id)}  ${first ? 'a fault' : 'a variant: legal and unusual, no requirement fails'}`
  yield ''
  yield formatRow('does', description, paint)
  yield formatRow('profile', `${standard}: ${standards[standard].title} alone`, paint)
  for (const each of broken) yield formatRow('breaks', `${paint('strong', each.id)}  ${each.text}`, paint)
  yield formatRow('to prove', `assay prove --profile ${standard}`, paint)
  if (isPlayed && first) yield formatRow('to see', `${nameTest(standard, first)} --probes --fault ${id}`, paint)
  if (!isPlayed && first)
    yield* formatFinding(standard, standardProofs[standard].makeSample(change.change), first.id, paint)
}

/** A fault or a variant of a standard. */
export interface StandardChange {
  readonly standard: StandardProfile
  readonly change: SampleFault<object> | SampleVariant<object>
  /** Whether a whole exchange shows it. */
  readonly isPlayed: boolean
}

/** The fault or the variant of a standard with an id. */
export function findStandardChange(id: string): StandardChange | undefined {
  for (const standard of standardProfiles) {
    const { faults, variants, exchange } = standardProofs[standard]
    const find = <Change extends { readonly id: string }>(all: readonly Change[]) =>
      all.find((each) => each.id.toLowerCase() === id.toLowerCase())
    const sample = find([...faults, ...variants])
    if (sample) return { standard, change: sample, isPlayed: false }
    const party = exchange && find([...exchange.faults, ...exchange.variants])
    if (party) return { standard, change: { ...party, change: {} }, isPlayed: true }
  }
  return undefined
}
