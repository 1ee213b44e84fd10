import type { Paint } from '../../reporters/text/paint.ts'
import { wrapText } from '../../reporters/text/wording.ts'
import type { Command } from '../terminal/command.ts'
import { exitCodes } from '../terminal/exit-codes.ts'
import type { Flags } from '../terminal/flags.ts'
import { type CommandEntry, commandGroups } from './commands.ts'

/** What `assay --help` prints. */
export function* formatOverview(paint: Paint, columns?: number): Generator<string> {
  yield 'assay tests implementations of an identity credential exchange, and judges the artefacts that they make.'
  yield ''
  yield `${paint('strong', 'usage')}  assay COMMAND [flags]`
  for (const [title, commands] of Object.entries(commandGroups)) {
    yield* formatGroup(
      title,
      Object.entries(commands).map(([name, { summary }]) => [name, summary]),
      paint,
      columns,
    )
  }
  yield ''
  yield* formatExamples(firstSteps, paint)
  yield ''
  yield 'assay help COMMAND shows the flags of a command and examples. --no-color and NO_COLOR switch colours off.'
  yield 'assay completion bash, zsh or fish prints a script that completes commands and flags.'
  yield ''
  yield* formatExitCodes(paint)
}

const firstSteps = {
  'assay verify credential.txt --jwks jwks.json --issuer https://issuer.example': 'judge a credential',
  'assay run --target issuer=https://issuer.example': 'test an issuer',
  'assay test issuer --probes': 'test an issuer of OpenID4VCI 1.0: the reference issuer; `--offer OFFER` tests yours',
  'assay explain SD-DIGEST': 'look up a requirement',
}

/** What `assay help COMMAND` prints. */
export function* formatCommandHelp(
  name: string,
  { summary, usage, flags, examples }: Command & Pick<CommandEntry, 'summary'>,
  paint: Paint,
  columns?: number,
): Generator<string> {
  yield `assay ${name}: ${summary}`
  yield ''
  yield `${paint('strong', 'usage')}  ${usage}${Object.keys(flags).length > 0 ? ' [flags]' : ''}`
  for (const [title, group] of Object.entries(flags)) yield* formatGroup(title, listRows(group), paint, columns)
  yield ''
  yield* formatExamples(examples, paint)
  yield ''
  yield* formatExitCodes(paint)
}

type HelpRow = readonly [left: string, right: string]

const listRows = (flags: Flags): readonly HelpRow[] =>
  Object.entries(flags).map(([flag, { value, repeatable, meaning }]) => [
    `--${flag}${value === undefined ? '' : ` ${value}`}`,
    repeatable ? `${meaning} (repeatable)` : meaning,
  ])

const widths = { left: 26, line: 118, least: 50 } as const

function* formatGroup(
  title: string,
  rows: readonly HelpRow[],
  paint: Paint,
  columns: number = widths.line,
): Generator<string> {
  const width = Math.max(widths.least, Math.min(widths.line, columns)) - widths.left - 4
  yield ''
  yield paint('strong', title)
  for (const [left, right] of rows) {
    const [first = '', ...more] = wrapText(right, width)
    yield `  ${left.padEnd(widths.left)}  ${first}`
    for (const line of more) yield `  ${' '.repeat(widths.left)}  ${line}`
  }
}

function* formatExamples(examples: Command['examples'], paint: Paint): Generator<string> {
  yield paint('strong', 'examples')
  for (const [line, meaning] of Object.entries(examples)) {
    yield `  ${paint('quiet', `# ${meaning}`)}`
    yield `  ${line}`
  }
}

function* formatExitCodes(paint: Paint): Generator<string> {
  yield paint('strong', 'exit codes')
  for (const [code, meaning] of Object.entries(exitCodes)) yield `  ${code.padEnd(3)}  ${meaning}`
}
