import { readdirSync, readFileSync } from 'node:fs'
import { splitCommandLine } from '../../src/drivers/command-line.ts'

/** Every page whose commands are run. */
export const listPages = (): readonly string[] => [
  'README.md',
  'docs/diagnoses.md',
  'docs/journeys.md',
  ...readdirSync('docs/guide').map((name) => `docs/guide/${name}`),
]

/** A command of a page, the exit code that the page names, and the lines of the output that it shows. */
export interface PageCommand {
  readonly line: string
  readonly code: number
  readonly shown: readonly string[]
}

/** A fenced block. */
interface Block {
  readonly language: string
  readonly text: string
}

export const readBlocks = (page: string): readonly Block[] => readBlocksOf(readFileSync(page, 'utf8'))

export const readBlocksOf = (markdown: string): readonly Block[] =>
  [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))

/** The commands of every `sh` block. A `text` block right after it is part of the output of its last command. */
export const readCommands = (page: string): readonly PageCommand[] => readCommandsOf(readFileSync(page, 'utf8'))

/** The commands of a part of a page. */
export function readCommandsOf(markdown: string): readonly PageCommand[] {
  const blocks = readBlocksOf(markdown)
  return blocks.flatMap(({ language, text }, i) => {
    if (language !== 'sh') return []
    const next = blocks[i + 1]
    const shown = next?.language === 'text' ? next.text.split('\n').map((line) => line.trim()) : []
    return withOutput(
      text
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .flatMap(readLine),
      shown,
    )
  })
}

const withOutput = (commands: readonly PageCommand[], shown: readonly string[]): readonly PageCommand[] =>
  commands.map((command, i) =>
    i === commands.length - 1 ? { ...command, shown: shown.filter((line) => line !== '' && line !== '…') } : command,
  )

/** The commands of one line; the exit code stands in its comment. */
function readLine(text: string): readonly PageCommand[] {
  const [, commands = '', comment = ''] = /^(.*?)(?:\s+#\s(.*))?$/.exec(text.trim()) ?? []
  const code = Number(/exit code (\d+)/.exec(comment)?.[1] ?? 0)
  return commands
    .split(' && ')
    .filter((line) => line !== '')
    .map((line) => ({ line, code, shown: [] }))
}

/** A command of assay: its arguments, and where its input comes from and its output goes to. */
export interface AssayCommand {
  readonly argv: readonly string[]
  readonly stdin?: string
  readonly stdout?: string
}

/** Reads what a shell would: quotes, a pipe from a clipboard, and a redirection. */
export function parseCommand(line: string): AssayCommand | undefined {
  const [, piped, command = ''] = /^(?:(\w+) \| )?npx assay (.*)$/.exec(line) ?? []
  if (command === '') return undefined
  const [, words = '', file] = /^(.*?)(?:\s+>>?\s+"?\$?(\S+?)"?)?$/.exec(command) ?? []
  return {
    argv: splitCommandLine(words, line),
    ...(piped !== undefined && { stdin: piped }),
    ...(file !== undefined && { stdout: file }),
  }
}
