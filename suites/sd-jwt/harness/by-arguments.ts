import { readChange } from '../../../src/harness/arguments.ts'
import type { Tested, TestInput } from '../../../src/harness/tester.ts'
import { type HolderProfile, holderProfile } from './holder-profile.ts'
import { findHolderChange } from './reference-holder.ts'
import { tryHolder } from './try-holder.ts'

/** Gives SD-JWTs to a holder, and asks it for presentations. */
export async function tryHolderByArguments(
  { args, options }: TestInput,
  profile: HolderProfile = holderProfile,
): Promise<Tested> {
  const holder = args.text('holder')
  const change = readChange(args, { role: 'holder', flag: 'holder' }, findHolderChange)
  const seen = await tryHolder({
    hasProbes: args.has('probes'),
    ...{ options, profile },
    ...(holder !== undefined && { holder }),
    ...(change && { change }),
  })
  return { seen, target: holder }
}
