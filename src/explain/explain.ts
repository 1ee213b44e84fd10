import type { Paint } from '../../reporters/text/paint.ts'
import { explainAuditedRow } from './audited-row.ts'
import { explainDecision } from './decision.ts'
import { explainFault, explainVariant } from './fault.ts'
import { explainPart, explainProbe } from './part.ts'
import { explainRequirement } from './requirement.ts'
import { explainStandardChange } from './standard-change.ts'
import { explainStandardRow } from './standard-row.ts'
import type { Subject } from './subjects.ts'

/** Explains a requirement, a decision, a fault or a variant. */
export async function* explainSubject(subject: Subject, paint: Paint): AsyncGenerator<string> {
  if ('standard' in subject) yield* explainStandardRow(subject.standard, subject.requirement, paint)
  else if ('requirement' in subject) yield* explainRequirement(subject.requirement, paint)
  else if ('audited' in subject) yield* explainAuditedRow(subject.audited, paint)
  else if ('decision' in subject) yield* explainDecision(subject.decision, paint)
  else if ('broken' in subject) yield* explainPart(subject.whole, subject.broken, paint)
  else if ('probe' in subject) yield* explainProbe(subject.probe, paint)
  else if ('changed' in subject) yield* explainStandardChange(subject.changed, paint)
  else if ('fault' in subject) yield* explainFault(subject.fault, paint)
  else yield* explainVariant(subject.variant, paint)
}
