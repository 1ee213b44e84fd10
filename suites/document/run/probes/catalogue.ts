import type { Decide } from '../../../../model/decision.ts'
import type { CountProbes, ProbeResult } from '../../../../model/probe.ts'
import type { Result } from '../../../../model/report.ts'
import type { Requirement } from '../../../../model/requirement.ts'
import type { Role } from '../../../../model/role.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import { once } from '../../../../protocol/encoding/once.ts'
import { listKeys } from '../../../../protocol/jose/jwk.ts'
import { compileJudge, createJudgeInput, type Judge, type JudgeInput } from '../../../../src/judge/judge.ts'
import { checks } from '../../all/checks.ts'
import { decisions } from '../../all/decisions.ts'
import { faults } from '../../all/faults.ts'
import { probes } from '../../all/probes.ts'
import { requirements } from '../../all/requirements.ts'
import { CRED } from '../../credential/requirements.ts'
import { CREDENTIAL_FORM } from '../../encryption/decisions.ts'
import { ENC } from '../../encryption/requirements.ts'
import { isFirm, listExaminedKinds } from '../../kit/rejection.ts'
import type { Message } from '../../model/endpoints.ts'
import { type Fault, isFaultUnder } from '../../model/fault.ts'
import { openPresentation, selectArtefacts } from '../../model/parse-message.ts'
import { sessionPlan } from '../../model/session-plan.ts'
import { REFUSAL } from '../../undefined-points/decisions.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { createAgedValueStore } from './aged-values.ts'
import type { Sampling } from './portions.ts'
import type { ProbeCatalogue } from './probe-catalogue.ts'
import { sendProbes } from './send-probes.ts'

const everyRequirement = compileJudge(requirements, checks)
const decisionsById = new Map(decisions.map((decision) => [decision.id, decision]))

/** Creates the function that sends every probe of the catalogue to the roles under test. */
export const createProbing =
  (sampling: Sampling, onProbes?: CountProbes) =>
  (store: SessionStore): Promise<readonly ProbeResult[]> =>
    sendProbes(store, createProbeCatalogue(store, sampling), onProbes)

/** Creates the catalogue of the probes that apply under the decisions of a run. */
export const createProbeCatalogue = (store: SessionStore, sampling: Sampling): ProbeCatalogue => ({
  ...sampling,
  faults: faults.filter(
    (fault) =>
      'in' in fault.breaks.seen &&
      isFaultUnder(fault, (id, value) => isDecided(store, id, value)) &&
      (!listExaminedKinds(fault).includes('status-token') || looksUpStatuses(store, 'verifier')),
  ),
  statefulProbes: probes,
  agedValues: createAgedValueStore(store),
  answers: new Map(),
  refusal: store.decide(REFUSAL),
  isBroken: (fault, messages, receiver) =>
    isReadableBy(store, fault, receiver) && isBroken(store, fault, messages, receiver),
  listExcuses: (fault, messages, receiver) => [...listExcuses(store, fault, messages, receiver)],
  isLegal: (messages, receiver) => isLegal(store, messages, receiver),
  findBroken: (messages, receiver) => findBroken(store, messages, receiver),
})

function isDecided({ decide }: SessionStore, id: string, value: string): boolean {
  const decision = decisionsById.get(id)
  return decision !== undefined && decide(decision) === value
}

/** Whether a receiver can read the message of a fault: a wallet backend cannot open a credential that is encrypted to the wallet. */
const isReadableBy = (store: SessionStore, fault: Fault, receiver: Role): boolean =>
  (fault.breaks !== CRED.STATUS || looksUpStatuses(store, receiver)) &&
  (receiver !== 'wallet backend' ||
    store.decide(CREDENTIAL_FORM) !== 'encrypted' ||
    listExaminedKinds(fault).includes('callback'))

/**
 * Whether a receiver has fetched a status in a planned session. One that fetches none does not read the reference to it
 * either: `STATUS-OBEYED` says so, and no other requirement.
 */
const looksUpStatuses = ({ isTarget, listMessages }: SessionStore, receiver: Role): boolean =>
  !isTarget(receiver) ||
  sessionPlan.some(({ session }) =>
    listMessages(session).some(({ endpoint, from }) => endpoint === 'status' && from === receiver),
  )

/** The requirements that some actors break in these messages. */
function listBroken(
  { collectFacts, decide, parse }: SessionStore,
  messages: readonly Message[],
  isSelected: (role: Role) => boolean,
): readonly Requirement[] {
  const parsed = messages.map(parse)
  const artefacts = selectArtefacts(parsed, isSelected)
  const results = everyRequirement.judge(createJudgeInput(artefacts, collectFacts(parsed)), decide)
  return results.flatMap(({ outcome, requirement }) => (outcome === 'failed' ? [requirement] : []))
}

