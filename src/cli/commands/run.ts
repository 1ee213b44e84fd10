import type { Baseline } from '../../../model/baseline.ts'
import { HarnessError } from '../../../model/errors.ts'
import { settingsFlags } from '../../config/run-flags.ts'
import type { Settings } from '../../config/settings.ts'
import type { SuiteSettings } from '../../config/suite-settings.ts'
import type { EarlierRun } from '../../run-folder/resume.ts'
import { runFiles } from '../../run-folder/run-files.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import { type Command, listFlags } from '../../terminal/command.ts'
import type { ExitCode } from '../../terminal/exit-codes.ts'
import { writeError, writeMessage } from '../../terminal/messages.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { openCampaign } from '../campaign.ts'
import { json, queueFlags, suite, via } from '../flags.ts'
import { watchForInterruption } from '../interruption.ts'

/** `assay run`: runs the whole exchange, judges it, and writes the report. */
export const run: Command = {
  usage: 'assay run [CONFIG ...]',
  flags: {
    suite: { suite },
    ...settingsFlags,
    'what else to do': {
      'require-target': {
        meaning: 'exit with 2 if no target is configured, so that a pipeline never tests reference actors only',
      },
      resume: { meaning: 'continue the run in the output folder, without repeating complete sessions' },
      shard: { value: 'I/N', meaning: 'judge part I of N of the requirements; `assay merge` merges the reports' },
      baseline: { value: 'FILE', meaning: 'known failures: they change the exit code, never the verdict' },
    },
    'several configurations': {
      'at-once': {
        value: 'N',
        meaning: 'how many configurations to run at a time (default: five for each processor, if the memory suffices)',
      },
    },
    'on many machines': { via, creds: queueFlags.creds, 'tls-ca': queueFlags['tls-ca'] },
    'what to print': {
      json,
      events: { meaning: 'print one JSON document per message, session and step as the run proceeds' },
      quiet: { meaning: 'print nothing' },
    },
  },
  examples: {
    'assay run': 'the targets in harness.config.ts; reference actors play every other role',
    'assay run --target issuer=https://issuer.example': 'your issuer; reference actors play every other role',
    'assay run --target verifier=http://127.0.0.1:9000 --listen 127.0.0.1:4801':
      'your verifier, which fetches keys and statuses from the reference actors',
    'assay run --probes': 'only reference actors, with all negative tests',
    'assay run --probes --only CRED-TYP --via nats://queue.example':
      'one requirement, with the probes sent by `assay worker` on other machines',
    'assay run --suite openid4vci-1.0 --probes': 'a standard: the reference issuer of OpenID4VCI 1.0',
    'assay run --suite openid4vci-1.0 --target issuer=http://127.0.0.1:4800/vci/offer':
      'an issuer with a URL that returns a new offer each time; `suite` and `targets` in harness.config.ts say the same',
    'assay run targets/*.config.json --out nightly':
      'each of several configurations, side by side; nightly/index.html leads to their reports',
    "assay run --only 'CRED-*' --only 'SD-*'": 'some requirements',
  },
  run: async (args, terminal) => {
    if (namesConfigurations(args)) return (await import('../run-many.ts')).runMany(args, listFlags(run), terminal)
    const standard = await readStandard(args, terminal)
    if (standard) return runStandard(standard, args, terminal)
    const [{ runToFolder }, { hasManualTarget }, { connectPerson, createTaskPrinter, describeManualRun }] =
      await Promise.all([
        import('../../run-folder/run-to-folder.ts'),
        import('../../drivers/driver-kind.ts'),
        import('../manual.ts'),
      ])
    const [{ formatReport }, { createEventPrinter, createProgress }] = await Promise.all([
      import('../print-report.ts'),
      import('../run-output.ts'),
    ])
    const { settings, members, earlier } = await readRunSettings(args, terminal)
    if (args.has('require-target')) requireTarget(settings)
    const baseline = await readKnownFailures(args)
    if (args.text('via') !== undefined) requireReference(settings, members)
    const campaign = await openCampaign(args, terminal)
    const events = args.has('events') ? createEventPrinter(terminal) : undefined
    const person = hasManualTarget(settings)
      ? await connectPerson(events?.task ?? (args.has('quiet') ? () => {} : await createTaskPrinter(terminal)))
      : undefined
    const progress = createProgress(args, terminal)
    const interruption = watchForInterruption(events !== undefined)
    try {
      const { report, folder, files, printed, failure, isResumable } = await runToFolder(settings, {
        members,
        baseline,
        signal: interruption.signal,
        earlier,
        person,
        startPool: campaign && ((options) => campaign.startPool({ kind: 'probes', options })),
        opened: (open, privateFile) => {
          events?.begin(settings.out, person && `${open.url}${person.path}`)
          if (person) for (const line of describeManualRun(open, person, privateFile)) terminal.err(line)
        },
        ended: events?.session ?? progress.ended,
        sent: events?.probes ?? progress.sent,
        seen: events?.message,
        print: (made) => [
          ...progress.printed,
          ...(events ? events.formatEnd(settings.out, made) : formatReport(made, args, terminal)),
        ],
      })
      terminal.progress?.('')
      for (const line of printed.slice(progress.printed.length)) terminal.out(line)
      if (isResumable) writeMessage(terminal, 'hint', 'repeat the command with --resume to run the missing sessions')
      if (progress.isOn) terminal.out(terminal.paint('quiet', `report     ${folder}/${files.join(', ')}`))
      if (failure) {
        writeError(terminal, failure)
        return 5
      }
      return report.verdict.exitCode as ExitCode // every code of a verdict is one of ours
    } finally {
      interruption.stop()
      await campaign?.close()
    }
  },
}

