import type { Decide } from '../../../model/decision.ts'
import { finding, type Inspection, notApplicable } from '../../../model/finding.ts'
import type { AuditedPopulation, PopulationSample, RepeatKind } from '../../../model/population.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { ID_RELATION, STATUS_FORM } from '../credential/decisions.ts'
import { CRED } from '../credential/requirements.ts'
import { SD } from '../disclosure/requirements.ts'
import { AUDIT } from './requirements.ts'
import { explainDecoys, explainIdOrder, explainPlaces, explainSalts, type TestResult } from './statistics.ts'

/** A check of what many credentials show together. */
export interface PopulationCheck {
  readonly requirement: Requirement
  readonly inspect: (population: AuditedPopulation, decide: Decide) => Inspection
}

const tooFew = notApplicable('there are no two credentials to compare')

/** Examples that are named in findings. */
const named = 5

function* findShared({ shared }: AuditedPopulation, kind: RepeatKind, at: string, what: string): Inspection {
  const { values, again, examples } = shared[kind]
  for (const [i, [before, after]] of examples.slice(0, named).entries()) {
    const others = i === 0 && again > 1 ? ` (${values} values in all, ${again} times again)` : ''
    yield finding(at, `${what} that no other credential has`, `${after} has that of ${before}${others}`)
  }
  return undefined
}

/** No value of one kind is in two credentials. */
const checkShared = (
  requirement: Requirement,
  kind: RepeatKind,
  [at, what]: readonly [string, string],
  explainExempt: (decide: Decide) => string | undefined = () => undefined,
): PopulationCheck => ({
  requirement,
  *inspect(population, decide) {
    const exempt = explainExempt(decide)
    if (exempt !== undefined) return notApplicable(exempt)
    yield* findShared(population, kind, at, what)
    return population.credentials < 2 ? tooFew : undefined
  },
})

/** A statistical test of the sample. */
const checkSample = (
  requirement: Requirement,
  [at, expected]: readonly [string, string],
  explain: (sample: PopulationSample) => TestResult,
): PopulationCheck => ({
  requirement,
  *inspect({ sample }) {
    const { weakness, skipped } = explain(sample)
    if (weakness !== undefined) yield finding(at, expected, weakness)
    return skipped === undefined ? undefined : notApplicable(skipped)
  },
})

const explainSharedIds = (decide: Decide): string | undefined =>
  decide(ID_RELATION) === 'all' ? 'the credentials of one dataset share an `id`' : undefined

const explainStatusObjects = (decide: Decide): string | undefined =>
  decide(STATUS_FORM) === 'url' ? undefined : '`status` is an object'

/** The checks of what many credentials show together, in the order of their requirements. */
export const populationChecks: readonly PopulationCheck[] = [
  checkShared(CRED.UNIQUE, 'id', ['/payload/id', 'an `id`'], explainSharedIds),
  checkShared(SD['SALT-ONCE'], 'salt', ['disclosures', 'salts']),
  checkSample(SD.GUESSLESS, ['disclosures', 'unpredictable salts'], explainSalts),
  checkSample(
    SD.SHUFFLED,
    ['/payload/_sd', 'digests in an order that reveals nothing about the claims'],
    explainPlaces,
  ),
  checkShared(AUDIT.STATUS, 'status', ['/payload/status', 'a status URL'], explainStatusObjects),
  checkShared(AUDIT.JTI, 'jti', ['/payload/jti', 'a `jti`']),
  checkShared(AUDIT.DISCLOSURE, 'disclosure', ['disclosures', 'disclosures']),
  checkShared(AUDIT.KEY, 'key', ['/payload/cnf/jwk', 'a holder key']),
  checkSample(AUDIT.ORDER, ['/payload/id', 'random `id`s'], explainIdOrder),
  checkSample(AUDIT.DECOYS, ['/payload/_sd', 'a number of digests that tells nothing about the claims'], explainDecoys),
]
