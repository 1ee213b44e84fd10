import type { Fault, FaultSettings } from '../../model/fault.ts'
import type { ProbeResult, StatefulProbe } from '../../model/probe.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { checks } from '../../suites/all/checks.ts'
import { requirements } from '../../suites/all/requirements.ts'
import { probeSettings } from '../../suites/derived/disabled-validations.ts'
import { combineMutations, replaceStep } from '../../suites/kit/mutations.ts'
import { isFirm, isRejectionExpected } from '../../suites/kit/rejection.ts'
import { deriveTerms } from '../../suites/kit/terms.ts'
import { createStateRules } from '../actors/services/state-rules.ts'
import { createDecider } from '../judge/decisions.ts'
import { compileJudge } from '../judge/judge.ts'
import { agingSession } from '../run/probes/aged-values.ts'
import { createProbeCatalogue } from '../run/probes/catalogue.ts'
import { isControlAccepted } from '../run/probes/controls.ts'
import { sendFaultProbe } from '../run/probes/fault-probes.ts'
import { listFaultProbes, receivers, type Sampling } from '../run/probes/portions.ts'
import type { ProbeCatalogue } from '../run/probes/probe-catalogue.ts'
import { createSessionRunner, type RunProbeSession } from '../run/probes/session-runner.ts'
import { sendStatefulProbe } from '../run/probes/stateful-probes.ts'
import { listBaseUrls } from '../run/routes/addresses.ts'
import { createSessionStore, type SessionStore } from '../run/sessions/session-store.ts'
import type { ObservedAnswer, Validation, ValidationProbe } from './disabled-validations.ts'
import { referenceOptions, referenceSettings } from './live-run.ts'

// Every lie is told twice: to an honest judge, and to one that is as honest and lacks the validation against it.

const createSettings = ({ profile, decisions }: Pick<FaultSettings, 'profile' | 'decisions'>) => ({
  ...referenceSettings,
  profile,
  decisions,
})

/** What honest judges look up in their books, whatever was decided. */
const stateRules = createStateRules(
  deriveTerms(createDecider(referenceSettings).decide, listBaseUrls(referenceSettings)),
)

/** What a judge is seen to validate and has to refuse: a lie is due for each. */
export const listValidations = (requirement: readonly Requirement[]): readonly Validation[] =>
  receivers.flatMap((judge) =>
    requirement.filter((each) => hasToValidate(each, judge)).map(({ id }) => ({ judge, requirement: id })),
  )

const checkedInArtefacts = new Set(requirements.filter(compileJudge(requirements, checks).hasArtefactChecks))

const hasStateRule = ({ id }: Requirement, judge: Role): boolean =>
  stateRules[judge]?.some(({ requirement }) => requirement === id) === true

const isValidation = (requirement: Requirement, judge: Role): boolean =>
  hasStateRule(requirement, judge) || (checkedInArtefacts.has(requirement) && requirement.refusedBy.includes(judge))

const hasToValidate = (requirement: Requirement, judge: Role): boolean =>
  (checkedInArtefacts.has(requirement) && isRejectionExpected(requirement, judge)) ||
  (isFirm(requirement) && hasStateRule(requirement, judge))

/** Every lie, before everybody who has to refuse it, under the answers that it is a lie under. */
export const listValidationProbes = (
  { faults, statefulProbes }: Pick<ProbeCatalogue, 'faults' | 'statefulProbes'>,
  sampling: Sampling,
): readonly ValidationProbe[] => [
  ...receivers.flatMap((judge) => {
    const isWelcome = createControlCache(judge, sampling)
    return faults.flatMap((fault) => createFaultProbes(fault, judge, isWelcome, sampling))
  }),
  ...statefulProbes
    .filter(({ expected }) => expected === 'refused')
    .map((statefulProbe) => createStatefulProbe(statefulProbe, sampling)),
]

/** Plays something with one judge on a stage of its own. */
type RunProbe = (store: SessionStore, play: RunProbeSession) => Promise<ProbeResult | undefined>

