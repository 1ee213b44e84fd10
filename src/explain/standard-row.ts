import type { StandardProfile } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { standardProofs } from '../../suites/standard-proofs.ts'
import { standards } from '../../suites/standards.ts'
import { checkSample } from '../standard/prove-standard.ts'
import { formatRow } from './row.ts'

/** A requirement of a standard: what it requires, of which role, and how every fault is found. */
export function* explainStandardRow(
  profile: StandardProfile,
  { id, text, force, standard = '', binds, refusedBy, seen, consequence }: Requirement,
  paint: Paint,
): Generator<string> {
  yield `${paint('strong', id)}  ${text}`
  yield ''
  yield formatRow('source', standard, paint)
  yield formatRow('profile', `${profile}: ${standards[profile].title} alone`, paint)
  yield formatRow('force', force, paint)
  yield formatRow('binds', `the ${binds}`, paint)
  yield formatRow('rejected by', refusedBy.map((role) => `the ${role}`).join(', ') || 'no receiver', paint)
  yield formatRow('consequence', `${consequence.harm}: ${consequence.text}`, paint)
  if ('nowhere' in seen) yield formatRow('tested', `no: ${seen.nowhere}`, paint)
  const { faults, makeSample, exchange } = standardProofs[profile]
  const played = exchange?.faults.filter(({ breaks }) => breaks.id === id) ?? []
  const party = profile === 'openid4vp-1.0' ? 'verifier' : binds
  if ('exchange' in seen && played.length > 0)
    yield formatRow('tested', `by \`assay test ${party}${seen.byProbes ? ' --probes' : ''}\`: ${seen.exchange}`, paint)
  else if ('exchange' in seen) yield formatRow('tested', `no: it takes ${seen.exchange}`, paint)
  for (const { description, id: fault } of played) {
    yield ''
    yield `${paint('bad', '✖')} ${description}`
    yield `    see           assay test ${party} --probes --fault ${fault}`
  }
  for (const fault of faults.filter(({ breaks }) => breaks.id === id)) {
    const found = checkSample(profile, makeSample(fault.change)).find(({ requirement }) => requirement.id === id)
    yield ''
    yield `${paint('bad', '✖')} ${fault.description}`
    for (const { at, expected, actual, diagnosis } of found?.findings.slice(0, 1) ?? []) {
      yield `    at            ${at}`
      yield `    expected      ${expected}`
      yield `    actual        ${actual}`
      if (diagnosis !== undefined) yield `    diagnosis     ${diagnosis}`
    }
  }
}
