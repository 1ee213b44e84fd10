import { parseArgs } from 'node:util'
import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import type { Flags } from './flags.ts'

/** The arguments of a command line. */
export interface Arguments {
  readonly positionals: readonly string[]
  readonly has: (flag: string) => boolean
  /** The value of a flag; the last one, if it was given several times. */
  readonly text: (flag: string) => string | undefined
  readonly texts: (flag: string) => readonly string[]
}

/** Reads the arguments of a command. Every command has `--help`. */
export function readArguments(name: string, flags: Flags, argv: readonly string[]): Arguments {
  const known = ['help', ...Object.keys(flags)]
  const options = Object.fromEntries(
    known.map((flag) => [
      flag,
      {
        type: flags[flag]?.value === undefined ? ('boolean' as const) : ('string' as const),
        ...(flag === 'help' && { short: 'h' }),
      },
    ]),
  )
  const { tokens, positionals } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const values = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (!known.includes(token.name)) throw unknownFlagError(name, token.rawName, token.name, known)
    const before = values.get(token.name) ?? []
    values.set(token.name, [...before, requireValue(token.name, token.value, flags[token.name]?.value)])
  }
  refuseRepeated(values, flags)
  return {
    positionals,
    has: (flag) => values.has(flag),
    text: (flag) => values.get(flag)?.at(-1),
    texts: (flag) => values.get(flag) ?? [],
  }
}

/** Writes flags as they were given, for another process. */
export const repeatFlags = ({ has, texts }: Arguments, flags: Flags): readonly string[] =>
  Object.entries(flags)
    .filter(([flag]) => has(flag))
    .flatMap(([flag, { value }]) =>
      value === undefined ? [`--${flag}`] : texts(flag).map((text) => `--${flag}=${text}`),
    )

/** No arguments at all, for code that is called without a command line. */
export const noArguments: Arguments = {
  positionals: [],
  has: () => false,
  text: () => undefined,
  texts: () => [],
}

function unknownFlagError(command: string, raw: string, name: string, known: readonly string[]): HarnessError {
  const near = suggestWord(name, known).replace('`', '`--')
  return new HarnessError('ERR_USAGE', `\`assay ${command}\` has no flag ${raw}${near}`)
}

function requireValue(flag: string, value: string | undefined, placeholder: string | undefined): string {
  if (placeholder === undefined && value !== undefined) throw new HarnessError('ERR_USAGE', `--${flag} takes no value`)
  if (placeholder !== undefined && (value === undefined || value === '')) {
    throw new HarnessError('ERR_USAGE', `--${flag} needs a value: --${flag} ${placeholder}`)
  }
  return value ?? ''
}

function refuseRepeated(values: ReadonlyMap<string, readonly string[]>, flags: Flags): void {
  for (const [flag, given] of values) {
    const once = flags[flag]?.value !== undefined && !flags[flag].repeatable
    if (once && given.length > 1) {
      throw new HarnessError('ERR_USAGE', `--${flag} may be given once, and is given ${given.length} times`)
    }
  }
}

/** Reads a whole number that is not negative. */
export function readNumber(args: Arguments, flag: string, fallback: number): number {
  const text = args.text(flag)
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text)) throw new HarnessError('ERR_USAGE', `--${flag}: \`${text}\` is not a whole number`)
  return Number(text)
}

/** The most members of a family that can be asked for: every one of them has to be planned. */
export const mostMembers = 100_000

/** Reads how many members of each family to use. */
export function readMembers(args: Arguments, fallback: number, least = 0): number {
  const members = readNumber(args, 'members', fallback)
  if (members >= least && members <= mostMembers) return members
  throw new HarnessError('ERR_USAGE', `--members: ${members} is not from ${least} to ${mostMembers}`)
}
