import { HarnessError } from '../../../../model/errors.ts'
import type { TapedEvent } from '../../../../model/record.ts'
import type { RunReport } from '../../../../model/run-report.ts'
import type { FormatName } from '../../../../reporters/formats.ts'
import type { OwnSuite } from '../../../../suites/own/own-suite.ts'
import { listStandards, type PlayedStandard, type TestedRole } from '../../../config/tested-roles.ts'
import { findTarget } from '../../../harness/arguments.ts'
import { addResumedNote } from '../../../harness/take-over.ts'
import { keepTape } from '../../../harness/tape/tape.ts'
import type { TestOptions, TestWatcher } from '../../../harness/test-options.ts'
import { nameRole, playRole } from '../../../play/play-role.ts'
import type { Interruptible } from '../../../play/play-until.ts'
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
  const options = readTestOptions(args, own)
  const { signal, stop } = watchForInterruption(args.has('events'))
  const limit = { profile, role: nameRole(role), target: findTarget(role, args), hasProbes: args.has('probes'), signal }
  const begun = await openBegunTest({ ...limit, options, subject, test }, output, args, terminal)
  const { events, watcher } = begun
  const watched = events ? { ...terminal, ask: undefined, showTask: events.showTask } : terminal
  const play = () =>
    playUntil(limit, { ...options, watcher }, (all) => playRole({ role, profile, args, seed }, watched, all))
  const earlier = test.events.length > 0 ? test : undefined
  const played = output.keepsPrivate ? keepTape(play, { earlier, note: begun.note }) : play().then(withoutTape)
  const { result, events: taped } = await played.finally(() => {
    stop()
    begun.close()
  })
  const { seen, target } = result
  const interrupted = seen.isInterrupted && ({ interrupted: true } as const)
  const facts = {
    profile,
    role: limit.role,
    options,
    events,
    ...(target !== undefined && { target }),
    began,
    seed,
    isProbed: limit.hasProbes,
    subject,
    ...(output.keepsPrivate && { kept: { role, flags: test.flags, began, events: taped, ...interrupted } }),
    command,
  }
  const { addOwnUntested } = await import('../../../harness/select-seen.ts')
  const scope = { rows: own?.requirements ?? [], role: facts.role, hasProbes: facts.isProbed }
  return reportToUser(addResumedNote(addOwnUntested(seen, scope), taped), facts, output, args, terminal)
}

const withoutTape = <T>(result: T): { readonly result: T; readonly events: readonly TapedEvent[] } => ({
  result,
  events: [],
})

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

interface BegunRole extends Interruptible {
  readonly options: TestOptions
  readonly subject: RunReport['subject']
  readonly test: BegunTest
}

/** Opens what a test that is under way writes to: its folder and its events. What comes after an interruption is not kept. */
async function openBegunTest(
  { profile, role, target, signal, options, subject, test }: BegunRole,
  { folder: path, keepsPrivate }: TestOutput,
  args: Arguments,
  terminal: Terminal,
) {
  const { createLiveRecorder, openBegunFolder } = await import('../../../run-folder/begun-test.ts')
  const recordLine = createLiveRecorder(profile)
  const actors = [{ role, ...(target !== undefined && { url: target }) }]
  const { selection = { only: [], skip: [] } } = options
  const folder =
    path === undefined
      ? undefined
      : openBegunFolder(path, { profile, actors, selection, subject, test, keepsPrivate, recordLine })
  const events = args.has('events') ? (await import('./test-events.ts')).openEvents(path ?? '', terminal) : undefined
  const watcher: TestWatcher = {
    message: (message) => {
      const line = folder?.record(message)
      events?.message(line ?? recordLine(message))
    },
    probes: (answered, planned) => events?.probes(answered, planned),
  }
  return {
    events,
    watcher,
    note: (event: TapedEvent): void => void (signal.aborted || folder?.note(event)),
    close: (): void => {
      folder?.close()
      events?.close()
    },
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
