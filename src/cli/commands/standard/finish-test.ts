import type { Baseline } from '../../../../model/baseline.ts'
import { type Gate, gates } from '../../../../model/gate.ts'
import { type FormatName, findFormatFile, formatNames } from '../../../../reporters/formats.ts'
import { parseBaseUrl } from '../../../config/check-values.ts'
import { makeFolder } from '../../../files/write.ts'
import type { TestFacts } from '../../../harness/report-test.ts'
import type { Seen } from '../../../harness/seen.ts'
import type { TestOptions } from '../../../harness/test-options.ts'
import type { FinishedTest } from '../../../run-folder/test-folder.ts'
import type { WrittenReport } from '../../../run-folder/write-report.ts'
import { readPreciseClock } from '../../../runtime/clock.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import { type Command, listFlags } from '../../../terminal/command.ts'
import type { ExitCode } from '../../../terminal/exit-codes.ts'
import type { Flags } from '../../../terminal/flags.ts'
import { writeError } from '../../../terminal/messages.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import { parseChoice } from '../../../terminal/values.ts'
import { json } from '../../flags.ts'
import type { TestEvents } from './test-events.ts'

/** What decides the verdict of a test, as of a run. */
export const verdictFlags = {
  gate: {
    value: 'GATE',
    meaning:
      'what must pass: `conformance` (the standard; the default) or `go-live` (also every security and privacy requirement)',
  },
  strict: { meaning: 'fail on recommendations as well' },
  baseline: { value: 'FILE', meaning: 'known failures: they change the exit code, never the verdict' },
} as const satisfies Flags

/** What a test prints and writes. */
export const outputFlags = {
  json,
  events: { meaning: 'print one JSON document per message and probe as the test proceeds' },
  quiet: { meaning: 'print nothing' },
  out: { value: 'FOLDER', meaning: 'write the messages, report.json and further forms of the report to this folder' },
  format: {
    value: 'NAME',
    repeatable: true,
    meaning: `a form of the report beside report.json: ${formatNames.join(', ')} (default: html, markdown and junit)`,
  },
  'docs-url': {
    value: 'URL',
    meaning: 'the documentation site that reports link to, made by `npm run docs:site` (default: `assay explain`)',
  },
  'keep-private': { meaning: 'also write the messages with their private values, in a file that only you can read' },
  resume: {
    meaning:
      'continue the interrupted test in the folder, which was made with --keep-private, without asking for anything again',
  },
} as const satisfies Flags

/** What was asked of the output of a test. */
export interface TestOutput {
  readonly folder?: string
  readonly formats: readonly FormatName[]
  readonly keepsPrivate: boolean
  readonly gate: Gate
  readonly baseline?: Baseline
  /** The documentation site that the report links to. */
  readonly docsUrl?: string
}

/** The forms that a test writes if none is asked for. */
export const usualFormats: readonly FormatName[] = ['html', 'markdown', 'junit']

/** Reads what is to be written before the test begins: a mistake here ends it at once. */
export async function readOutput(args: Arguments, usual = usualFormats): Promise<TestOutput> {
  const [folder, known, docs] = [args.text('out'), args.text('baseline'), args.text('docs-url')]
  const given = args.texts('format').map((name) => parseChoice('--format', name, formatNames))
  const formats = given.length > 0 ? given : usual
  const baseline =
    known === undefined
      ? undefined
      : (await import('../../../run-folder/baseline-file.ts')).readBaseline(known, 'is required')
  if (folder !== undefined) {
    makeFolder(folder)
    const { refuseForeignFiles } = await import('../../../run-folder/earlier-files.ts')
    refuseForeignFiles(folder, formats.map(findFormatFile))
  }
  return {
    ...(folder !== undefined && { folder }),
    formats,
    keepsPrivate: args.has('keep-private'),
    gate: parseChoice('--gate', args.text('gate') ?? 'conformance', gates),
    ...(baseline && { baseline }),
    ...(docs !== undefined && { docsUrl: parseBaseUrl('--docs-url', docs) }),
  }
}

