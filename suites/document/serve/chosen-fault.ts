import type { TargetRole } from '../../../model/role.ts'
import type { Arguments } from '../../../src/terminal/arguments.ts'
import { loadCatalogue, mergeCatalogue } from '../prove/catalogue.ts'
import { type ChosenMutation, chooseMutation } from '../reference/chosen-mutation.ts'

/** The fault or the variant that `--fault` or `--variant` names, if any. */
export async function chooseFault(
  args: Arguments,
  seed: number,
  roles: readonly TargetRole[],
): Promise<ChosenMutation | undefined> {
  const [fault, variant] = [args.text('fault'), args.text('variant')]
  if (fault === undefined && variant === undefined) return undefined
  return chooseMutation({ fault, variant }, mergeCatalogue(await loadCatalogue()), { seed, roles })
}
