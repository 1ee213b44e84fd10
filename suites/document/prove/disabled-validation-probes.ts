import type { Profile } from '../../../model/decision.ts'
import type { ProbeResult } from '../../../model/probe.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { type Role, toRoleMember } from '../../../model/role.ts'
import type { Settings } from '../../../model/settings.ts'
import { isObject } from '../../../protocol/encoding/json.ts'
import { once } from '../../../protocol/encoding/once.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { createDecider } from '../../../src/judge/decisions.ts'
import { compileJudge } from '../../../src/judge/judge.ts'
import { createStateRules } from '../actors/services/state-rules.ts'
import { checks } from '../all/checks.ts'
import { requirements } from '../all/requirements.ts'
import { probeSettings } from '../derived/disabled-validations.ts'
import { combineMutations, replaceStep } from '../kit/mutations.ts'
import { isFirm, isRejectionExpected } from '../kit/rejection.ts'
import { deriveTerms } from '../kit/terms.ts'
import type { ActorMutation } from '../model/actors.ts'
import type { Fault, FaultSettings } from '../model/fault.ts'
import type { StatefulProbe } from '../model/probe.ts'
import { agingSession } from '../run/probes/aged-values.ts'
import { createProbeCatalogue } from '../run/probes/catalogue.ts'
import { isControlAccepted } from '../run/probes/controls.ts'
import { listFaultProbes, receivers, type Sampling } from '../run/probes/portions.ts'
import type { ProbeCatalogue } from '../run/probes/probe-catalogue.ts'
import type { RunProbeSession } from '../run/probes/probe-path.ts'
import { findPaths } from '../run/probes/receiver-paths.ts'
import { sendFaultProbe } from '../run/probes/send-fault-probe.ts'
import { createSessionRunner } from '../run/probes/session-runner.ts'
import { createScopes } from '../run/probes/side-by-side/probe-scope.ts'
import { sendStatefulProbe } from '../run/probes/stateful-probes.ts'
import { listBaseUrls } from '../run/routes/addresses.ts'
import type { OpenSession } from '../run/sessions/open-session.ts'
import { createSessionStore, type SessionStore } from '../run/sessions/session-store.ts'
import { listSurvivals } from '../undefined-points/survival.ts'
import type { ObservedAnswer, Validation, ValidationProbe } from './disabled-validations.ts'
import { referenceOptions, referenceSettings } from './live-run.ts'

// Every probe is sent twice: to a reference actor, and to the same actor with the validation against the probe disabled.

/** How members of families are selected, the settings of the reference actors apart from answers, and what the target does. */
export interface ProofGround extends Sampling {
  readonly settings?: Settings
  /** Answers under which the target is tested, where a probe needs no others. */
  readonly decisions?: FaultSettings['decisions']
  /** How the receiver differs from the reference actor, made for each run; what a probe changes in it is left out then. */
  readonly target?: () => ActorMutation
}

/** What reference actors validate by their stored state. */
const stateRules = createStateRules(
  deriveTerms(createDecider(referenceSettings).decide, listBaseUrls(referenceSettings)),
)

/** Every validation that a receiver must do: each needs a probe. */
export const listValidations = (requirements: readonly Requirement[]): readonly Validation[] =>
  receivers.flatMap((receiver) =>
    requirements
      .filter((each) => hasToValidate(each, receiver) || hasToSurvive(each, receiver))
      .map(({ id }) => ({ receiver, requirement: id })),
  )

const hasToSurvive = (requirement: Requirement, receiver: Role): boolean =>
  listSurvivals().some((each) => each.requirement === requirement && each.role === receiver)

const checkedInArtefacts = new Set(requirements.filter(compileJudge(requirements, checks).hasArtefactChecks))

const hasStateRule = ({ id }: Requirement, receiver: Role): boolean =>
  stateRules[receiver]?.some(({ requirement }) => requirement === id) === true

const isValidation = (requirement: Requirement, receiver: Role): boolean =>
  hasStateRule(requirement, receiver) ||
  (checkedInArtefacts.has(requirement) && requirement.refusedBy.includes(receiver))

const hasToValidate = (requirement: Requirement, receiver: Role): boolean =>
  (checkedInArtefacts.has(requirement) && isRejectionExpected(requirement, receiver)) ||
  (isFirm(requirement) && hasStateRule(requirement, receiver))