/** Whether our own checks find no mistake in the messages of any actor but the receiver. */
const isLegal = (store: SessionStore, messages: readonly Message[], receiver: Role): boolean =>
  listBroken(store, messages, (role) => role !== receiver).length === 0

const findBroken = (store: SessionStore, messages: readonly Message[], receiver: Role): readonly string[] =>
  listBroken(store, messages, (role) => role === receiver)
    .filter(isFirm)
    .map(({ id }) => id)

/** Whether our own checks find that messages break the requirement of a fault. */
const isBroken = (store: SessionStore, fault: Fault, messages: readonly Message[], receiver: Role): boolean =>
  everyRequirement
    .selectOne(fault.breaks.id)
    .judge(createReceivedInput(store, messages, receiver), store.decide)
    .some(({ outcome }) => outcome === 'failed' || (outcome === 'cantTell' && isSealed(store, fault)))

/** Whether only the issuer under test has the key that would show what is wrong: a request that is not intact is so by any key. */
const isSealed = ({ isTarget }: SessionStore, { breaks }: Fault): boolean => breaks === ENC.INTACT && isTarget('issuer')

/**
 * The answers to single decisions under which messages are right as a whole, although they break a requirement under those
 * of the run.
 */
function* listExcuses(
  store: SessionStore,
  fault: Fault,
  messages: readonly Message[],
  receiver: Role,
): Generator<string> {
  const { breaks, unless = {} } = fault
  const named = Object.keys(unless).flatMap((id) => decisionsById.get(id) ?? [])
  const { artefacts, known } = createReceivedInput(store, messages, receiver)
  // Each time is the first: what was derived, and how much, is of one judgement.
  const judgeUnder = (judge: Judge, decide: Decide) => judge.judge(createJudgeInput(artefacts, known), decide)
  const isUnclear = ({ outcome }: Result): boolean => outcome === 'cantTell'
  const listUnclear = once(() => {
    const unclear = judgeUnder(everyRequirement, store.decide).filter(isUnclear)
    return new Set(unclear.map(({ requirement }) => requirement.id))
  })
  const isRight = (result: Result): boolean =>
    result.outcome !== 'failed' && (!isUnclear(result) || listUnclear().has(result.requirement.id))
  // Under most answers, the requirement of the fault stays broken: the others need not be judged then.
  const judges = [everyRequirement.selectOne(breaks.id), everyRequirement]
  for (const decision of new Set([...breaks.dependsOn, ...named])) {
    for (const answer of Object.keys(decision.answers)) {
      if (answer === store.decide(decision)) continue
      const decide: Decide = (each) => (each.id === decision.id ? (answer as never) : store.decide(each)) // one of its answers
      if (judges.every((judge) => judgeUnder(judge, decide).every(isRight))) yield `${decision.id} = ${answer}`
    }
  }
}

/** Prepares the messages that a receiver got. */
function createReceivedInput(store: SessionStore, messages: readonly Message[], receiver: Role): JudgeInput {
  const { collectFacts, parse } = store
  const parsed = [...listKeptKeySets(store, messages, receiver), ...messages].map(parse)
  const received = parsed.filter(({ message }) => !isLookUp(message) || message.from === receiver)
  const artefacts = keepReferredKeys([...selectArtefacts(received, () => true), ...messages.flatMap(openPresentation)])
  return createJudgeInput(artefacts, collectFacts(parsed))
}

/** The key set that a receiver fetched last, if it fetched none with these messages: one that trusts other keys needs none. */
function listKeptKeySets(
  { listMessages }: SessionStore,
  messages: readonly Message[],
  receiver: Role,
): readonly Message[] {
  const isFetched = ({ endpoint, from }: Message): boolean => endpoint === 'jwks' && from === receiver
  if (messages.some(isFetched)) return []
  return sessionPlan.flatMap(({ session }) => listMessages(session).filter(isFetched)).slice(-1)
}

/** Whether a message fetched keys or a status. A receiver that has them already was not shown those of this session. */
const isLookUp = ({ endpoint }: Message): boolean => endpoint === 'jwks' || endpoint === 'status'

/** Keeps only the keys that credentials refer to: a receiver need not look at the others. */
function keepReferredKeys(artefacts: readonly Artefact[]): readonly Artefact[] {
  const isCredential = (each: Artefact): each is Artefact<'credential'> => each.kind === 'credential'
  const kids = new Set(artefacts.filter(isCredential).map(({ content }) => content?.jws.header.kid))
  return artefacts.map((each) =>
    each.kind === 'jwks' && each.content
      ? { ...each, content: { keys: listKeys(each.content).filter(({ kid }) => kids.has(kid)) } }
      : each,
  )
}
