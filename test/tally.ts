import type { Reporter, TestModule } from 'vitest/node'
import { formatSamples, played } from './sample.ts'

/** Ends the run with the one line that CI reads, after the number of the sample. A module that could not be loaded counts as a failure. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter from the default export of its file.
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandled.length

    process.on('exit', () => {
      if (played)
        console.log(
          `TEST_SAMPLE=${formatSamples(played)} npm test plays this sample again, npm run test:all everything`,
        )
      console.log(`${count('passed')} passed, ${count('failed') + broken} failed`)
    })
  }
}
