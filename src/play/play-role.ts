import { HarnessError } from '../../model/errors.ts'
import { makeOwnHarness } from '../../suites/own/harness/roles.ts'
import { harnesses } from '../../suites/played.ts'
import type { PlayedStandard, TestedRole } from '../config/tested-roles.ts'
import type { TestOptions } from '../harness/test-options.ts'
import type { Tested } from '../harness/tester.ts'
import { drawFrom } from '../runtime/random.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Which role is tested, by which standard, and how. */
interface PlayedRole {
  readonly role: TestedRole
  readonly profile: PlayedStandard
  readonly args: Arguments
  readonly seed: string
}

/** A holder of SD-JWTs is a wallet. */
export const nameRole = (role: TestedRole): 'issuer' | 'verifier' | 'wallet' => (role === 'holder' ? 'wallet' : role)

/** Plays the other side of a role. */
export const playRole = (
  { role, profile, args, seed }: PlayedRole,
  terminal: Terminal,
  options: TestOptions,
): Promise<Tested> => drawFrom(seed, () => findTester(profile, role, options)({ args, terminal, profile, options }))

function findTester(profile: PlayedStandard, role: TestedRole, { own }: TestOptions) {
  const tester = (own ? makeOwnHarness(own) : harnesses[profile]).testers[role]
  if (!tester) throw new HarnessError('ERR_USAGE', `${profile} does not test the role ${role}`)
  return tester
}