function createFaultProbes(
  fault: Fault,
  judge: Role,
  isWelcome: TryControl,
  sampling: Sampling,
): readonly ValidationProbe[] {
  return listFaultProbes(fault, judge, sampling).map((probe) => ({
    id: fault.id,
    judge,
    requirement: fault.breaks.id,
    send: async (disabled) => {
      if (!(await isWelcome(fault, disabled))) return rejectedControl
      const received = await observeAnswer(fault, judge, disabled, async (store, play) => {
        const [probed] = await sendFaultProbe(probe, play, createProbeCatalogue(store, sampling))
        return probed
      })
      return (
        received ?? { answer: 'inconclusive', rejectedFor: new Set(), reason: 'our own checks see no breach in it' }
      )
    },
  }))
}

const rejectedControl: ObservedAnswer = {
  answer: 'inconclusive',
  rejectedFor: new Set(),
  reason: 'the honest twin was not accepted either',
}

/** Whether a judge accepts what is honest, under the answers of a setting. */
type TryControl = (setting: FaultSettings, neglected: ReadonlySet<string>) => Promise<boolean>

/** Asks each judge once: what an honest session comes to is the same before every lie. */
function createControlCache(judge: Role, sampling: Sampling): TryControl {
  const known = new Map<string, Promise<boolean>>()
  const ask: TryControl = (settings, disabled) => {
    const store = createLaxStore(settings, judge, disabled, new Set())
    return isControlAccepted(judge, createSessionRunner(store), createProbeCatalogue(store, sampling).refusal)
  }
  return ({ profile, decisions }, disabled) => {
    const key = JSON.stringify([profile, decisions, [...disabled].sort()])
    const answer = known.get(key) ?? ask({ profile, decisions }, disabled)
    known.set(key, answer)
    return answer
  }
}

/** A trick is played under the first answers that it applies under. */
function createStatefulProbe(statefulProbe: StatefulProbe, sampling: Sampling): ValidationProbe {
  const { id, receiver, requirement, breaks = requirement } = statefulProbe
  const perform: RunProbe = async (store, play) => {
    const [probed] = await sendStatefulProbe(statefulProbe, store, play, createProbeCatalogue(store, sampling))
    return probed
  }
  return {
    id,
    judge: receiver,
    requirement: breaks.id,
    ...(!isValidation(breaks, receiver) && { checkedBy: 'whoever notices' as const }),
    send: async (disabled) => {
      for (const settings of probeSettings) {
        const received = await observeAnswer(settings, receiver, disabled, perform)
        if (received) return received
      }
      return {
        answer: 'inconclusive',
        rejectedFor: new Set(),
        reason: 'it applies under none of the answers that were tried',
      }
    },
  }
}

async function observeAnswer(
  settings: FaultSettings,
  judge: Role,
  disabled: ReadonlySet<string>,
  perform: RunProbe,
): Promise<ObservedAnswer | undefined> {
  const rejectedFor = new Set<string>()
  const store = createLaxStore(settings, judge, disabled, rejectedFor)
  const probed = await perform(store, createSessionRunner(store))
  return probed && { answer: probed.answer, rejectedFor, ...(probed.reason !== undefined && { reason: probed.reason }) }
}

/** Whoever does not look at the key that a response is to be encrypted to finds out that it is none, and goes on without. */
const respondInClear = replaceStep('issuer', 'encrypt', (honest) => (response, asked) => {
  const sealed = isObject(asked.jwk) ? attempt(() => honest(response, asked)) : undefined
  return sealed && 'value' in sealed ? sealed.value : response
})

/** Seconds. */
const day = 86_400

/** A stage on which one judge is tested, neglects something, and writes down what it notices. */
function createLaxStore(
  setting: FaultSettings,
  judge: Role,
  disabled: ReadonlySet<string>,
  rejectedFor: Set<string>,
): SessionStore {
  const { now, ...settings } = createSettings(setting)
  let time = 1000 * (now ?? 0) // of a clock that stands still, but when something was put by to grow old
  const store = createSessionStore(
    settings,
    { ...referenceOptions, clock: () => time, tested: new Set([judge]) },
    createDecider(settings).decide,
  )
  const attention = { disabled, onRejection: (requirement: string) => void rejectedFor.add(requirement) }
  const lax = judge === 'issuer' && disabled.size > 0 ? respondInClear : {}
  return {
    ...store,
    openSession: ({ mutation = {}, ...rest }) => {
      const entered = store.openSession({ ...rest, ...attention, mutation: combineMutations(lax, mutation) })
      const leave: typeof entered.close = () => {
        if (rest.session === agingSession) time += 1000 * day
        return entered.close()
      }
      return { ...entered, close: leave }
    },
  }
}