/** What is known of a test beside what it saw. */
export interface TestAbout
  extends Pick<TestFacts, 'profile' | 'role' | 'target' | 'seed' | 'subject' | 'command'>,
    Pick<FinishedTest, 'kept'> {
  /** Milliseconds since 1970. */
  readonly began: number
  readonly isProbed: boolean
  readonly options?: TestOptions
  readonly events?: TestEvents | undefined
}

/** Reports a test: to a folder, and on the terminal. */
export async function reportToUser(
  seen: Seen,
  { began, isProbed, options: { selection, own } = {}, events, kept, ...about }: TestAbout,
  { folder, baseline, gate, docsUrl, ...options }: TestOutput,
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const [{ reportTest }, { listLayers }, { applyKnownFailures }, { writeTestFolder }, { formatReport }] =
    await Promise.all([
      import('../../../harness/report-test.ts'),
      import('../../../harness/layers.ts'),
      import('../../../run-folder/baseline-file.ts'),
      import('../../../run-folder/test-folder.ts'),
      import('../../print-report.ts'),
    ])
  const made = reportTest(seen, {
    ...about,
    startedAt: new Date(began).toISOString(),
    milliseconds: Math.max(0, readPreciseClock() - began),
    hasProbes: isProbed,
    gate,
    ...(selection && { selection }),
    ...(own && { own }),
    ...(docsUrl !== undefined && { docsUrl }),
    strict: args.has('strict'),
  })
  const known = applyKnownFailures(made, baseline)
  const { messages = [] } = seen.recording ?? {}
  const print: FinishedTest['print'] = (all) => events?.formatEnd(all) ?? formatReport(all, args, terminal)
  const test = { ...options, report: known, messages, layers: listLayers(seen, about.role), kept, print }
  const { report, files, printed, failure }: WrittenReport =
    folder === undefined
      ? { report: known, files: [], printed: print(known) }
      : await writeTestFolder(folder, { ...test, configured: listSecrets(args) })
  for (const line of printed) terminal.out(line)
  if (files.length > 0 && !events && !args.has('json') && !args.has('quiet'))
    terminal.out(terminal.paint('quiet', `report     ${folder}/${files.join(', ')}`))
  if (failure) {
    writeError(terminal, failure)
    return 5
  }
  return report.verdict.exitCode as ExitCode // every code of a verdict is one of ours
}

/** Flags that do not change what is tested. */
const ofOutput: ReadonlySet<string> = new Set([...Object.keys(outputFlags), 'help'])

/** Values that are secrets of a session, unless they are addresses or commands. */
const secret: ReadonlySet<string> = new Set(['offer', 'request', 'tx-code'])

/** The command that repeats a test, without secrets. */
export function describeCommand(command: Pick<Command, 'flags'>, args: Arguments, name = 'test'): readonly string[] {
  const given = Object.entries(listFlags(command)).filter(([flag]) => args.has(flag) && !ofOutput.has(flag))
  const flags = given.flatMap(([flag, { value }]) =>
    value === undefined ? [`--${flag}`] : args.texts(flag).flatMap((text) => [`--${flag}`, hideSecret(flag, text)]),
  )
  return [name, ...args.positionals, ...flags]
}

const listSecrets = (args: Arguments): FinishedTest['configured'] =>
  [...secret].flatMap((flag) => {
    const kind = `what was given with --${flag}`
    return args.texts(flag).flatMap((text) => (hideSecret(flag, text) === text ? [] : { kind, text }))
  })

function hideSecret(flag: string, text: string): string {
  const [, role = '', value = ''] = flag === 'target' ? (/^(\w+=)(.*)$/s.exec(text) ?? []) : ['', '', text]
  const isHidden = flag === 'target' ? /^(?:issuer|verifier)=$/.test(role) : secret.has(flag)
  return isHidden && !/^(?:https?|command):/i.test(value) ? `${role}${flag.toUpperCase()}` : text
}
