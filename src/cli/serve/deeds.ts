import { type Bent, bentBy as found } from '../../assembly/deeds.ts'
import type { TargetRole } from '../../model/settings.ts'
import type { Arguments } from '../arguments.ts'
import { everyDeed, loadDeeds } from '../catalogue.ts'

/** The fault or the variant that was asked for on the command line, if any. */
export async function bentBy(args: Arguments, seed: number, roles: readonly TargetRole[]): Promise<Bent | undefined> {
  const [fault, variant] = [args.text('fault'), args.text('variant')]
  if (fault === undefined && variant === undefined) return undefined
  return found({ fault, variant }, everyDeed(await loadDeeds()), { seed, roles })
}
