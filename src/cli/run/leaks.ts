import { plain } from '../../../reporters/blocks.ts'
import { consoleReporter } from '../../../reporters/console.ts'
import { type Watched, watchOver } from '../../assembly/watching.ts'
import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { RunFolder } from '../run-folder.ts'

/**
 * Looks for everything private in everything that a run wrote, and in what it is about to say. What gives something away
 * is removed, and the run ends with a defect: nobody else reads it.
 */
export function refuseLeaks(
  watched: Omit<Watched, 'formsOf'>,
  folder: Pick<RunFolder, 'written' | 'discard'>,
  lines: readonly string[],
): void {
  const watch = watchOver({ ...watched, formsOf })
  const outputs: readonly (readonly [string, string])[] = [...folder.written(), [theConsole, lines.join('\n')]]
  const leaks = outputs.flatMap(([name, text]) => {
    const found = watch(text)
    return found ? [{ name, kind: found.kind }] : []
  })
  if (leaks.length === 0) return
  folder.discard(leaks.map(({ name }) => name))
  const byKind = Map.groupBy(leaks, ({ kind }) => kind)
  const told = [...byKind].map(([kind, all]) => `${all.map(({ name }) => name).join(', ')} would give away ${kind}`)
  throw new HarnessError('ERR_DEFECT', `${told.join('; ')}: withheld`)
}

const theConsole = 'the console'

const formsOf = (blank: RunReport): readonly string[] => [[...consoleReporter(plain).render(blank)].join('\n')]
