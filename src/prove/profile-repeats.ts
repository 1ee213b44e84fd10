import { type Profile, profiles } from '../../model/decision.ts'
import type { Fault, FaultSettings } from '../../model/fault.ts'
import type { Result } from '../../model/report.ts'
import type { RunMutation } from './kill-matrix.ts'

/** What an honest cast breaks and keeps under some answers. */
type ReferenceOutcomes = (settings: FaultSettings) => Promise<ReadonlyMap<string, Result['outcome']>>

/**
 * Puts a fault under the answers of all presets to which it applies. One that was made for another preset than that of the
 * document stays where it is. So does one whose requirement has no object elsewhere, by what the honest cast comes to.
 */
export function createProfileRepeater(play: RunMutation): (fault: Fault) => Promise<readonly Fault[]> {
  const honest = cacheOutcomes(play)
  return async (fault) =>
    fault.profile === 'document' ? [fault, ...(await listOtherProfiles(fault, honest))] : [fault]
}

async function listOtherProfiles(fault: Fault, honest: ReferenceOutcomes): Promise<readonly Fault[]> {
  const others = profiles.filter((preset) => preset !== fault.profile)
  const made = others.map(async (under) => applyProfile(fault, under, await honest({ ...fault, profile: under })))
  return (await Promise.all(made)).flat()
}

/** The fault under a preset, with those of its requirements that it can break there. */
function applyProfile(
  fault: Fault,
  under: Profile,
  outcomes: ReadonlyMap<string, Result['outcome']>,
): readonly Fault[] {
  const isKept = ({ id }: { readonly id: string }): boolean => /^passed/.test(outcomes.get(id) ?? '')
  return isKept(fault.breaks) ? [{ ...fault, profile: under, alsoBreaks: fault.alsoBreaks.filter(isKept) }] : []
}

/** Plays the honest cast once for each set of answers. */
function cacheOutcomes(play: RunMutation): ReferenceOutcomes {
  const known = new Map<string, ReturnType<ReferenceOutcomes>>()
  return ({ profile, decisions, responseEncryption: asks }) => {
    const key = JSON.stringify([profile, decisions, asks])
    const outcomes =
      known.get(key) ?? collectOutcomes(play, { profile, decisions, ...(asks && { responseEncryption: asks }) })
    known.set(key, outcomes)
    return outcomes
  }
}

async function collectOutcomes(play: RunMutation, settings: FaultSettings): ReturnType<ReferenceOutcomes> {
  const results = await play({}, settings)
  return new Map(results.map(({ requirement: { id }, outcome }) => [id, outcome]))
}
