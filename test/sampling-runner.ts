import { type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { countParts, findStart, isIn, played, type Samples } from './sample.ts'

type Report = (files: RunnerTestFile[]) => unknown

/** Plays those tests of divided files that are in the samples. The others are not even reported. */
// biome-ignore lint/style/noDefaultExport: vitest loads a runner from the default export of its file.
export default class SamplingRunner extends TestRunner {
  #report: Report | undefined

  /** Vitest sets a function that reports the tests of files. It gets one that leaves out some of them first. */
  set onCollected(report: Report) {
    this.#report = (files) => {
      if (played) for (const file of files) keepSample(file, played)
      return report(files)
    }
  }

  get onCollected(): Report | undefined {
    return this.#report
  }
}

/** Leaves out of a file what is not in the samples. A file of which nothing is in them is reported as skipped. */
export function keepSample(file: RunnerTestFile, samples: Samples): void {
  const parts = countParts(file.filepath)
  let place = findStart(file.filepath)
  const isKept = (task: RunnerTask): boolean => {
    if (task.type === 'test') return isIn(samples, place++, parts)
    keepTasks(task)
    return task.tasks.length > 0
  }
  const keepTasks = (suite: RunnerTestSuite): void => {
    suite.tasks = suite.tasks.filter(isKept)
  }
  keepTasks(file)
  if (file.tasks.length === 0) file.mode = 'skip'
}
