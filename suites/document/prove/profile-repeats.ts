import { type Profile, profiles } from '../../../model/decision.ts'
import type { Result } from '../../../model/report.ts'
import type { Fault, FaultSettings } from '../model/fault.ts'
import type { RunMutation } from './kill-matrix.ts'

/** The outcomes of a run without a mutation under some answers. */
type ReferenceOutcomes = (settings: FaultSettings) => Promise<ReadonlyMap<string, Result['outcome']>>

/**
 * Repeats a fault under every profile to which it applies. A fault that was made for a profile other than `document` is not
 * repeated, and no fault is where its requirement does not pass without it.
 */
export function createProfileRepeater(run: RunMutation): (fault: Fault) => Promise<readonly Fault[]> {
  const findOutcomes = cacheOutcomes(run)
  return async (fault) =>
    fault.profile === 'document' ? [fault, ...(await listOtherProfiles(fault, findOutcomes))] : [fault]
}

async function listOtherProfiles(fault: Fault, findOutcomes: ReferenceOutcomes): Promise<readonly Fault[]> {
  const others = profiles.filter((each) => each !== fault.profile)
  const repeated = others.map(async (under) =>
    applyProfile(fault, under, await findOutcomes({ ...fault, profile: under })),
  )
  return (await Promise.all(repeated)).flat()
}

/** The fault under a profile, with those of its requirements that it can break there. */
function applyProfile(
  fault: Fault,
  under: Profile,
  outcomes: ReadonlyMap<string, Result['outcome']>,
): readonly Fault[] {
  const isKept = ({ id }: { readonly id: string }): boolean => /^passed/.test(outcomes.get(id) ?? '')
  return isKept(fault.breaks) ? [{ ...fault, profile: under, alsoBreaks: fault.alsoBreaks.filter(isKept) }] : []
}

/** Runs the exchange without a mutation once for each set of answers. */
function cacheOutcomes(run: RunMutation): ReferenceOutcomes {
  const known = new Map<string, ReturnType<ReferenceOutcomes>>()
  return ({ profile, decisions, responseEncryption }) => {
    const key = JSON.stringify([profile, decisions, responseEncryption])
    const outcomes =
      known.get(key) ?? collectOutcomes(run, { profile, decisions, ...(responseEncryption && { responseEncryption }) })
    known.set(key, outcomes)
    return outcomes
  }
}

async function collectOutcomes(run: RunMutation, settings: FaultSettings): ReturnType<ReferenceOutcomes> {
  const results = await run({}, settings)
  return new Map(results.map(({ requirement: { id }, outcome }) => [id, outcome]))
}