/** Every probe for every receiver that must reject it, under the answers that make it invalid. */
export const listValidationProbes = (
  { faults, statefulProbes }: Pick<ProbeCatalogue, 'faults' | 'statefulProbes'>,
  ground: ProofGround,
  profile: Profile = 'document',
): readonly ValidationProbe[] => [
  ...receivers.flatMap((receiver) => {
    const isAccepted = createControlCache(receiver, ground)
    return faults.flatMap((fault) => createFaultProbes(fault, receiver, isAccepted, ground))
  }),
  ...statefulProbes
    .filter(({ expected }) => expected === 'refused')
    .map((statefulProbe) => createStatefulProbe(statefulProbe, ground, profile)),
]

/** Sends something to one receiver in a session store of its own. */
type RunProbe = (store: SessionStore, runSession: RunProbeSession) => Promise<ProbeResult | undefined>

function createFaultProbes(
  fault: Fault,
  receiver: Role,
  isAccepted: TryControl,
  ground: ProofGround,
): readonly ValidationProbe[] {
  return listFaultProbes(fault, receiver, ground).map((probe) => ({
    id: fault.id,
    receiver,
    requirement: fault.breaks.id,
    send: async (disabled) => {
      const observed = await observeAnswer(fault, receiver, disabled, ground, async (store, runSession) => {
        const [probed] = await sendFaultProbe(probe, runSession, createProbeCatalogue(store, ground))
        return probed
      })
      if (!observed) return inconclusive('the checks of assay find nothing wrong in it')
      if (observed.answer === 'accepted' || (await isAccepted(fault, disabled))) return observed
      return inconclusive('the valid control request was not accepted')
    },
  }))
}

/** The reason for which a stateful probe shows nothing. */
export const appliesNowhere = 'it applies under none of the answers that were tried'

const inconclusive = (reason: string): ObservedAnswer => ({ answer: 'inconclusive', rejectedFor: new Set(), reason })

/** Whether a receiver accepts the valid control, under the answers of a setting. */
type TryControl = (setting: FaultSettings, disabled: ReadonlySet<string>) => Promise<boolean>

/** Sends each control once: its result is the same before every probe. */
function createControlCache(receiver: Role, ground: ProofGround): TryControl {
  const known = new Map<string, Promise<boolean>>()
  const tryControl: TryControl = (settings, disabled) => {
    const store = createLaxStore(settings, receiver, { disabled, rejectedFor: new Set() }, ground)
    return isControlAccepted(receiver, createSessionRunner(store), createProbeCatalogue(store, ground).refusal)
  }
  return ({ profile, decisions }, disabled) => {
    const key = JSON.stringify([profile, decisions, [...disabled].sort()])
    const answer = known.get(key) ?? tryControl({ profile, decisions }, disabled)
    known.set(key, answer)
    return answer
  }
}

/** A stateful probe is sent under the first answers that it applies under. */
function createStatefulProbe(statefulProbe: StatefulProbe, ground: ProofGround, profile: Profile): ValidationProbe {
  const { id, receiver, requirement, breaks = requirement } = statefulProbe
  const perform: RunProbe = async (store, runSession) => {
    const [probed] = await sendStatefulProbe(statefulProbe, store, runSession, createProbeCatalogue(store, ground))
    return probed
  }
  return {
    id,
    receiver,
    requirement: breaks.id,
    ...(!isValidation(breaks, receiver) && { checkedBy: 'any validation' as const }),
    send: async (disabled) => {
      for (const settings of probeSettings) {
        const observed = await observeAnswer({ ...settings, profile }, receiver, disabled, ground, perform)
        if (observed) return observed
      }
      return inconclusive(appliesNowhere)
    },
  }
}

/**
 * For each role that has to survive, a probe that crashes it if it need not: the first message that it rejects, with a
 * control before and after.
 */
export const listSurvivalProbes = (
  requirements: readonly Requirement[],
  faults: readonly Fault[],
  ground: ProofGround,
): readonly ValidationProbe[] =>
  listSurvivals()
    .filter(({ requirement }) => requirements.includes(requirement))
    .map(({ role: receiver, requirement: { id } }) => ({
      id: `${id}/crashes-on-what-it-would-reject`,
      receiver,
      requirement: id,
      send: async (disabled) => {
        const isCrashed = await isCrashedByOne(faults, receiver, id, disabled, ground)
        return { answer: isCrashed ? 'accepted' : 'refused', rejectedFor: new Set(disabled.has(id) ? [] : [id]) }
      },
    }))

