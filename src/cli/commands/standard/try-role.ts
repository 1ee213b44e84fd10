import type { RunReport } from '../../../../model/run-report.ts'
import type { FormatName } from '../../../../reporters/formats.ts'
import type { OwnSuite } from '../../../../suites/own/own-suite.ts'
import { listStandards, type PlayedStandard, type TestedRole } from '../../../config/tested-roles.ts'
import { makeFolder } from '../../../files/write.ts'
import { findTarget } from '../../../harness/arguments.ts'
import { keepTape } from '../../../harness/tape.ts'
import { nameRole, playRole } from '../../../play/play-role.ts'
import { makeSamplesAt } from '../../../play/sample-time.ts'
import { readPreciseClock } from '../../../runtime/clock.ts'
import { readSeed } from '../../../runtime/random.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { ExitCode } from '../../../terminal/exit-codes.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import { watchForInterruption } from '../../interruption.ts'
import { readOutput, reportToUser } from './finish-test.ts'
import { listTestFlags, refuseForeignFlags, refuseOtherWalletFlags } from './role-flags.ts'

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
  const [{ readTestOptions }, { playUntil }] = await Promise.all([
    import('../../../play/read-options.ts'),
    import('../../../play/play-until.ts'),
  ])
  const events = args.has('events')
    ? (await import('./test-events.ts')).openEvents(profile, out ?? '', terminal)
    : undefined
  const options = { ...readTestOptions(args, own), ...(events && { watcher: events }) }
  const seed = readSeed(args.text('seed') ?? 'random')
  const watched = events ? { ...terminal, ask: undefined, showTask: events.showTask } : terminal
  const { signal, stop } = watchForInterruption(events !== undefined)
  const limit = { profile, role: nameRole(role), target: findTarget(role, args), hasProbes: args.has('probes'), signal }
  const play = () =>
    playUntil(limit, options, (all) => playRole({ role, profile, args, seed }, watched, all)).finally(() => {
      stop()
      events?.close()
    })
  const { result, events: taped } = output.keepsPrivate ? await keepTape(play) : { result: await play(), events: [] }
  const { seen, target } = result
  const facts = {
    profile,
    role: nameRole(role),
    options,
    events,
    ...(target !== undefined && { target }),
    began,
    seed,
    isProbed: args.has('probes'),
    subject,
    ...(output.keepsPrivate &&
      !seen.isInterrupted && { kept: { role, flags: listTestFlags(args), began, events: taped } }),
    command,
  }
  const { addOwnUntested } = await import('../../../harness/select-seen.ts')
  const scope = { rows: own?.requirements ?? [], role: facts.role, hasProbes: facts.isProbed }
  return reportToUser(addOwnUntested(seen, scope), facts, output, args, terminal)
}

/** The standards of each role, for people. */
export const describeStandards = (roles: readonly TestedRole[]): string =>
  roles
    .map((role) => {
      const [usual, ...others] = listStandards(role)
      return `${role}: ${[`${usual} (the default)`, ...others].join(', ')}`
    })
    .join('; ')