/** Whether there are several configurations. A URL is none: that is given with --target, as the settings say. */
function namesConfigurations({ positionals, has }: Arguments): boolean {
  if (positionals.length > 0) return !positionals.some((word) => /^https?:/i.test(word))
  if (has('at-once')) throw new HarnessError('ERR_USAGE', '--at-once needs the files of several configurations')
  return false
}

/** The settings of a standard, if one is tested. */
async function readStandard(args: Arguments, terminal: Terminal): Promise<SuiteSettings | undefined> {
  const { chooseSuite } = await import('../../config/suite-settings.ts')
  const { settings, unused } = await chooseSuite(args, process.env, process.cwd())
  if (settings && unused !== undefined)
    writeMessage(terminal, 'note', `${unused} is for another suite, and is not used`)
  return settings
}

/** Tests one role by a standard, as `assay test` does. */
async function runStandard(
  { suite: profile, role, hasTarget, subject, own, args }: SuiteSettings,
  given: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const [{ refuseOtherFlags }, { explainMissing, features }, { tryRole }, { describeCommand }] = await Promise.all([
    import('../../config/suite-settings.ts'),
    import('../../explain/features.ts'),
    import('./standard/try-role.ts'),
    import('./standard/finish-test.ts'),
  ])
  refuseOtherFlags(given, Object.keys(listFlags(run)), (flag) => {
    const feature = features.find(({ id }) => id === `--${flag}`)
    return feature && explainMissing(feature.id, profile)
  })
  if (given.has('require-target') && !hasTarget) refuseNoTarget()
  const command = describeCommand(run, given, 'run')
  return tryRole({ role, profile, args, subject, ...(own && { own }), command, usualFormats: [] }, terminal)
}

/** Reference actors alone pass, whatever became of the implementation that a pipeline is to test. */
function requireTarget({ targets }: Settings): void {
  if (Object.keys(targets).length === 0) refuseNoTarget()
}

function refuseNoTarget(): never {
  throw new HarnessError('ERR_CONFIG', '--require-target: no target is configured', {
    hint: 'set `targets` in the configuration, or pass --target; `assay doctor` shows the source of each setting',
  })
}

/** Only probes for the reference actors are sent by others: how many a target gets at a time is decided here. */
function requireReference({ targets }: Settings, members: number): void {
  if (Object.keys(targets).length > 0)
    throw new HarnessError('ERR_USAGE', '--via: a run before a target stays in order and on one machine')
  if (members < 1) throw new HarnessError('ERR_USAGE', '--via shares probes among workers: pass --probes too')
}

/** Reads the known failures before the run: a file that cannot be read ends it at once. */
async function readKnownFailures(args: Arguments): Promise<Baseline | undefined> {
  const file = args.text('baseline')
  if (file === undefined) return
  const { readBaseline } = await import('../../run-folder/baseline-file.ts')
  return readBaseline(file, 'is required')
}

/** Reads the settings of a run, and the run that it continues. */
async function readRunSettings(args: Arguments, terminal: Terminal) {
  const [{ loadSettings }, { readShard }, { chooseMembers }] = await Promise.all([
    import('../../config/settings.ts'),
    import('../../config/shard.ts'),
    import('../../config/choose-members.ts'),
  ])
  const { settings, warnings } = await loadSettings(args, process.env, process.cwd())
  const shard = readShard(args)
  const wanted = { ...settings, ...(shard && { shard }) }
  for (const warning of warnings) writeMessage(terminal, 'warning', warning)
  if (!args.has('resume')) {
    return { settings: wanted, members: wanted.members ?? chooseMembers(wanted, wanted.probes), earlier: undefined }
  }
  if ((wanted.members ?? (wanted.probes ? 1 : 0)) > 0) {
    throw new HarnessError('ERR_USAGE', 'a resumed run sends no negative tests: pass --members 0')
  }
  const { readEarlierRun } = await import('../../run-folder/resume.ts')
  const earlier = readEarlierRun(wanted, args.has('seed'))
  writeMessage(terminal, 'note', describeEarlier(earlier))
  if (earlier.damaged > 0) writeMessage(terminal, 'warning', describeDamage(earlier))
  return { settings: earlier.settings, members: 0, earlier }
}

const describeEarlier = ({ sessions }: EarlierRun): string =>
  sessions.length === 0
    ? 'no session of the earlier run was complete; all are run again'
    : `${sessions.length === 1 ? 'session' : 'sessions'} ${sessions.join(', ')} ${sessions.length === 1 ? 'was' : 'were'} complete and will not be run again`

const describeDamage = ({ damaged, settings: { out } }: EarlierRun): string =>
  `${damaged} damaged ${damaged === 1 ? 'line' : 'lines'} of ${out}/${runFiles.private} ${damaged === 1 ? 'is' : 'are'} set apart in ${out}/${runFiles.replaced}`
