import type { Paint } from '../../reporters/blocks.ts'
import { wrap } from '../../reporters/lines.ts'
import { type Command, commands } from './commands.ts'
import { exitCodes } from './exit-codes.ts'

/** What `assay --help` says. */
export function* overview(paint: Paint): Generator<string> {
  yield 'assay judges what the parties of an identity credential exchange send each other.'
  yield ''
  yield `${paint('strong', 'usage')}  assay <command> [flags]`
  yield ''
  yield* table(Object.entries(commands).map(([name, { summary }]) => [name, summary]))
  yield* table([['help', 'what a command does, its flags and examples: `assay help verify`']])
  yield ''
  yield* examples(commands.verify, paint, 3)
  yield ''
  yield* exits(paint)
}

/** What `assay help <command>` says. */
export function* helpOf(name: string, command: Command, paint: Paint): Generator<string> {
  yield `assay ${name}: ${command.summary}`
  yield ''
  yield `${paint('strong', 'usage')}  ${command.usage}${Object.keys(command.flags).length > 0 ? ' [flags]' : ''}`
  yield ''
  const rows = Object.entries(command.flags).map(([flag, { value, repeatable, meaning }]): Row => {
    return [`--${flag}${value ? ` ${value}` : ''}`, repeatable ? `${meaning} (repeatable)` : meaning]
  })
  yield* table([...rows, ['--help', 'this page']])
  yield ''
  yield* examples(command, paint)
  yield ''
  yield* exits(paint)
}

type Row = readonly [left: string, right: string]

function* table(rows: readonly Row[]): Generator<string> {
  const width = 20
  for (const [left, right] of rows) {
    const [first = '', ...more] = wrap(right, 118 - width - 4)
    yield `  ${left.padEnd(width)}  ${first}`
    for (const line of more) yield `  ${' '.repeat(width)}  ${line}`
  }
}

function* examples({ examples: lines }: Command, paint: Paint, most = Number.POSITIVE_INFINITY): Generator<string> {
  yield paint('strong', 'examples')
  for (const [line, meaning] of Object.entries(lines).slice(0, most)) {
    yield `  ${paint('quiet', `# ${meaning}`)}`
    yield `  ${line}`
  }
}

function* exits(paint: Paint): Generator<string> {
  yield paint('strong', 'exit codes')
  for (const [code, meaning] of Object.entries(exitCodes)) yield `  ${code}  ${meaning}`
}
