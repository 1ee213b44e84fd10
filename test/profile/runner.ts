import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { type Cost, nothing, type ProcessCost, subtractCosts } from './costs.ts'

declare module 'vitest' {
  interface TaskMeta {
    cost?: Cost
    importing?: Cost
    children?: readonly ProcessCost[]
  }
}

/** A clock tick of /proc, in milliseconds: Linux has a hundred of them in a second, everywhere. */
const tick = 10

/** Processor time of this process so far, with all of its threads, and of the child processes that have ended. */
function readCost(): Cost {
  const { user, system } = process.cpuUsage()
  return { own: (user + system) / 1_000, children: readChildren() }
}

function readChildren(): number {
  if (process.platform !== 'linux') return 0
  // The name of the program is in parentheses and may have spaces: what is counted comes after it.
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(/\) (?=[A-Z] )/)
  const [user, system] = fields.split(' ').slice(13, 15).map(Number)
  return ((user ?? 0) + (system ?? 0)) * tick
}

/** What a child process runs: the program, and the first argument that is a file or a command. */
function nameProcess({ spawnfile, spawnargs }: ChildProcess): string {
  const script = spawnargs.slice(1).find((each) => !each.startsWith('-')) ?? ''
  return `${spawnfile.split('/').at(-1)} ${script.replace(`${process.cwd()}/`, '').slice(0, 60)}`.trim()
}

/** Runs tests as vitest does, and notes what each of them costs. It needs a process for each worker. */
// biome-ignore lint/style/noDefaultExport: vitest loads a runner from the default export of its file.
export default class ProfilingRunner extends TestRunner {
  private readonly starts = new Map<string, Cost>()
  private before = nothing
  private seen = readChildren()
  private ended: ProcessCost[] = []

  constructor(...args: ConstructorParameters<typeof TestRunner>) {
    super(...args)
    subscribe('child_process', (message) => {
      const { process: child } = message as { process: ChildProcess }
      child.once('exit', () => this.noteEnd(child))
    })
  }

  private noteEnd(child: ChildProcess): void {
    const now = readChildren()
    this.ended.push({ name: nameProcess(child), cost: now - this.seen })
    this.seen = now
  }

  override onCollectStart(file: RunnerTestFile): void {
    this.before = readCost()
    this.seen = this.before.children
    this.ended = []
    super.onCollectStart(file)
  }

  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) file.meta.importing = subtractCosts(readCost(), this.before)
  }

  override async onBeforeRunTask(test: Parameters<TestRunner['onBeforeRunTask']>[0]): Promise<void> {
    this.starts.set(test.id, readCost())
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    const start = this.starts.get(test.id)
    if (start) test.meta.cost = subtractCosts(readCost(), start)
    super.onAfterRunTask(test)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (suite.file !== suite) return
    const whole = subtractCosts(readCost(), this.before)
    const named = this.ended.reduce((sum, { cost }) => sum + cost, 0)
    suite.meta.cost = whole
    suite.meta.children = [...this.ended, { name: 'children that were waited for', cost: whole.children - named }]
  }
}
