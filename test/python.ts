import { spawn, spawnSync } from 'node:child_process'
import { environment } from './running-vitest.ts'

/** Why programs in Python cannot run on this machine; nothing, if they can. */
export function whyNoPython(): string | undefined {
  const { error, status } = spawnSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' })
  if (error) return 'there is no python3 on this machine'
  return status === 0 ? undefined : 'python3 has no package `cryptography` on this machine'
}

/** Runs a program in Python, and returns its exit code. */
export async function runPython(args: readonly string[]): Promise<number | null> {
  const env = environment({ NO_PROXY: '*', PYTHONDONTWRITEBYTECODE: '1' })
  const child = spawn('python3', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  return promise
}
