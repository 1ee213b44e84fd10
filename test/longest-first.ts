import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { dividedFiles, findParts } from './sample.ts'

/**
 * Starts with the tests that take longest. Without results of earlier runs, as in CI, vitest starts with the largest files: some of the
 * longest tests have the shortest source, and the last worker would play one of them while the others have nothing left.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isKnown = files.every((each) => this.ctx.cache.getTestSpecificationResult(each))
    return isKnown ? sorted : sorted.toSorted((a, b) => estimateLength(b.moduleId) - estimateLength(a.moduleId))
  }
}

/** Files that every sample has as a whole, and how many parts files that take as long have. */
export const wholeFiles: Readonly<Record<string, number>> = {
  'test/matrix.test.ts': 5,
  'test/cli/commands.test.ts': 3,
  'test/cli/documents.test.ts': 3,
  'test/cli/many-runs.test.ts': 3,
  'test/fixtures.test.ts': 3,
  'test/judge/population.test.ts': 3,
}

/** Into how many parts samples divide a file: the more, the longer it takes. */
export function countParts(file: string): number {
  const tables = findParts(readFileSync(file, 'utf8')).filter(Number.isFinite)
  return dividedFiles[relative(process.cwd(), file)] ?? Math.max(1, ...tables)
}

/** How long a file takes, as far as that is known before it is played. */
export const estimateLength = (file: string): number => wholeFiles[relative(process.cwd(), file)] ?? countParts(file)
