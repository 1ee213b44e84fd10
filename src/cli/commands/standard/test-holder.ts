import { HarnessError } from '../../../../model/errors.ts'
import { findHolderChange } from '../../../../suites/sd-jwt/harness/reference-holder.ts'
import { tryHolder } from '../../../../suites/sd-jwt/harness/try-holder.ts'
import type { TestOptions } from '../../../harness/test-options.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { Tested } from './tested.ts'

/** Gives SD-JWTs to a holder, and asks it for presentations. */
export async function tryHolderByArguments(args: Arguments, options: TestOptions): Promise<Tested> {
  const holder = args.text('holder')
  const change = readChange(args)
  const seen = await tryHolder({
    hasProbes: args.has('probes'),
    options,
    ...(holder !== undefined && { holder }),
    ...(change && { change }),
  })
  return { seen, target: holder }
}

/** A fault or a variant of the reference holder. A holder of others has none that can be chosen. */
function readChange(args: Arguments) {
  const kind = (['fault', 'variant'] as const).find((flag) => args.has(flag))
  if (!kind) return undefined
  if (args.has('holder'))
    throw new HarnessError('ERR_USAGE', `--${kind} is for the reference holder: it goes without --holder`)
  return findHolderChange(kind, args.text(kind) ?? '')
}
