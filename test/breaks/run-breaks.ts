import { resolve } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import type { Break, TestChoice } from './list-breaks.ts'

/** What became of a break: the tests that are red. */
export interface BreakResult {
  readonly what: string
  readonly red: readonly string[]
}

/** Runs the tests that depend on each break, until some are red. */
export async function runBreaks(
  breaks: readonly Break[],
  onResult: (result: BreakResult) => void,
): Promise<readonly BreakResult[]> {
  let current: Break | undefined
  let applied = 0
  const plugin = {
    name: 'break',
    enforce: 'pre' as const,
    transform(code: string, path: string) {
      if (current === undefined || path !== resolve(current.file)) return undefined
      if (!code.includes(current.line)) throw new TypeError(`${current.file} has no line ${current.line}`)
      applied++
      return code.replace(current.line, () => current?.broken ?? '')
    },
  }
  const options = { watch: false, project: ['ours'], reporters: [{}], maxWorkers: 1 }
  process.env.TEST_KEPT = 'off' // the files are not what is tested
  const vitest = await createVitest(options, { plugins: [plugin] })
  const results: BreakResult[] = []
  try {
    for (current of breaks) {
      for (const { file } of breaks) vitest.invalidateFile(resolve(file))
      const before = applied
      const red = await findRed(vitest, current.tests)
      if (applied === before) throw new TypeError(`${current.file} was not broken`)
      results.push({ what: current.what, red })
      onResult({ what: current.what, red })
    }
  } finally {
    await vitest.close()
  }
  return results
}

async function findRed(vitest: Vitest, choices: readonly TestChoice[]): Promise<readonly string[]> {
  for (const { files, names } of choices) {
    vitest.setGlobalTestNamePattern(names)
    const specifications = await vitest.globTestSpecifications([...files])
    const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
    const modules = specifications.flatMap(({ testModule }) => testModule ?? [])
    const failed = modules.flatMap((module) => [
      ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
      ...[...module.children.allTests('failed')].map(({ fullName }) => `${module.relativeModuleId}: ${fullName}`),
    ])
    if (failed.length + unhandledErrors.length > 0) return [...failed, ...unhandledErrors.map(String)]
  }
  return []
}
