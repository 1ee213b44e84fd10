import { type Profile, profiles } from '../../../model/decision.ts'
import type { Role } from '../../../model/role.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { compileJudge } from '../../../src/judge/judge.ts'
import { checks } from '../all/checks.ts'
import { decisions } from '../all/decisions.ts'
import { requirements } from '../all/requirements.ts'
import { listMistakes, sampleMembers } from '../kit/family.ts'
import { type ExcusedValidation, type Fault, type FaultSettings, isFaultUnder } from '../model/fault.ts'
import { drawParties } from '../reference/drawn-parties.ts'
import { createDecide, type OfflineParties, runOffline, toOfflineParties } from '../reference/offline-exchange.ts'
import type { Sampling } from '../run/probes/portions.ts'
import type { ProbeCatalogue } from '../run/probes/probe-catalogue.ts'
import { appliesNowhere, listValidationProbes } from './disabled-validation-probes.ts'
import { type ProbeTrial, tryProbe, type ValidationProbe, type ValidationTrial } from './disabled-validations.ts'
import { referenceSettings } from './live-run.ts'

// Under every profile, and for accounts, addresses and keys that are drawn: a probe that changes nothing shows nothing.

/** What a probe shows under one profile. */
export interface ProbeEffect {
  readonly id: string
  readonly receiver: Role
  readonly profile: Profile
  /**
   * Shown: a receiver without the one validation accepts the probe. Covered: one without others too. Excused: nothing
   * can show it. Inert: it changes nothing, or its check finds nothing, or no receiver accepts it.
   */
  readonly verdict: 'shown' | 'covered' | 'excused' | 'inert'
  readonly reason?: string
}

/** What a probe shows, and of which validation if the profile is its own. */
export interface ProvenProbe {
  readonly effect?: ProbeEffect
  readonly validation?: ValidationTrial
}

/** A job for every probe that has to be rejected, under every profile that it is sent under. */
export const listEffectProofs = (
  catalogue: Pick<ProbeCatalogue, 'faults' | 'statefulProbes'>,
  sampling: Sampling,
  excuses: readonly ExcusedValidation[],
  under: readonly Profile[] = profiles,
): readonly (() => Promise<ProvenProbe>)[] =>
  under.flatMap((profile) => listUnder(profile, catalogue, sampling, excuses))

function listUnder(
  profile: Profile,
  { faults, statefulProbes }: Pick<ProbeCatalogue, 'faults' | 'statefulProbes'>,
  sampling: Sampling,
  excuses: readonly ExcusedValidation[],
) {
  const drawn = drawParties(`${profile} ${sampling.seed}`)
  const own = new Set(faults.filter((fault) => fault.profile === profile).map(({ id }) => id))
  const under = faults
    .filter((fault) => own.has(fault.id) || isSentUnder(fault, profile))
    .map((fault) => ({ ...fault, profile }))
  const findInert = createInertFinder(toOfflineParties(drawn), sampling)
  const byId = new Map(under.map((fault) => [fault.id, fault]))
  const ground = {
    ...sampling,
    settings: { ...referenceSettings, accounts: drawn.accounts, addresses: drawn.addresses },
  }
  return listValidationProbes({ faults: under, statefulProbes }, ground, profile).map((probe) => async () => {
    const { id, receiver } = probe
    const fault = byId.get(id)
    const reason = fault && findInert(fault)
    if (reason !== undefined) return { effect: { id, receiver, profile, verdict: 'inert' as const, reason } }
    const isOwn = fault ? own.has(id) : profile === 'document'
    const trial = isOwn || probe.checkedBy || !(await isShown(probe)) ? await tryProbe(probe) : undefined
    const effect = trial ? concludeEffect(probe, trial.result, excuses) : { verdict: 'shown' as const }
    return {
      ...(effect && { effect: { id, receiver, profile, ...effect } }),
      ...(isOwn && trial && { validation: trial }),
    }
  })
}

