import type { Answering } from '../harness/answers.ts'
import { didYouMean } from '../harness/nearest.ts'
import type { Catalogue } from '../harness/prove.ts'
import type { Cast, Deviation } from '../model/actors.ts'
import { HarnessError } from '../model/errors.ts'
import type { Fault, Setting, Variant } from '../model/fault.ts'
import type { TargetRole } from '../model/settings.ts'
import { membersOf } from './members.ts'

/** One thing that a served actor does otherwise. */
export interface Bent {
  readonly id: string
  /** What it does, as the rest of a sentence that begins with the actor. */
  readonly deed: string
  /** The requirements that it breaks; none, if it is only surprising. */
  readonly breaks: readonly string[]
  readonly deviation: Deviation
  readonly setting: Setting
}

/** The deed that was asked for, by its id. */
export interface Wanted {
  readonly fault?: string | undefined
  readonly variant?: string | undefined
}

/** The fault or the variant that was asked for, if any. Of a family, the first member from the seed on. */
export function bentBy(
  { fault, variant }: Wanted,
  { faults, variants }: Catalogue,
  { seed, roles }: { readonly seed: number; readonly roles: readonly TargetRole[] },
): Bent | undefined {
  if (fault !== undefined && variant !== undefined) {
    throw new HarnessError('ERR_USAGE', 'one deed at a time: give a fault or a variant')
  }
  if (fault === undefined && variant === undefined) return undefined
  const found: Fault | Variant =
    fault !== undefined ? named('fault', fault, faults) : named('variant', variant ?? '', variants)
  const [member] = membersOf(found, seed, 1)
  if (!member) throw new HarnessError('ERR_DEFECT', `the family ${found.id} has no member`)
  refuseAbsent(found.id, member.deviation, roles)
  return { ...toldOf(found, member.what), deviation: member.deviation, setting: found }
}

/** The answers that hold: those of the deed in force, and what was told. A deed means nothing under other answers. */
export function answersBeside(
  bent: Bent | undefined,
  { profile, given: told }: Partial<Pick<Answering, 'profile'>> & Pick<Answering, 'given'>,
): Answering {
  const { under = 'document', given = {} } = bent?.setting ?? {}
  const other = Object.keys(given).find((key) => told[key] !== undefined && told[key] !== given[key])
  if (under !== 'document' && profile !== undefined && profile !== under) {
    throw new HarnessError('ERR_USAGE', `\`${bent?.id}\` is done under the profile ${under}`)
  }
  if (other !== undefined) {
    throw new HarnessError('ERR_USAGE', `\`${bent?.id}\` is done under the decision ${other}=${given[other]}`)
  }
  return { profile: profile ?? under, given: { ...given, ...told } }
}

const toldOf = (found: Fault | Variant, what: string): Pick<Bent, 'id' | 'deed' | 'breaks'> => ({
  id: found.id,
  deed: what === found.deed ? what : `${found.deed}: ${what}`,
  breaks: 'alsoBreaks' in found ? [found.breaks, ...found.alsoBreaks].map(({ id }) => id) : [],
})

function named<T extends Fault | Variant>(what: 'fault' | 'variant', id: string, all: readonly T[]): T {
  const found = all.find((each) => each.id === id)
  if (found) return found
  const ids = all.map((each) => each.id)
  const near = didYouMean(id, ids) || `; \`assay list ${what}s\` has them`
  throw new HarnessError('ERR_USAGE', `there is no ${what} \`${id}\`${near}`)
}

const servedAs: Readonly<Record<keyof Cast, TargetRole | undefined>> = {
  issuer: 'issuer',
  statusService: 'status-service',
  walletBackend: 'wallet-backend',
  verifier: 'verifier',
  wallet: 'wallet',
  identityApp: 'identity-app',
  credentialManager: undefined,
}

/** A lie of somebody who is not here would change nothing, and look like honesty. */
function refuseAbsent(id: string, deviation: Deviation, roles: readonly TargetRole[]): void {
  const bent = Object.keys(deviation) as (keyof Cast)[] // the keys of a deviation are those of a cast
  const absent = bent.find((one) => !roles.some((role) => role === servedAs[one]))
  if (absent === undefined) return
  const served = servedAs[absent]
  const remedy = served
    ? `serve the ${served} as well`
    : 'such an actor calls and is called by nobody, so it is not served'
  throw new HarnessError('ERR_USAGE', `\`${id}\` is a deed of the ${wordsOf(absent)}: ${remedy}`)
}

const wordsOf = (actor: string): string => actor.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
