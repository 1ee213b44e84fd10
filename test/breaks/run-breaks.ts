import { resolve } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import type { Break, TestChoice } from './list-breaks.ts'

/** What became of a break. */
export interface BreakResult {
  readonly what: string
  /** The first test that is red. */
  readonly red?: RedTest
  readonly seconds: number
}

export interface RedTest {
  readonly file: string
  /** Nothing, if the file cannot even be loaded. */
  readonly name?: string
}

/** Runs the tests that depend on each break, until one is red. */
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
  // Vite loads the modules here, and Node elsewhere: what Node has loaded cannot be broken.
  const loading = { experimental: { viteModuleRunner: true }, fsModuleCache: false }
  const options = { watch: false, project: ['ours'], reporters: [{}], maxWorkers: 1, bail: 1, ...loading }
  process.env.TEST_KEPT = 'off' // the files are not what is tested
  const vitest = await createVitest(options, { plugins: [plugin] })
  const results: BreakResult[] = []
  try {
    for (current of breaks) {
      for (const { file } of breaks) vitest.invalidateFile(resolve(file))
      const before = applied
      const began = performance.now()
      const red = await findRed(vitest, current.tests)
      if (applied === before) throw new TypeError(`${current.file} was not broken`)
      const seconds = Math.round((performance.now() - began) / 100) / 10
      const result = { what: current.what, seconds, ...(red && { red }) }
      results.push(result)
      onResult(result)
    }
  } finally {
    await vitest.close()
  }
  return results
}

async function findRed(vitest: Vitest, choices: readonly TestChoice[]): Promise<RedTest | undefined> {
  for (const { files, names } of choices) {
    vitest.setGlobalTestNamePattern(names)
    const specifications = await vitest.globTestSpecifications([...files])
    const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
    for (const { testModule } of specifications) {
      const [failed] = testModule?.children.allTests('failed') ?? []
      if (failed) return { file: failed.module.relativeModuleId, name: failed.fullName }
      if (testModule?.errors().length) return { file: testModule.relativeModuleId }
    }
    if (unhandledErrors.length > 0) throw new AggregateError(unhandledErrors, 'an error outside the tests')
  }
  return undefined
}
