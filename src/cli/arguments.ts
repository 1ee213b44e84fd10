import { parseArgs } from 'node:util'
import { didYouMean } from '../harness/nearest.ts'
import { HarnessError } from '../model/errors.ts'
import type { Command } from './commands.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** What was given to a command. */
export interface Arguments {
  readonly positionals: readonly string[]
  readonly has: (flag: string) => boolean
  readonly text: (flag: string) => string | undefined
  readonly texts: (flag: string) => readonly string[]
}

/** What a command does. */
export type Run = (args: Arguments, terminal: Terminal) => ExitCode | Promise<ExitCode>

/** Reads the arguments of one command. `--help` is known to all. */
export function readArguments(name: string, { flags }: Command, argv: readonly string[]): Arguments {
  const known = ['help', ...Object.keys(flags)]
  const options = Object.fromEntries(
    known.map((flag) => [flag, { type: flags[flag]?.value === undefined ? 'boolean' : 'string' } as const]),
  )
  const { tokens, positionals } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const values = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (!known.includes(token.name)) throw unknownFlag(name, token.rawName, token.name, known)
    const before = values.get(token.name) ?? []
    values.set(token.name, [...before, checkedValue(token.name, token.value, flags[token.name]?.value)])
  }
  refuseRepeated(values, flags)
  return {
    positionals,
    has: (flag) => values.has(flag),
    text: (flag) => values.get(flag)?.at(-1),
    texts: (flag) => values.get(flag) ?? [],
  }
}

function unknownFlag(command: string, raw: string, name: string, known: readonly string[]): HarnessError {
  const near = didYouMean(name, known).replace('`', '`--')
  return new HarnessError('ERR_USAGE', `\`assay ${command}\` has no flag ${raw}${near}`)
}

function checkedValue(flag: string, value: string | undefined, wanted: string | undefined): string {
  if (wanted === undefined && value !== undefined) throw new HarnessError('ERR_USAGE', `--${flag} takes no value`)
  if (wanted !== undefined && (value === undefined || value === '')) {
    throw new HarnessError('ERR_USAGE', `--${flag} needs a value: --${flag} ${wanted}`)
  }
  return value ?? ''
}

function refuseRepeated(values: ReadonlyMap<string, readonly string[]>, flags: Command['flags']): void {
  for (const [flag, given] of values) {
    const once = flags[flag]?.value !== undefined && !flags[flag].repeatable
    if (once && given.length > 1) throw new HarnessError('ERR_USAGE', `--${flag} is given ${given.length} times`)
  }
}

/** A whole number that is not negative, or what holds without it. */
export function numberOf(args: Arguments, flag: string, fallback: number): number {
  const text = args.text(flag)
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text)) throw new HarnessError('ERR_USAGE', `--${flag} needs a whole number, not \`${text}\``)
  return Number(text)
}

/** Members of a family, at most: nobody waits for more, and each of them has to be planned. */
const mostMembers = 100_000

/** How many members of each family somebody asks for. */
export function membersIn(args: Arguments, fallback: number, least = 0): number {
  const members = numberOf(args, 'members', fallback)
  if (members >= least && members <= mostMembers) return members
  throw new HarnessError('ERR_USAGE', `--members needs a number from ${least} to ${mostMembers}`)
}
