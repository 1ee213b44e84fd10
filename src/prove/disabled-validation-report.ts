import type { Paint } from '../../reporters/text/paint.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import type { DisabledValidation } from './disabled-validations.ts'

const countVerdicts = (all: readonly DisabledValidation[], wanted: DisabledValidation['verdict']): number =>
  all.filter(({ verdict }) => verdict === wanted).length

/** The validations that refuse what a judge without this one would let through. */
const listCovering = ({ probes, requirement }: DisabledValidation): readonly string[] =>
  [...new Set(probes.flatMap(({ without }) => without))].filter((each) => each !== requirement)

/** Judges that lack a validation, for programs. */
export const summarizeDisabledValidations = (all: readonly DisabledValidation[]) => ({
  judges: all.length,
  exposed: countVerdicts(all, 'exposed'),
  covered: countVerdicts(all, 'covered'),
  excused: countVerdicts(all, 'excused'),
  hidden: countVerdicts(all, 'hidden'),
  rows: all.map((each) => ({ ...each, ...(each.verdict === 'covered' && { coveredBy: listCovering(each) }) })),
})

/** How many judges that lack a validation were exposed, and who was not, and why. */
export function* describeDisabledValidations(all: readonly DisabledValidation[], paint: Paint): Generator<string> {
  if (all.length === 0) return
  const hidden = countVerdicts(all, 'hidden')
  const exposed = all.length - countVerdicts(all, 'covered') - countVerdicts(all, 'excused')
  yield ''
  const ratio = paint(hidden === 0 ? 'good' : 'bad', `${exposed - hidden}/${exposed}`)
  if (exposed > 0) yield `${ratio} negligent judges exposed`
  for (const each of all) yield* describeUnexposed(each, paint)
}

function* describeUnexposed(each: DisabledValidation, paint: Paint): Generator<string> {
  const who = `the ${each.judge} without ${each.requirement}`
  const reason = sanitize(each.reason ?? '')
  if (each.verdict === 'covered') yield paint('quiet', `  ${who} is covered by ${listCovering(each).join(', ')}`)
  if (each.verdict === 'excused') yield paint('quiet', `  ${who} is excused: ${reason}`)
  if (each.verdict === 'hidden') yield `${paint('bad', '✖')} ${paint('strong', who)} stays hidden: ${reason}`
}
