import type { Paint } from '../../../reporters/blocks.ts'
import { harmless } from '../../../reporters/escape.ts'
import type { Negligent } from '../../harness/negligence.ts'

const count = (all: readonly Negligent[], wanted: Negligent['verdict']): number =>
  all.filter(({ verdict }) => verdict === wanted).length

/** The validations that refuse what a judge without this one would let through. */
const coversOf = ({ lies, requirement }: Negligent): readonly string[] =>
  [...new Set(lies.flatMap(({ without }) => without))].filter((each) => each !== requirement)

/** Judges that lack a validation, for programs. */
export const negligenceTold = (all: readonly Negligent[]) => ({
  judges: all.length,
  exposed: count(all, 'exposed'),
  covered: count(all, 'covered'),
  excused: count(all, 'excused'),
  hidden: count(all, 'hidden'),
  rows: all.map((each) => ({ ...each, ...(each.verdict === 'covered' && { coveredBy: coversOf(each) }) })),
})

/** How many judges that lack a validation were exposed, and who was not, and why. */
export function* negligenceLines(all: readonly Negligent[], paint: Paint): Generator<string> {
  if (all.length === 0) return
  const hidden = count(all, 'hidden')
  const exposed = all.length - count(all, 'covered') - count(all, 'excused')
  yield ''
  const ratio = paint(hidden === 0 ? 'good' : 'bad', `${exposed - hidden}/${exposed}`)
  if (exposed > 0) yield `${ratio} negligent judges exposed`
  for (const each of all) yield* whyNot(each, paint)
}

function* whyNot(each: Negligent, paint: Paint): Generator<string> {
  const who = `the ${each.judge} without ${each.requirement}`
  const reason = harmless(each.reason ?? '')
  if (each.verdict === 'covered') yield paint('quiet', `  ${who} is covered by ${coversOf(each).join(', ')}`)
  if (each.verdict === 'excused') yield paint('quiet', `  ${who} is excused: ${reason}`)
  if (each.verdict === 'hidden') yield `${paint('bad', '✖')} ${paint('strong', who)} stays hidden: ${reason}`
}
