import { type Ran, run, type Surroundings } from '../../assembly/run.ts'
import type { Stage } from '../../assembly/stage.ts'
import { preciseClock } from '../../harness/clock.ts'
import { HarnessError } from '../../model/errors.ts'
import type { Probed } from '../../model/probe.ts'
import type { Settings } from '../../model/settings.ts'
import { tool } from '../tool.ts'
import { doorFor, ways } from './ways.ts'

/** What whoever runs has to say beside the settings. */
export interface Playing extends Pick<Surroundings, 'signal' | 'record' | 'progress'> {
  /** How many lies of each family those under test are told. */
  readonly members: number
}

/** How many lies there are, where nobody says: none for the reference cast, which is proven elsewhere. */
export const usualMembers = ({ targets }: Settings): number => (Object.keys(targets).length > 0 ? 1 : 0)

/** Plays a run over the ways that were configured, and closes them. */
export async function playing(settings: Settings, { members, ...watch }: Playing): Promise<Ran> {
  refuseUnreachable(settings)
  const { lines, close } = await ways(settings)
  const surroundings = {
    clock: preciseClock,
    tool,
    lines,
    ...watch,
    ...(members > 0 && { probing: probing(members, settings.seed) }),
    ...(settings.listen && { listen: doorFor(settings.listen) }),
  }
  return run(settings, surroundings).finally(close)
}

/** Lies for those under test. The catalogue is loaded only if somebody is lied to. */
const probing =
  (members: number, seed: string) =>
  async (stage: Stage): Promise<readonly Probed[]> => {
    const { probingWith } = await import('../../assembly/lies.ts')
    return probingWith({ members, seed: seedNumber(seed) })(stage)
  }

/** A number out of any text, for generators that want one. */
const seedNumber = (seed: string): number =>
  [...seed].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 2 ** 31, 7)

/** A wallet and an identity app call; nobody can call them. */
export function refuseUnreachable({ targets }: Settings): void {
  const role = (['wallet', 'identity-app'] as const).find((each) => targets[each] !== undefined)
  if (role !== undefined) {
    throw new HarnessError(
      'ERR_CONFIG',
      `targets.${role}: assay cannot test a ${role} by a URL yet; an issuer, a status-service, a wallet-backend and a verifier it can`,
    )
  }
}
