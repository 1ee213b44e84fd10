import type { Exchange } from '../../model/exchange.ts'
import type { CheckContext } from '../../model/finding.ts'
import type { Result } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import {
  type ArtefactTampering,
  type ExchangeTampering,
  isArtefactTampering,
  type Tampering,
} from '../../model/tampering.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import { createBudget } from '../../protocol/artefacts/budget.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { createDerivations } from './derivations.ts'
import { createCheckContext, createJudgeInput, type Judge, type JudgeInput } from './judge.ts'

/** The judge of a run, and what it judged: passes are proven on tampered copies of that. */
export interface TamperingInput {
  readonly judge: Judge
  /** The inputs of a requirement. The artefacts of the targets come first. */
  readonly listInputs: (requirement: Requirement) => readonly JudgeInput[]
  readonly exchange: Exchange
  /** The context of the checks on the whole exchange. */
  readonly context: CheckContext
}

/** One tampered copy: what was changed, and what the check made of it. */
interface TamperingTrial {
  readonly description: string
  /**
   * Nothing is decided where a check finds too little to judge in the copy, as after a message that was lost. The change is irrelevant
   * where its check does not apply, and another check of the requirement passed.
   */
  readonly outcome: 'caught' | 'missed' | 'undecided' | 'irrelevant'
}

/**
 * Proves every pass: the checks that passed run once more, on tampered copies of their input. Where all actors are ours, a check that
 * also passes on a copy that breaks its requirement is defective, and the result is a harness error. A target may behave so
 * that the change breaks nothing: that is no defect, and no pass.
 */
export function createTamperingProof(
  judged: TamperingInput,
  tamperings: readonly Tampering[],
): (result: Result) => Result {
  const byRequirement = Map.groupBy(tamperings, ({ breaks }) => breaks.id)
  return (result) => {
    if (result.outcome !== 'passed') return result
    const trials = (byRequirement.get(result.requirement.id) ?? []).flatMap((each) =>
      isArtefactTampering(each) ? tryArtefactTampering(each, judged) : tryExchangeTampering(each, judged),
    )
    return addTrials(result, trials, isAllOurs(judged.exchange))
  }
}

/** The credential manager is tested only where all actors are ours. */
const isAllOurs = ({ tested }: Exchange): boolean => tested.has('credential manager')

function addTrials(result: Result, all: readonly TamperingTrial[], isOurs: boolean): Result {
  const trials = all.filter(({ outcome }) => outcome !== 'irrelevant')
  if (trials.length === 0) return result
  const missed = trials.find(({ outcome }) => outcome === 'missed')
  const proof = { tried: trials.length, caught: trials.filter(({ outcome }) => outcome === 'caught').length }
  if (!missed || (!isOurs && proof.caught > 0)) return { ...result, tampering: proof }
  return {
    ...result,
    outcome: isOurs ? 'harnessError' : 'cantTell',
    tampering: proof,
    reason: `its check also passes on a tampered copy: ${missed.description}`,
  }
}

/** Tampers with the first artefact to which the tampering applies. */
function tryArtefactTampering(
  tampering: ArtefactTampering,
  { judge, listInputs, context: { decide } }: TamperingInput,
): readonly TamperingTrial[] {
  for (const input of listInputs(tampering.breaks)) {
    for (const artefact of input.byKind.get(tampering.kind) ?? []) {
      const copy = makeCopy(artefact, tampering, createCheckContext(input, decide))
      if (!copy) continue
      const results = judge.selectOne(tampering.breaks.id).judge(createJudgeInput([copy], input.known), decide)
      return [{ description: tampering.description, outcome: concludeTrial(results) }]
    }
  }
  return []
}

const makeCopy = (artefact: Artefact, tampering: ArtefactTampering, context: CheckContext): Artefact | undefined =>
  artefact.content === undefined ? undefined : tampering.apply(artefact, context)

function tryExchangeTampering(
  tampering: ExchangeTampering,
  { judge, exchange, context }: TamperingInput,
): readonly TamperingTrial[] {
  const copy = tampering.apply(exchange, context)
  if (!copy) return []
  const freshContext = { ...context, derive: createDerivations(), budget: createBudget(limits.session) }
  return [
    {
      description: tampering.description,
      outcome: concludeTrial(judge.selectOne(tampering.breaks.id).judgeExchange(copy, freshContext)),
    },
  ]
}

function concludeTrial(results: readonly Result[]): TamperingTrial['outcome'] {
  const has = (outcome: Result['outcome']): boolean => results.some((each) => each.outcome === outcome)
  if (has('failed')) return 'caught'
  if (has('cantTell')) return 'undecided'
  return has('passed') || has('passedNonStrict') ? 'missed' : 'irrelevant'
}