/** The messages that are tried on a role: it rejects one of them. */
const tried = 5

async function isCrashedByOne(
  faults: readonly Fault[],
  receiver: Role,
  id: string,
  disabled: ReadonlySet<string>,
  ground: ProofGround,
): Promise<boolean> {
  const probes = faults.filter(isDocumented).flatMap((fault) => listFaultProbes(fault, receiver, ground))
  for (const probe of probes.slice(0, tried)) {
    const store = createLaxStore(probe.fault, receiver, { disabled, rejectedFor: new Set() }, ground)
    const rules = createProbeCatalogue(store, ground)
    const scope = createScopes(store)({ isHeld: false })
    const paths = await findPaths(receiver, store, scope, rules.refusal)
    await sendFaultProbe(probe, paths.full(scope), rules)
    const crashes = await paths.confirmCrashes(scope)
    if (crashes.some(({ requirement, wrong }) => requirement === id && wrong !== undefined)) return true
  }
  return false
}

const isDocumented = ({ profile, decisions }: Fault): boolean =>
  profile === 'document' && Object.keys(decisions).length === 0

async function observeAnswer(
  settings: FaultSettings,
  receiver: Role,
  disabled: ReadonlySet<string>,
  ground: ProofGround,
  perform: RunProbe,
): Promise<ObservedAnswer | undefined> {
  const rejectedFor = new Set<string>()
  const store = createLaxStore(settings, receiver, { disabled, rejectedFor }, ground)
  const runSession = createSessionRunner(store)
  if (ground.target) await runSession({ receiver })
  const probed = await perform(store, runSession)
  return probed && { answer: probed.answer, rejectedFor, ...(probed.reason !== undefined && { reason: probed.reason }) }
}

/** An issuer that does not validate the encryption key of a request sends its response in clear if it cannot use the key. */
const respondInClear = replaceStep('issuer', 'encrypt', (encrypt) => (response, parameters) => {
  const encrypted = isObject(parameters.jwk) ? attempt(() => encrypt(response, parameters)) : undefined
  return encrypted && 'value' in encrypted ? encrypted.value : response
})

/** Seconds. */
const day = 86_400

/** Lets time pass after the first nonce of a session. */
function passTime(session: OpenSession, age: () => void): OpenSession {
  const { requestSteps } = session.actors
  const fetchNonce = () => requestSteps.fetchNonce().finally(age)
  return { ...session, actors: { ...session.actors, requestSteps: { ...requestSteps, fetchNonce } } }
}

/** A mutation without what it changes in a role. */
const omitRole = (mutation: ActorMutation, role: Role): ActorMutation =>
  Object.fromEntries(Object.entries(mutation).filter(([member]) => member !== toRoleMember(role)))

/** A session store that tests one receiver with validations disabled, and collects what it rejects messages for. */
function createLaxStore(
  { profile, decisions }: FaultSettings,
  receiver: Role,
  { disabled, rejectedFor }: { readonly disabled: ReadonlySet<string>; readonly rejectedFor: Set<string> },
  { settings: base = referenceSettings, decisions: agreed = {}, target }: ProofGround,
): SessionStore {
  const { now, ...settings } = { ...base, profile, decisions: { ...agreed, ...decisions } }
  let time = 1000 * (now ?? 0) // of a clock that moves only after a session whose values have to age
  const store = createSessionStore(
    settings,
    { ...referenceOptions, clock: () => time, tested: new Set([receiver]) },
    createDecider(settings).decide,
  )
  const validation = { disabled, onRejection: (requirement: string) => void rejectedFor.add(requirement) }
  const lax = receiver === 'issuer' && disabled.size > 0 ? respondInClear : {}
  const own = combineMutations(lax, target?.() ?? {})
  const keep = (mutation: ActorMutation): ActorMutation => (target ? omitRole(mutation, receiver) : mutation)
  return {
    ...store,
    openSession: ({ mutation = {}, ...rest }) => {
      const session = store.openSession({ ...rest, ...validation, mutation: combineMutations(own, keep(mutation)) })
      const age = once(() => {
        time += 1000 * day
      })
      return rest.session === agingSession ? passTime(session, age) : session
    },
  }
}