const decisionsById = new Map(decisions.map((decision) => [decision.id, decision]))

/** Whether a run under a profile sends a fault as a probe. */
function isSentUnder(fault: Fault, profile: Profile): boolean {
  const decide = createDecide({ profile, decisions: {} })
  return isFaultUnder(fault, (id, value) => {
    const decision = decisionsById.get(id)
    return decision !== undefined && decide(decision) === value
  })
}

/** Finds why a fault shows nothing offline: it sends what the control sends, or its own check finds nothing. */
function createInertFinder(parties: OfflineParties, { seed, members }: Sampling): (fault: Fault) => string | undefined {
  const exchange = (settings: FaultSettings, mutation: Parameters<typeof runOffline>[0]) =>
    runOffline(mutation, settings, 'assay', parties)
  const controls = new Map<string, string>()
  const findControl = ({ responseEncryption, ...settings }: FaultSettings): string => {
    const key = JSON.stringify([settings.profile, settings.decisions, responseEncryption])
    const control =
      controls.get(key) ?? joinTexts(exchange({ ...settings, ...(responseEncryption && { responseEncryption }) }, {}))
    controls.set(key, control)
    return control
  }
  const findReason = (fault: Fault): string | undefined => {
    const own = everyRequirement.selectOne(fault.breaks.id)
    const mistakes = 'members' in fault ? listMistakes(fault.members) : undefined
    for (const { description, mutation } of mistakes ?? sampleMembers(fault, seed, members)) {
      const made = exchange(fault, mutation)
      if (joinTexts(made) === findControl(fault)) return `${description}: it sends what the control sends`
      const [result] = own.judge(made, createDecide(fault))
      if (result?.outcome !== 'failed') return `${description}: its own check finds nothing`
    }
    return undefined
  }
  const reasons = new Map<string, string | undefined>()
  return (fault) => {
    if (!reasons.has(fault.id)) reasons.set(fault.id, findReason(fault))
    return reasons.get(fault.id)
  }
}

const everyRequirement = compileJudge(requirements, checks)

const joinTexts = ({ artefacts }: ReturnType<typeof runOffline>): string => artefacts.map(({ text }) => text).join('\n')

/** Whether a receiver without the validation accepts a probe. */
const isShown = async ({ requirement, send }: ValidationProbe): Promise<boolean> =>
  (await send(new Set([requirement]))).answer === 'accepted'

/** What a trial says of a probe. Nothing, if the probe does not apply. */
function concludeEffect(
  { receiver, requirement }: ValidationProbe,
  { verdict, without, reason = '' }: ProbeTrial,
  excuses: readonly ExcusedValidation[],
): Pick<ProbeEffect, 'verdict' | 'reason'> | undefined {
  if (reason === appliesNowhere) return undefined
  if (verdict === 'detected') return { verdict: 'shown' }
  if (verdict === 'covered') return { verdict: 'covered', reason: without.join(', ') }
  const excuse = excuses.find((each) => each.receiver === receiver && each.requirement.id === requirement)
  return excuse ? { verdict: 'excused', reason: excuse.reason } : { verdict: 'inert', reason }
}

/** How many probes there are, and every inert one. */
export function* describeEffects(all: readonly ProbeEffect[], paint: Paint): Generator<string> {
  if (all.length === 0) return
  const count = (wanted: ProbeEffect['verdict']): number => all.filter(({ verdict }) => verdict === wanted).length
  const inert = count('inert')
  const effective = paint(inert === 0 ? 'good' : 'bad', `${all.length - inert} of ${all.length}`)
  const [covered, excused] = [count('covered'), count('excused')]
  yield `${effective} probes show something under their profile (${covered} where a second validation is missing too, ${excused} excused)`
  for (const { id, receiver, profile, verdict, reason = '' } of all) {
    if (verdict !== 'inert') continue
    yield `${paint('bad', '✖')} ${paint('strong', id)} to the ${receiver} under ${profile} shows nothing: ${sanitize(reason)}`
  }
}
