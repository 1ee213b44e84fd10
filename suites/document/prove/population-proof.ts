import type { Requirement } from '../../../model/requirement.ts'
import { comparePopulation } from '../../../src/audit/compare/compare-population.ts'
import { judgePopulation, type PopulationResult } from '../../../src/audit/compare/judge-population.ts'
import type { SampleTrial } from '../../../src/prove/prove-standard.ts'
import { hasHeld } from '../../../src/prove/prove-standard.ts'
import type { SampleFault, SampleVariant } from '../../kit/samples.ts'
import { faults } from '../audit/faults.ts'
import type { PopulationChange } from '../audit/population-change.ts'
import { requirements } from '../audit/requirements.ts'
import { variants } from '../audit/variants.ts'
import { issuePopulation } from '../reference/issue-population.ts'
import { createDecide } from '../reference/offline-exchange.ts'

/** The answers under which populations are proved. */
const settings = { profile: 'document', decisions: {} } as const

/** Credentials of a population whose fault two of them show. */
const few = 40

/** Judges the population of one fault or variant. */
export function checkPopulation(change: PopulationChange): readonly PopulationResult[] {
  const { credentials = few } = change
  const texts = issuePopulation({ settings, seed: 'population', credentials, change, isSigned: false })
  return judgePopulation(comparePopulation(texts, settings), createDecide(settings))
}

/** The populations with a fault of some requirements, and all legal ones. */
export function provePopulations(isWanted: (requirement: Requirement) => boolean = () => true) {
  const own = faults.filter(({ breaks }) => isWanted(breaks))
  const broken = new Set(faults.map(({ breaks }) => breaks.id))
  return {
    faults: own.map(tryPopulation),
    variants: variants.filter(({ id }) => isAbout(id, own)).map(tryPopulation),
    unproven: requirements.filter((each) => isWanted(each) && !broken.has(each.id)).map(({ id }) => id),
  }
}

/** A variant about one requirement is tried with the faults of that one; those about populations with all. */
const isAbout = (id: string, own: readonly SampleFault<PopulationChange>[]): boolean =>
  own.some(({ breaks }) => id.startsWith('POPULATION/') || id.startsWith(`${breaks.id}/`))

function tryPopulation(one: SampleFault<PopulationChange> | SampleVariant<PopulationChange>): SampleTrial {
  const results = checkPopulation(one.change)
  const broken = 'breaks' in one ? [one.breaks, ...one.alsoBreaks] : []
  const list = (outcome: string): readonly string[] =>
    results.flatMap((each) => (each.outcome === outcome ? [each.requirement.id] : [])).toSorted()
  return {
    ...{ id: one.id, description: one.description, section: broken[0]?.section ?? '' },
    expected: broken.map(({ id }) => id).toSorted(),
    failed: list('failed'),
    doubtful: list('cantTell'),
  }
}

/** Whether every population with a fault fails as it has to, and no legal one does. */
export const isPopulationProven = ({ faults: broken, variants: legal, unproven }: PopulationProof): boolean =>
  [...broken, ...legal].every(hasHeld) && unproven.length === 0

/** What all populations led to. */
export type PopulationProof = ReturnType<typeof provePopulations>
