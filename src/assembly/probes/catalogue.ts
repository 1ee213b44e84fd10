import { checks } from '../../../suites/checks.ts'
import { CREDENTIAL_FORM } from '../../../suites/encryption/decisions.ts'
import { faults } from '../../../suites/faults.ts'
import { tricks as models } from '../../../suites/models/tricks.ts'
import { examinedKinds } from '../../../suites/probing.ts'
import { decisions, requirements } from '../../../suites/registry.ts'
import { REFUSAL } from '../../../suites/silence/decisions.ts'
import { surprises } from '../../../suites/surprises.ts'
import { tricks } from '../../../suites/tricks.ts'
import { exhibitsBy, passageOf } from '../../harness/exhibits.ts'
import { articlesOf, judge } from '../../harness/judge.ts'
import type { Fault } from '../../model/fault.ts'
import type { Probed } from '../../model/probe.ts'
import type { Role } from '../../model/requirement.ts'
import type { Hop } from '../../model/wire.ts'
import type { Exhibit } from '../../protocol/evidence.ts'
import { parseJsonObject } from '../../protocol/json.ts'
import { keysOf } from '../../protocol/jwk.ts'
import { open } from '../../protocol/open.ts'
import { attempt } from '../../protocol/problem.ts'
import { openers } from '../company.ts'
import type { Stage } from '../stage.ts'
import type { Put } from './counting.ts'
import type { Sampling } from './lies.ts'
import { type Probes, probe } from './probe.ts'

const articleOf = new Map(articlesOf(requirements, checks).map((article) => [article.requirement.id, article]))
const decisionOf = new Map(decisions.map((decision) => [decision.id, decision]))

/** Puts every fault of the catalogue before those under test. */
export const probingWith =
  (sampling: Sampling, put?: Put) =>
  (stage: Stage): Promise<readonly Probed[]> =>
    probe(stage, probesOn(stage, sampling), put)

/** Every lie of the catalogue, as it is put under the answers of a stage. */
export const probesOn = (stage: Stage, sampling: Sampling): Probes => ({
  ...sampling,
  faults: faults.filter(({ given }) => Object.entries(given).every(([id, value]) => isDecided(stage, id, value))),
  tricks: [...tricks, ...models, ...surprises],
  refusal: stage.decide(REFUSAL),
  isLie: (fault, hops, judge) => isSeenBy(stage, fault, judge) && isLie(stage, fault, hops),
  isLegal: (hops, judge) => isLegal(stage, hops, judge),
})

function isDecided({ decide }: Stage, id: string, value: string): boolean {
  const decision = decisionOf.get(id)
  return decision !== undefined && decide(decision) === value
}

/** A wallet backend that is handed what only the wallet can open has nothing to verify in it. */
const isSeenBy = ({ decide }: Stage, fault: Fault, judge: Role): boolean =>
  judge !== 'wallet backend' || decide(CREDENTIAL_FORM) !== 'encrypted' || examinedKinds(fault).includes('callback')

/** Whether our own checks find nothing wrong with what anybody but a judge said. */
function isLegal({ known, decide }: Stage, hops: readonly Hop[], judged: Role): boolean {
  const passages = hops.map((hop) => passageOf(hop, openers))
  const exhibits = exhibitsBy(passages, (role) => role !== judged)
  const results = judge([...articleOf.values()], { exhibits, known: known(passages) }, decide)
  return results.every(({ outcome }) => outcome !== 'failed')
}

/** Whether our own checks see the breach, in what was said and under the answers of this run. */
function isLie({ known, decide }: Stage, { breaks }: Fault, hops: readonly Hop[]): boolean {
  const article = articleOf.get(breaks.id)
  const passages = hops.map((hop) => passageOf(hop, openers))
  const exhibits = referredIn([...exhibitsBy(passages, () => true), ...hops.flatMap(presentedIn)])
  const [result] = article ? judge([article], { exhibits, known: known(passages) }, decide) : []
  return result?.outcome === 'failed'
}

/** A credential that was presented, for which there may have been no flow. */
function presentedIn({ endpoint, asked: { body = '' } }: Hop): readonly Exhibit[] {
  const read = endpoint === 'presentation' ? attempt(() => parseJsonObject(body)) : undefined
  const text = read && 'value' in read ? read.value.presentation : undefined
  return typeof text === 'string' ? open('credential', text) : []
}

/** Nobody has to look at more of a key set than the keys that credentials refer to. */
function referredIn(exhibits: readonly Exhibit[]): readonly Exhibit[] {
  const isCredential = (each: Exhibit): each is Exhibit<'credential'> => each.kind === 'credential'
  const kids = new Set(exhibits.filter(isCredential).map(({ content }) => content?.jws.header.kid))
  return exhibits.map((each) =>
    each.kind === 'jwks' && each.content
      ? { ...each, content: { keys: keysOf(each.content).filter(({ kid }) => kids.has(kid)) } }
      : each,
  )
}
