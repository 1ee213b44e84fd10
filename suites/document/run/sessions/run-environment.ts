import type { Decide } from '../../../../model/decision.ts'
import type { Role } from '../../../../model/role.ts'
import type { Settings } from '../../../../model/settings.ts'
import type { StateStore } from '../../../../model/state-store.ts'
import { createStateStore } from '../../actors/services/state-store.ts'
import type { Keyring } from '../../actors/steps/environment.ts'
import { deriveTerms } from '../../kit/terms.ts'
import type { Terms } from '../../model/terms.ts'
import { drawParties } from '../../reference/drawn-parties.ts'
import { chooseTestedRoles } from '../roles.ts'
import { createRunAddresses, type RunAddresses } from '../routes/addresses.ts'
import type { SessionStoreOptions } from './options.ts'

/** Everything that all sessions of a run share. */
export interface RunEnvironment {
  readonly settings: Settings
  readonly options: SessionStoreOptions
  readonly decide: Decide
  readonly tested: ReadonlySet<Role>
  readonly addresses: RunAddresses
  /** The terms outside of any session. */
  readonly terms: Terms
  /** The state of the reference actors, in all sessions. */
  readonly state: StateStore
  /** Seconds since 1970. */
  readonly now: () => number
  readonly isTarget: (role: Role) => boolean
  /** The keys of the reference actors, if not the usual ones. */
  readonly keys?: Keyring
}

/** Derives what sessions share from the settings and the options of a run. */
export function createRunEnvironment(settings: Settings, options: SessionStoreOptions, decide: Decide): RunEnvironment {
  const { clock, routes, drivers = {}, tested } = options
  const addresses = createRunAddresses(settings)
  return {
    settings,
    options,
    decide,
    tested: chooseTestedRoles(settings, tested),
    addresses,
    terms: deriveTerms(decide, addresses),
    state: createStateStore(),
    now: () => settings.now ?? Math.floor(clock() / 1000),
    isTarget: (role) => role in routes || role in drivers,
    ...(settings.incognito && { keys: drawParties(settings.seed).keys }),
  }
}
