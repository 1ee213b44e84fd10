import type { Requirement } from '../../../model/requirement.ts'
import { describeForce, describeSetting, formatRow } from '../../../reporters/text/explanation.ts'
import { formatFailure } from '../../../reporters/text/failure.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import type { StatefulProbe } from '../model/probe.ts'
import { createPart } from '../run/probes/divide-results.ts'
import { listProbes } from './list-probes.ts'
import { runProbeExample } from './probe-examples.ts'

/** A part of a requirement: what its receiver must reject because it breaks another one, and every probe for it. */
export function* explainPart(whole: Requirement, broken: Requirement, paint: Paint): Generator<string> {
  const part = createPart(whole, broken)
  const { id, text, binds, consequence } = part
  const own = listProbes().filter(({ obligedBy, about }) => obligedBy.id === whole.id && about.id === broken.id)
  yield `${paint('strong', id)}  ${text}`
  yield ''
  yield formatRow('part of', `${paint('strong', whole.id)}  ${whole.text}`, paint)
  yield formatRow('breaks', `${paint('strong', broken.id)}  ${broken.text}`, paint)
  yield formatRow('force', describeForce(part), paint)
  yield formatRow('binds', `the ${binds}`, paint)
  yield formatRow('consequence', consequence.text, paint)
  yield formatRow('to send', `assay run --only ${id}`, paint)
  yield formatRow('to skip', `assay run --skip ${id}`, paint)
  if (own.length === 0) yield formatRow('probes', 'none: no probe is about both', paint)
  for (const probe of own) yield formatRow('probe', `${paint('strong', probe.id)}  ${probe.description}`, paint)
}

/** A probe that is not a fault: what it does, what its receiver must do, and which requirement its answer counts for. */
export async function* explainProbe(probe: StatefulProbe, paint: Paint): AsyncGenerator<string> {
  const { id, requirement, breaks, receiver } = probe
  yield* formatProbe(probe, paint)
  yield ''
  yield formatRow('counts for', `${paint('strong', requirement.id)}  ${requirement.text}`, paint)
  if (breaks) yield formatRow('breaks', `${paint('strong', breaks.id)}  ${breaks.text}`, paint)
  yield formatRow('receiver', `the ${receiver}`, paint)
  yield formatRow('to skip', `assay run --skip ${id}`, paint)
}

const duties = { refused: 'must reject this', accepted: 'must accept this' }

/** A probe, what a reference actor answers, and what another answer would lead to. */
export async function* formatProbe(probe: StatefulProbe, paint: Paint): AsyncGenerator<string> {
  const { id, description, receiver, expected } = probe
  const example = await runProbeExample(probe)
  yield `${paint('strong', id)}  ${description}: the ${receiver} ${duties[expected]}`
  if (!example) return yield '    reference actors do not run this probe'
  const { setting, answer, pass, failure } = example
  const under = describeSetting(setting)
  yield `  ${paint('good', '✔')} the reference ${receiver}: ${answer.answer}, ${pass.outcome}${under === '' ? '' : ` (under ${under})`}`
  yield `  ${paint('bad', '✖')} any other answer:`
  yield* [...formatFailure({ ...failure, findings: failure.findings.slice(0, 1) }, paint)].slice(2)
}
