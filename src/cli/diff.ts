import { harmless } from '../../reporters/escape.ts'
import { counted } from '../../reporters/lines.ts'
import { type Change, type Changed, diffOf } from '../harness/diff.ts'
import { HarnessError } from '../model/errors.ts'
import type { Run } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import { readRun } from './run/forms.ts'
import type { Terminal } from './terminal.ts'

/** `assay diff`: what became of each requirement from one run to another. */
export const run: Run = (args, terminal): ExitCode => {
  const [before, after, ...more] = args.positionals
  if (before === undefined || after === undefined || more.length > 0) {
    throw new HarnessError('ERR_USAGE', 'give two folders of runs: the earlier one, and the later one')
  }
  const difference = diffOf(readRun(before).report, readRun(after).report)
  if (args.has('json')) terminal.out(JSON.stringify({ schemaVersion: 1, ...difference }, undefined, 2))
  else for (const line of linesOf(difference.changed, difference.same, terminal)) terminal.out(line)
  return difference.changed.some(({ change }) => change === 'new' || change === 'changed cause') ? 1 : 0
}

const order: readonly Change[] = ['new', 'changed cause', 'no longer tested', 'mended', 'newly tested']

const styles = {
  new: 'bad',
  'changed cause': 'bad',
  'no longer tested': 'doubt',
  mended: 'good',
  'newly tested': 'good',
} as const

/** The changes, the worst of them first. */
export function* linesOf(
  changed: readonly Changed[],
  same: number,
  { paint }: Pick<Terminal, 'paint'>,
): Generator<string> {
  for (const change of order) {
    const own = changed.filter((each) => each.change === change)
    if (own.length === 0) continue
    yield paint('strong', `${titles[change]}  ${own.length}`)
    for (const each of own) {
      const who = each.decisions.length > 0 ? `the decision ${each.decisions.join(', ')}` : `the ${each.behind}`
      yield `  ${paint(styles[change], each.id)}  ${each.before} → ${each.after}, by ${who}`
      yield `    ${paint('quiet', harmless(each.text))}`
    }
    yield ''
  }
  yield `${counted(same, 'requirement')} came out as before`
}

const titles: Readonly<Record<Change, string>> = {
  new: 'new failures',
  'changed cause': 'failures with another cause',
  'no longer tested': 'no longer tested',
  mended: 'mended',
  'newly tested': 'newly tested',
}
