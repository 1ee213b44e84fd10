import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Outcome } from '../model/report.ts'

/** Variables of this process that another run of vitest, or of assay, would take for its own. */
const ours = /^(VITEST|ASSAY_|TEST_|TEST$|NODE_ENV$|NODE_OPTIONS$)/

/** The environment of a process that has nothing to do with this one. */
export const environment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))),
  ...more,
})

/** What a process said, and what it ended with. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Where a process runs, and what it is told by its surroundings. */
export interface Place {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
}

/** Runs a script of Node to its end. */
export async function ended(args: readonly string[], { env = environment(), cwd = '.' }: Place = {}): Promise<Ended> {
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: Number(code), out, err }
}

/** Runs vitest with arguments of the command line. */
export const vitest = (args: readonly string[], place?: Place): Promise<Ended> =>
  ended(['node_modules/vitest/vitest.mjs', 'run', ...args], place)

/** A test as the JSON reporter tells it. */
export interface Told {
  readonly title: string
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly tags: readonly string[]
  readonly failureMessages: readonly string[]
  readonly meta: {
    readonly requirement?: string
    readonly section?: string
    readonly force?: string
    readonly outcome?: Outcome
  }
}

/** Runs vitest, and reads what its tests came to. */
export async function told(args: readonly string[], place?: Place): Promise<readonly Told[]> {
  const file = join(folder(), 'report.json')
  await vitest([...args, '--reporter=json', `--outputFile=${file}`], place)
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  return testResults.flatMap(({ assertionResults }: { assertionResults: readonly Told[] }) => assertionResults)
}

/** A folder that is gone when its test is over. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'assay-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}
