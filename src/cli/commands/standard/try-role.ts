import { HarnessError } from '../../../../model/errors.ts'
import type { RunReport } from '../../../../model/run-report.ts'
import type { FormatName } from '../../../../reporters/formats.ts'
import type { OwnSuite } from '../../../../suites/own-suite.ts'
import { harnesses } from '../../../../suites/played.ts'
import { listStandards, type PlayedStandard, type TestedRole } from '../../../config/tested-roles.ts'
import { makeFolder } from '../../../files/write.ts'
import { readPreciseClock } from '../../../runtime/clock.ts'
import { drawFrom, readSeed } from '../../../runtime/random.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { ExitCode } from '../../../terminal/exit-codes.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import { makeSamplesAt } from '../../sample-time.ts'
import { readOutput, reportToUser } from './finish-test.ts'
import { refuseForeignFlags, refuseOtherWalletFlags } from './role-flags.ts'

/** What is tested, by which standard, and the command that repeats it. */
export interface RoleTest {
  readonly role: TestedRole
  readonly profile: PlayedStandard
  readonly args: Arguments
  /** The third-party suite, whose requirements apply as well. */
  readonly own?: OwnSuite
  /** The product that is tested, as the configuration names it. */
  readonly subject?: RunReport['subject']
  readonly command: readonly string[]
  /** The forms of the report that are written if none is asked for. */
  readonly usualFormats: readonly FormatName[]
}

/** Tests one role by a standard, and reports it: `assay test`, and `assay run` with a standard. */
export async function tryRole(
  { role, profile, args, own, subject = {}, command, usualFormats }: RoleTest,
  terminal: Terminal,
): Promise<ExitCode> {
  refuseForeignFlags(role, args)
  if (role === 'wallet') refuseOtherWalletFlags(args, profile)
  const out = args.text('out')
  if (out !== undefined) makeFolder(out)
  const output = await readOutput(args, usualFormats)
  const began = readPreciseClock()
  await makeSamplesAt(args)
  const { readTestOptions } = await import('./read-options.ts')
  const events = args.has('events')
    ? (await import('./test-events.ts')).openEvents(profile, out ?? '', terminal)
    : undefined
  const options = { ...readTestOptions(args, own), ...(events && { watcher: events }) }
  const seed = readSeed(args.text('seed') ?? 'random')
  const { seen, target } = await drawFrom(seed, () => findTester(profile, role)({ args, terminal, profile, options }))
  const facts = {
    profile,
    role: role === 'holder' ? ('wallet' as const) : role, // a holder of SD-JWTs is a wallet
    options,
    events,
    ...(target !== undefined && { target }),
    began,
    seed,
    isProbed: args.has('probes'),
    subject,
    command,
  }
  const { addOwnUntested } = await import('../../../harness/select-seen.ts')
  const scope = { rows: own?.requirements ?? [], role: facts.role, hasProbes: facts.isProbed }
  return reportToUser(addOwnUntested(seen, scope), facts, output, args, terminal)
}

function findTester(profile: PlayedStandard, role: TestedRole) {
  const tester = harnesses[profile].testers[role]
  if (!tester) throw new HarnessError('ERR_USAGE', `${profile} does not test the role ${role}`)
  return tester
}

/** The standards of each role, for people. */
export const describeStandards = (roles: readonly TestedRole[]): string =>
  roles
    .map((role) => {
      const [usual, ...others] = listStandards(role)
      return `${role}: ${[`${usual} (the default)`, ...others].join(', ')}`
    })
    .join('; ')
