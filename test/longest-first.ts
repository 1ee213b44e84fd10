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
    return isKnown ? sorted : sorted.toSorted((a, b) => countParts(b.moduleId) - countParts(a.moduleId))
  }
}

/** Into how many parts samples divide a file: the more, the longer it takes. */
export function countParts(file: string): number {
  const tables = findParts(readFileSync(file, 'utf8')).filter(Number.isFinite)
  return dividedFiles[relative(process.cwd(), file)] ?? Math.max(1, ...tables)
}
