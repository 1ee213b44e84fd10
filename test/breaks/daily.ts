import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended, environment } from '../running-vitest.ts'
import { countParts } from '../sample.ts'
import type { RedTest } from './run-breaks.ts'

/** In how many samples of `npm test` a test is, of how many: one sample a day. */
export interface Days {
  readonly in: number
  readonly of: number
}

/** The names of the tests in each sample, by file. */
const listed = new Map<string, readonly ReadonlySet<string>[]>()

/** Finds out on which days `npm test` has a test. */
export async function findDays({ file, name }: RedTest): Promise<Days> {
  const parts = countParts(file)
  if (parts === 1 || name === undefined) return { in: 1, of: 1 }
  const samples = listed.get(file) ?? (await Promise.all(Array.from({ length: parts }, (_, at) => listTests(file, at))))
  listed.set(file, samples)
  return { in: samples.filter((names) => names.has(name)).length, of: parts }
}

async function listTests(file: string, sample: number): Promise<ReadonlySet<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-breaks-'))
  const json = join(folder, 'tests.json')
  const args = ['list', '--project', 'ours', '--no-static-parse', `--json=${json}`, file]
  await ended(['node_modules/vitest/vitest.mjs', ...args], { env: environment({ TEST_SAMPLE: `${sample}` }) })
  const tests: readonly { name: string }[] = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : []
  rmSync(folder, { recursive: true })
  return new Set(tests.map(({ name }) => name))
}
