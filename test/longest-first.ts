import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { estimateLength, played } from './sample.ts'

/**
 * Starts with the tests that take longest. Without results of earlier runs, as in CI, vitest starts with the largest files: some of the
 * longest tests have the shortest source, and the last worker would play one of them while the others have nothing left.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isKnown = files.every((each) => this.ctx.cache.getTestSpecificationResult(each))
    return isKnown
      ? sorted
      : sorted.toSorted((a, b) => estimateLength(b.moduleId, played) - estimateLength(a.moduleId, played))
  }
}
