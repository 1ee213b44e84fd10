import { HarnessError } from '../../../../model/errors.ts'
import type { RunReport } from '../../../../model/run-report.ts'
import type { FormatName } from '../../../../reporters/formats.ts'
import type { OwnSuite } from '../../../../suites/own/own-suite.ts'
import { listStandards, type PlayedStandard, type TestedRole } from '../../../config/tested-roles.ts'
import { findTarget } from '../../../harness/arguments.ts'
import { addResumedNote } from '../../../harness/take-over.ts'
import { keepTape } from '../../../harness/tape/tape.ts'
import { nameRole, playRole } from '../../../play/play-role.ts'
import { makeSamplesAt } from '../../../play/sample-time.ts'
import type { BegunTest } from '../../../run-folder/tape-file.ts'
import { readPreciseClock } from '../../../runtime/clock.ts'
import { readSeed } from '../../../runtime/random.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { ExitCode } from '../../../terminal/exit-codes.ts'
import { writeMessage } from '../../../terminal/messages.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import { watchForInterruption } from '../../interruption.ts'
import { readOutput, reportToUser, type TestOutput } from './finish-test.ts'
import { listTestFlags, makeArguments, refuseForeignFlags, refuseOtherWalletFlags } from './role-flags.ts'

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
  const output = await readOutput(args, usualFormats)
  const test = await beginTest(
    { role, suite: own?.name ?? profile, flags: listTestFlags(args) },
    args,
    output,
    terminal,
  )
  const { began, seed } = test
  await makeSamplesAt(makeArguments({ now: [`${Math.floor(began / 1000)}`], ...test.flags }))
  const [{ readTestOptions }, { playUntil }] = await Promise.all([
    import('../../../play/read-options.ts'),
    import('../../../play/play-until.ts'),
  ])
  const events = args.has('events')
    ? (await import('./test-events.ts')).openEvents(profile, out ?? '', terminal)
    : undefined
  const options = { ...readTestOptions(args, own), ...(events && { watcher: events }) }
  const watched = events ? { ...terminal, ask: undefined, showTask: events.showTask } : terminal
  const { signal, stop } = watchForInterruption(events !== undefined)
  const limit = { profile, role: nameRole(role), target: findTarget(role, args), hasProbes: args.has('probes'), signal }
  const play = () =>
    playUntil(limit, options, (all) => playRole({ role, profile, args, seed }, watched, all)).finally(() => {
      stop()
      events?.close()
    })
  const { result, events: taped } = output.keepsPrivate
    ? await keepTest(test, play, signal, out)
    : { result: await play(), events: [] }
  const { seen, target } = result
  const interrupted = seen.isInterrupted && ({ interrupted: true } as const)
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
    ...(output.keepsPrivate && { kept: { role, flags: test.flags, began, events: taped, ...interrupted } }),
    command,
  }
  const { addOwnUntested } = await import('../../../harness/select-seen.ts')
  const scope = { rows: own?.requirements ?? [], role: facts.role, hasProbes: facts.isProbed }
  return reportToUser(addResumedNote(addOwnUntested(seen, scope), taped), facts, output, args, terminal)
}

/** What is tested from now on, or what was tested in a folder until it was interrupted. */
async function beginTest(
  about: Pick<BegunTest, 'role' | 'suite' | 'flags'>,
  args: Arguments,
  { folder, keepsPrivate }: TestOutput,
  terminal: Terminal,
): Promise<BegunTest> {
  const test = { ...about, seed: readSeed(args.text('seed') ?? 'random'), began: readPreciseClock() }
  if (!args.has('resume')) return { ...test, events: [] }
  if (folder === undefined || !keepsPrivate)
    throw new HarnessError('ERR_USAGE', '--resume needs --out and --keep-private, as the test had them')
  const { readInterruptedTest } = await import('../../../run-folder/tape-file.ts')
  const earlier = readInterruptedTest(folder, test, args.has('seed'))
  if (!earlier) writeMessage(terminal, 'note', `nothing of the test in ${folder} was complete: it begins again`)
  return earlier ?? { ...test, events: [] }
}

/** Plays a test, and keeps what it learns: in the folder, at once, if there is one. What comes after an interruption is not kept. */
async function keepTest<T>(test: BegunTest, play: () => Promise<T>, signal: AbortSignal, folder: string | undefined) {
  const file =
    folder === undefined ? undefined : (await import('../../../run-folder/tape-file.ts')).openTapeFile(folder, test)
  try {
    return await keepTape(play, {
      ...(test.events.length > 0 && { earlier: test }),
      note: (event) => void (signal.aborted || file?.note(event)),
    })
  } finally {
    file?.close()
  }
}

/** The standards of each role, for people. */
export const describeStandards = (roles: readonly TestedRole[]): string =>
  roles
    .map((role) => {
      const [usual, ...others] = listStandards(role)
      return `${role}: ${[`${usual} (the default)`, ...others].join(', ')}`
    })
    .join('; ')
