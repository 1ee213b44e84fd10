import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import type { DisabledValidation } from './disabled-validations.ts'

const countVerdicts = (all: readonly DisabledValidation[], wanted: DisabledValidation['verdict']): number =>
  all.filter(({ verdict }) => verdict === wanted).length

/** The validations that reject what would be accepted if this one were disabled. */
const listCovering = ({ probes, requirement }: DisabledValidation): readonly string[] =>
  [...new Set(probes.flatMap(({ without }) => without))].filter((each) => each !== requirement)

/** Disabled validations, for programs. */
export const summarizeDisabledValidations = (all: readonly DisabledValidation[]) => ({
  total: all.length,
  detected: countVerdicts(all, 'detected'),
  covered: countVerdicts(all, 'covered'),
  excused: countVerdicts(all, 'excused'),
  undetected: countVerdicts(all, 'undetected'),
  rows: all.map((each) => ({ ...each, ...(each.verdict === 'covered' && { coveredBy: listCovering(each) }) })),
})

/** How many disabled validations were detected, and which were not, with the reason. */
export function* describeDisabledValidations(all: readonly DisabledValidation[], paint: Paint): Generator<string> {
  if (all.length === 0) return
  const detected = countVerdicts(all, 'detected')
  const testable = detected + countVerdicts(all, 'undetected')
  yield ''
  const count = paint(detected === testable ? 'good' : 'bad', `${detected} of ${testable}`)
  if (testable > 0) yield `${count} disabled validation${testable === 1 ? '' : 's'} detected`
  for (const each of all) yield* describeUndetected(each, paint)
}

function* describeUndetected(each: DisabledValidation, paint: Paint): Generator<string> {
  const subject = `${each.requirement} disabled in the ${each.receiver}`
  const reason = sanitize(each.reason ?? '')
  if (each.verdict === 'covered') {
    yield paint('quiet', `  ${subject}: not detectable alone, because ${joinIds(listCovering(each))} also rejects`)
  }
  if (each.verdict === 'excused') yield paint('quiet', `  ${subject}: not detectable, because ${reason}`)
  if (each.verdict === 'undetected') yield `${paint('bad', '✖')} ${paint('strong', subject)}: not detected: ${reason}`
}

const joinIds = (ids: readonly string[]): string => ids.join(' or ')
