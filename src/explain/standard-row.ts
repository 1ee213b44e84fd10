import type { StandardProfile } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { presentationRequirements } from '../../suites/haip/requirements.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { standards } from '../../suites/standards.ts'
import type { Sample } from '../../suites/suite.ts'
import { checkSample } from '../prove/standards/prove-standard.ts'
import { describeForceAlone, formatReceivers, formatRow } from './row.ts'

/** A requirement of a standard: what it requires, of which role, and how every fault is found. */
export function* explainStandardRow(profile: StandardProfile, row: Requirement, paint: Paint): Generator<string> {
  const { id, text, standard = '', binds, refusedBy, seen, consequence } = row
  yield `${paint('strong', id)}  ${text}`
  yield ''
  yield formatRow('source', standard, paint)
  yield formatRow('profile', `${profile}: ${standards[profile].title} alone`, paint)
  yield formatRow('force', describeForceAlone(row, 'assay verify'), paint)
  yield formatRow('binds', `the ${binds}`, paint)
  yield* formatReceivers(refusedBy, paint)
  yield formatRow('consequence', `${consequence.harm}: ${consequence.text}`, paint)
  if ('nowhere' in seen) yield formatRow('tested', `no: ${seen.nowhere}`, paint)
  const { faults, makeSample, exchange } = standardProofs[profile]
  const played = exchange?.faults.filter(({ breaks }) => breaks.id === id) ?? []
  const command = nameTest(profile, { id, binds })
  if ('exchange' in seen && played.length > 0)
    yield formatRow('tested', `by \`${command}${seen.byProbes ? ' --probes' : ''}\`: ${seen.exchange}`, paint)
  else if ('exchange' in seen) yield formatRow('tested', `no: one would have to ${seen.exchange}`, paint)
  for (const { description, id: fault } of played) {
    yield ''
    yield `${paint('bad', '✖')} ${description}`
    yield `    see           ${command} --probes --fault ${fault}`
  }
  for (const fault of faults.filter(({ breaks }) => breaks.id === id)) {
    yield ''
    yield `${paint('bad', '✖')} ${fault.description}`
    yield* formatFinding(profile, makeSample(fault.change), id)
  }
}

/** What is found in a sample that breaks a requirement. */
export function* formatFinding(profile: StandardProfile, sample: Sample, id: string): Generator<string> {
  const found = checkSample(profile, sample).find(({ requirement }) => requirement.id === id)
  for (const { at, expected, actual, diagnosis } of found?.findings.slice(0, 1) ?? []) {
    yield `    at            ${at}`
    yield `    expected      ${expected}`
    yield `    actual        ${actual}`
    if (diagnosis !== undefined) yield `    diagnosis     ${diagnosis}`
  }
}

/** The command that tests a role by a standard. A profile is named where it is not the default of the role. */
export function nameTest(profile: StandardProfile, { id, binds: role }: Pick<Requirement, 'id' | 'binds'>): string {
  if (profile === 'sd-jwt') return 'assay test holder'
  const isPresented = role === 'wallet' && presentationRequirements.some((row) => row.id === id)
  if (profile === 'haip-1.0' && isPresented) return 'assay test wallet --profile haip-1.0 --presents'
  const isDefault = profile === 'openid4vci-1.0' || (profile === 'openid4vp-1.0' && role === 'verifier')
  return `assay test ${role}${isDefault ? '' : ` --profile ${profile}`}`
}
