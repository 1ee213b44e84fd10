import type { Settings } from '../../model/settings.ts'
import { hasManualTarget } from '../drivers/driver-kind.ts'

/**
 * The default number of members of each family. Targets get one, and manual targets none, since each costs a person time.
 * The reference actors, which `assay prove` tests, get none unless probes are requested.
 */
export function chooseMembers({ targets }: Pick<Settings, 'targets'>, isRequested = false): number {
  if (Object.keys(targets).length === 0) return isRequested ? 10 : 0
  return isRequested || !hasManualTarget({ targets }) ? 1 : 0
}
