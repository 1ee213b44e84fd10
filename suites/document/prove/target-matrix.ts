import type { Role } from '../../../model/role.ts'
import type { ActorMutation } from '../model/actors.ts'
import { type Fault, type FaultSettings, isFaultUnder } from '../model/fault.ts'
import type { Sampling } from '../run/probes/portions.ts'
import type { ProbeCatalogue } from '../run/probes/probe-catalogue.ts'
import { listValidationProbes, type ProofGround } from './disabled-validation-probes.ts'
import { type ProbeTrial, tryProbe, type ValidationProbe } from './disabled-validations.ts'

// A refusal counts only if the validation that is tested caused it. That has to be so for every target, not only for one
// that is like the reference actor.

/** A target that is right, and unlike the reference actor of its role. */
export interface LegalTarget {
  readonly id: string
  readonly receiver: Role
  /** The answers under which it is tested. */
  readonly decisions: FaultSettings['decisions']
  /** The requirements for which no probe can be made, and why. */
  readonly untested: Readonly<Record<string, string>>
  readonly make: () => ActorMutation
}

/** What the probes show of one validation of a target. */
export interface TargetCell {
  readonly target: string
  readonly requirement: string
  /** Found: a probe is accepted if the validation is disabled. Untested: no probe could be made for this target. */
  readonly verdict: 'found' | 'masked' | 'untested'
  /** The probes that another validation refuses, and why the others show nothing. */
  readonly reasons: readonly string[]
}

type Catalogue = Pick<ProbeCatalogue, 'faults' | 'statefulProbes'>

/** Disables each validation of a target, one after the other, as far as the reference actor of its role shows it too. */
export async function examineTarget(
  target: LegalTarget,
  catalogue: Catalogue,
  sampling: Sampling,
): Promise<readonly TargetCell[]> {
  const { receiver, decisions, make } = target
  const select = (ground: ProofGround) =>
    listValidationProbes(selectFaults(catalogue, target), ground).filter((probe) => probe.receiver === receiver)
  const usual = new Map(select(sampling).map((probe) => [probe.id, probe]))
  const trials: ComparedTrial[] = []
  for (const probe of select({ ...sampling, decisions, target: make })) {
    const trial = await compareTrials(probe, usual.get(probe.id))
    if (trial) trials.push(trial)
  }
  return [...Map.groupBy(trials, ({ requirement }) => requirement)].map(([requirement, all]) =>
    concludeCell(target.id, requirement, all),
  )
}

/** The faults that are sent under the answers of a target. */
function selectFaults({ faults, statefulProbes }: Catalogue, { decisions }: LegalTarget): Catalogue {
  const isAnswer = (id: string, value: string): boolean => (decisions[id] ?? value) === value
  const isAgreed = (id: string, value: string): boolean => decisions[id] === value
  const isSent = (fault: Fault): boolean =>
    fault.profile === 'document' &&
    isFaultUnder({ ...fault, unless: {} }, isAnswer) &&
    isFaultUnder({ ...fault, decisions: {} }, isAgreed)
  return { faults: faults.filter(isSent), statefulProbes }
}

interface ComparedTrial {
  readonly id: string
  readonly requirement: string
  readonly verdict: TargetCell['verdict']
  readonly reason: string
}

/** What a probe shows at a target. Nothing, if it shows nothing at the reference actor either. */
async function compareTrials(
  probe: ValidationProbe,
  usual: ValidationProbe | undefined,
): Promise<ComparedTrial | undefined> {
  const { id, requirement } = probe
  const { result } = await tryProbe(probe)
  if (result.verdict === 'detected') return { id, requirement, verdict: 'found', reason: '' }
  const reference = usual && (await tryProbe(usual)).result
  if (reference?.verdict === result.verdict || reference?.verdict === 'undetected') return undefined
  return { id, requirement, verdict: isMasked(result) ? 'masked' : 'untested', reason: describe(result) }
}

const isMasked = ({ verdict, reason = '' }: ProbeTrial): boolean =>
  verdict === 'covered' || /^rejected, but by none|is still rejected/.test(reason)

const describe = ({ id, verdict, without, reason = '' }: ProbeTrial): string =>
  verdict === 'covered' ? `${id}: rejected for ${without.join(', ')}` : `${id}: ${reason}`

function concludeCell(target: string, requirement: string, trials: readonly ComparedTrial[]): TargetCell {
  const has = (wanted: TargetCell['verdict']): boolean => trials.some(({ verdict }) => verdict === wanted)
  const verdict = has('masked') ? 'masked' : has('found') ? 'found' : 'untested'
  return { target, requirement, verdict, reasons: trials.flatMap(({ reason }) => (reason === '' ? [] : [reason])) }
}
