import type { StandardProfile } from '../../model/decision.ts'
import type { IsChosen } from '../../model/ids.ts'
import type { Result } from '../../model/report.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import type { SampleFault, SampleVariant } from '../../suites/kit/samples.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { listOwnRows, standards } from '../../suites/standards.ts'
import type { Sample } from '../../suites/suite.ts'
import { compileJudge, createJudgeInput } from '../judge/judge.ts'

/** What one sample led to. */
export interface SampleTrial {
  readonly id: string
  readonly description: string
  readonly section: string
  readonly expected: readonly string[]
  readonly failed: readonly string[]
  /** Requirements that stayed inconclusive where nothing is wrong. */
  readonly doubtful: readonly string[]
}

/** Judges a sample by all requirements of its standard. */
export function checkSample(profile: StandardProfile, { kind, text, facts }: Sample): readonly Result[] {
  const { requirements, checks } = standards[profile]
  const input = createJudgeInput(openArtefact(kind, text, facts.keys), facts)
  return compileJudge(requirements, checks).judge(input, refuseDecision)
}

/** The proof of a standard: every fault fails its own requirements, and every variant none. */
export interface StandardProof {
  readonly profile: StandardProfile
  readonly title: string
  readonly faults: readonly SampleTrial[]
  readonly variants: readonly SampleTrial[]
  /** Requirements that are checked, and that no fault breaks. */
  readonly unproven: readonly string[]
}

export function proveStandard(profile: StandardProfile, isChosen: IsChosen = () => true): StandardProof {
  const { title } = standards[profile]
  const { faults, variants, makeSample } = standardProofs[profile]
  const tried = (trial: SampleFault<unknown> | SampleVariant<unknown>, make: () => Sample): SampleTrial => {
    const results = checkSample(profile, make())
    const broken = 'breaks' in trial ? [trial.breaks, ...trial.alsoBreaks] : []
    return {
      id: trial.id,
      description: trial.description,
      section: broken[0]?.section ?? '',
      expected: broken.map(readId).toSorted(),
      failed: listIds(results, 'failed', 'harnessError'),
      doubtful: broken.length > 0 ? [] : listDoubts(results, 'leavesOpen' in trial ? trial.leavesOpen : []),
    }
  }
  const broken = new Set(faults.flatMap((each) => [each.breaks, ...each.alsoBreaks].map(readId)))
  return {
    profile,
    title,
    faults: faults.filter(({ id }) => isChosen(id)).map((each) => tried(each, () => makeSample(each.change))),
    variants: variants.filter(({ id }) => isChosen(id)).map((each) => tried(each, () => makeSample(each.change))),
    unproven: listOwnRows(profile)
      .filter(({ id, seen }) => 'in' in seen && !broken.has(id) && isChosen(id))
      .map(readId),
  }
}

const readId = ({ id }: { readonly id: string }): string => id

const listIds = (results: readonly Result[], ...outcomes: readonly Result['outcome'][]): readonly string[] =>
  results
    .filter(({ outcome }) => outcomes.includes(outcome))
    .map(({ requirement }) => requirement.id)
    .toSorted()

/** What is inconclusive and need not be, and what has to be inconclusive and is not. */
const listDoubts = (
  results: readonly Result[],
  expected: readonly { readonly id: string }[] = [],
): readonly string[] => [...new Set(listIds(results, 'cantTell')).symmetricDifference(new Set(expected.map(readId)))]

const refuseDecision = (): never => {
  throw new TypeError('a standard leaves nothing to decide')
}

/** Whether a trial ended as it has to. */
export const hasHeld = ({ expected, failed, doubtful }: SampleTrial): boolean =>
  expected.join() === failed.join() && doubtful.length === 0

/** Whether a standard is proven. */
export const isStandardProven = ({ faults, variants, unproven }: StandardProof): boolean =>
  [...faults, ...variants].every(hasHeld) && unproven.length === 0
