import { outcomeLabels } from '../../reporters/text/labels.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import { formatCount } from '../../reporters/text/wording.ts'
import type { Change, Changed, Difference } from './diff.ts'

/** The title and colour of each kind of change, the worst first. */
export const changeTitles = {
  new: ['new failures', 'bad'],
  'changed cause': ['failures with another cause', 'bad'],
  'no longer tested': ['no longer tested', 'doubt'],
  fixed: ['fixed', 'good'],
  'newly tested': ['newly tested', 'good'],
} as const satisfies Readonly<Record<Change, readonly [title: string, style: Parameters<Paint>[0]]>>

/** The difference between two runs, for people. */
export function* formatDiff({ changed, same }: Difference, paint: Paint): Generator<string> {
  for (const [change, [title, style]] of Object.entries(changeTitles)) {
    const own = changed.filter((each) => each.change === change)
    if (own.length === 0) continue
    yield paint('strong', `${title}  ${own.length}`)
    for (const each of own) {
      yield `  ${paint(style, each.id)}  ${describeOutcome(each.before)} → ${describeOutcome(each.after)}, caused by ${describeCause(each)}`
      yield `    ${paint('quiet', sanitize(each.text))}`
    }
    yield ''
  }
  yield `${formatCount(same, 'requirement')} unchanged`
}

/** An outcome in words. */
export const describeOutcome = (outcome: Changed['before']): string =>
  outcome === 'absent' ? 'not selected' : outcomeLabels[outcome]

/** Names what caused a change. */
export const describeCause = ({ decisions, cause }: Changed): string =>
  decisions.length > 0 ? `the decision ${decisions.join(', ')}` : `the ${cause}`
