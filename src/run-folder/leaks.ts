import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { runSuite, type WatchedRun } from '../../suites/run.ts'
import type { RunFolder } from './run-folder.ts'

/**
 * Searches everything that a run wrote, and the lines that it will print, for private values. A file that contains one is
 * removed, and the run ends with a defect. What a target knows was hidden before, place by place: here, it could withhold a
 * run by words of our own files.
 */
export function refuseLeaks(
  watched: Omit<WatchedRun, 'renderForms'>,
  folder: Pick<RunFolder, 'written' | 'discard'>,
  lines: readonly string[],
): void {
  const watch = runSuite.watchForLeaks({ ...watched, renderForms: renderConsole, withoutTargets: true })
  const outputs: readonly (readonly [string, string])[] = [...folder.written(), [theConsole, lines.join('\n')]]
  const leaks = outputs.flatMap(([name, text]) => {
    const found = watch(text)
    return found ? [{ name, kind: found.kind }] : []
  })
  if (leaks.length === 0) return
  folder.discard(leaks.map(({ name }) => name))
  const byKind = Map.groupBy(leaks, ({ kind }) => kind)
  const leaked = [...byKind].map(([kind, all]) => `${all.map(({ name }) => name).join(', ')} contains ${kind}`)
  throw new HarnessError('ERR_DEFECT', `${leaked.join('; ')}: withheld`)
}

const theConsole = 'the console'

const renderConsole = (blank: RunReport): readonly string[] => [
  [...createTerminalReporter(plainPaint).render(blank)].join('\n'),
]
