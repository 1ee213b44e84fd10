import type { Fault } from '../../../model/fault.ts'
import type { ProbeResult } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { Message } from '../../../model/wire.ts'
import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import { openArtefact } from '../../../protocol/artefacts/open.ts'
import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { listKeys } from '../../../protocol/jose/jwk.ts'
import { checks } from '../../../suites/all/checks.ts'
import { decisions } from '../../../suites/all/decisions.ts'
import { faults } from '../../../suites/all/faults.ts'
import { probes } from '../../../suites/all/probes.ts'
import { requirements } from '../../../suites/all/requirements.ts'
import { CREDENTIAL_FORM } from '../../../suites/encryption/decisions.ts'
import { examinedKinds } from '../../../suites/kit/rejection.ts'
import { REFUSAL } from '../../../suites/undefined-points/decisions.ts'
import { selectArtefacts } from '../../judge/artefacts.ts'
import { compileJudge, createJudgeInput } from '../../judge/judge.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { CountProbes } from './counted-results.ts'
import type { Sampling } from './portions.ts'
import type { ProbeCatalogue } from './probe-catalogue.ts'
import { sendProbes } from './send-probes.ts'

const judge = compileJudge(requirements, checks)
const decisionsById = new Map(decisions.map((decision) => [decision.id, decision]))

/** Puts every fault of the catalogue before those under test. */
export const createProbing =
  (sampling: Sampling, put?: CountProbes) =>
  (store: SessionStore): Promise<readonly ProbeResult[]> =>
    sendProbes(store, createProbeCatalogue(store, sampling), put)

/** Every lie of the catalogue, as it is put under the answers of a stage. */
export const createProbeCatalogue = (store: SessionStore, sampling: Sampling): ProbeCatalogue => ({
  ...sampling,
  faults: faults.filter(
    ({ decisions, breaks }) =>
      'in' in breaks.seen && Object.entries(decisions).every(([id, value]) => isDecided(store, id, value)),
  ),
  statefulProbes: probes,
  refusal: store.decide(REFUSAL),
  isBroken: (fault, messages, judge) => isSeenBy(store, fault, judge) && isBroken(store, fault, messages),
  isLegal: (messages, judge) => isLegal(store, messages, judge),
})

function isDecided({ decide }: SessionStore, id: string, value: string): boolean {
  const decision = decisionsById.get(id)
  return decision !== undefined && decide(decision) === value
}

/** A wallet backend that is handed what only the wallet can open has nothing to verify in it. */
const isSeenBy = ({ decide }: SessionStore, fault: Fault, judge: Role): boolean =>
  judge !== 'wallet backend' || decide(CREDENTIAL_FORM) !== 'encrypted' || examinedKinds(fault).includes('callback')

/** Whether our own checks find nothing wrong with what anybody but a judge said. */
function isLegal(
  { collectFacts: known, decide, parse }: SessionStore,
  messages: readonly Message[],
  judged: Role,
): boolean {
  const passages = messages.map(parse)
  const artefacts = selectArtefacts(passages, (role) => role !== judged)
  const results = judge.judge(createJudgeInput(artefacts, known(passages)), decide)
  return results.every(({ outcome }) => outcome !== 'failed')
}

/** Whether our own checks see the breach, in what was said and under the answers of this run. */
function isBroken(
  { collectFacts: known, decide, parse }: SessionStore,
  { breaks }: Fault,
  messages: readonly Message[],
): boolean {
  const passages = messages.map(parse)
  const artefacts = keepReferredKeys([...selectArtefacts(passages, () => true), ...messages.flatMap(openPresentation)])
  const [result] = judge.selectOne(breaks.id).judge(createJudgeInput(artefacts, known(passages)), decide)
  return result?.outcome === 'failed'
}

/** A credential that was presented, for which there may have been no flow. */
function openPresentation({ endpoint, request: { body = '' } }: Message): readonly Artefact[] {
  const read = endpoint === 'presentation' ? attempt(() => parseJsonObject(body)) : undefined
  const text = read && 'value' in read ? read.value.presentation : undefined
  return typeof text === 'string' ? openArtefact('credential', text) : []
}

/** Nobody has to look at more of a key set than the keys that credentials refer to. */
function keepReferredKeys(artefacts: readonly Artefact[]): readonly Artefact[] {
  const isCredential = (each: Artefact): each is Artefact<'credential'> => each.kind === 'credential'
  const kids = new Set(artefacts.filter(isCredential).map(({ content }) => content?.jws.header.kid))
  return artefacts.map((each) =>
    each.kind === 'jwks' && each.content
      ? { ...each, content: { keys: listKeys(each.content).filter(({ kid }) => kids.has(kid)) } }
      : each,
  )
}
