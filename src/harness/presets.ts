import { type Preset, presets } from '../model/decision.ts'
import type { Fault, Setting } from '../model/fault.ts'
import type { Result } from '../model/report.ts'
import type { Play } from './prove.ts'

/** What an honest cast breaks and keeps under some answers. */
type Honesty = (setting: Setting) => Promise<ReadonlyMap<string, Result['outcome']>>

/**
 * Puts a fault under the answers of all presets to which it applies. One that was made for another preset than that of the
 * document stays where it is. So does one whose requirement has no object elsewhere, by what the honest cast comes to.
 */
export function underEveryPreset(play: Play): (fault: Fault) => Promise<readonly Fault[]> {
  const honest = remembered(play)
  return async (fault) => (fault.under === 'document' ? [fault, ...(await elsewhere(fault, honest))] : [fault])
}

async function elsewhere(fault: Fault, honest: Honesty): Promise<readonly Fault[]> {
  const others = presets.filter((preset) => preset !== fault.under)
  const made = others.map(async (under) => appliedUnder(fault, under, await honest({ ...fault, under })))
  return (await Promise.all(made)).flat()
}

/** The fault under a preset, with those of its requirements that it can break there. */
function appliedUnder(fault: Fault, under: Preset, outcomes: ReadonlyMap<string, Result['outcome']>): readonly Fault[] {
  const isKept = ({ id }: { readonly id: string }): boolean => /^passed/.test(outcomes.get(id) ?? '')
  return isKept(fault.breaks) ? [{ ...fault, under, alsoBreaks: fault.alsoBreaks.filter(isKept) }] : []
}

/** Plays the honest cast once for each set of answers. */
function remembered(play: Play): Honesty {
  const known = new Map<string, ReturnType<Honesty>>()
  return ({ under, given, asks }) => {
    const key = JSON.stringify([under, given, asks])
    const outcomes = known.get(key) ?? outcomesOf(play, { under, given, ...(asks && { asks }) })
    known.set(key, outcomes)
    return outcomes
  }
}

async function outcomesOf(play: Play, setting: Setting): ReturnType<Honesty> {
  const results = await play({}, setting)
  return new Map(results.map(({ requirement: { id }, outcome }) => [id, outcome]))
}
