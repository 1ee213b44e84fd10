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
import { createDerivations } from './derivations.ts'
import { createCheckContext, createJudgeInput, type Judge, type JudgeInput } from './judge.ts'

/** What was judged, and by what: passes are put to the test on copies of nothing else. */
export interface TamperingInput {
  readonly judge: Judge
  /** What a pass of this requirement rests on; what the targets sent themselves comes first. */
  readonly listInputs: (requirement: Requirement) => readonly JudgeInput[]
  readonly exchange: Exchange
  /** What is known of the exchange as a whole. */
  readonly context: CheckContext
}

/** One copy that was judged: what was done to it, and whether anybody noticed. */
interface TamperingTrial {
  readonly description: string
  readonly isCaught: boolean
}

/**
 * Puts every pass to the test: the checks that passed run once more, on tampered copies of what they passed on. A check
 * that stays green on a copy that breaks its requirement cannot be believed, and what it says is a defect of ours.
 */
export function proveByTampering(
  results: readonly Result[],
  judged: TamperingInput,
  tampers: readonly Tampering[],
): readonly Result[] {
  const own = Map.groupBy(tampers, ({ breaks }) => breaks.id)
  return results.map((result) => {
    if (result.outcome !== 'passed') return result
    const trials = (own.get(result.requirement.id) ?? []).flatMap((each) =>
      isArtefactTampering(each) ? tryArtefactTamper(each, judged) : tryExchangeTamper(each, judged),
    )
    return addTrials(result, trials)
  })
}

function addTrials(result: Result, trials: readonly TamperingTrial[]): Result {
  if (trials.length === 0) return result
  const missed = trials.find(({ isCaught: caught }) => !caught)
  const proof = { tried: trials.length, caught: trials.filter(({ isCaught: caught }) => caught).length }
  if (!missed) return { ...result, tampering: proof }
  return {
    ...result,
    outcome: 'harnessError',
    tampering: proof,
    reason: `it stays green on a tampered copy: ${missed.description}`,
  }
}

/** One copy, of the first artefact that offers a hold. */
function tryArtefactTamper(
  tamper: ArtefactTampering,
  { judge, listInputs: inputsOf, context: { decide } }: TamperingInput,
): readonly TamperingTrial[] {
  for (const input of inputsOf(tamper.breaks)) {
    for (const artefact of input.byKind.get(tamper.kind) ?? []) {
      const copy = makeCopy(artefact, tamper, createCheckContext(input, decide))
      if (!copy) continue
      const results = judge.selectOne(tamper.breaks.id).judge(createJudgeInput([copy], input.known), decide)
      return [{ description: tamper.description, isCaught: results.every(hasFailed) }]
    }
  }
  return []
}

const makeCopy = (artefact: Artefact, tamper: ArtefactTampering, context: CheckContext): Artefact | undefined =>
  artefact.content === undefined ? undefined : tamper.apply(artefact, context)

function tryExchangeTamper(
  tamper: ExchangeTampering,
  { judge, exchange, context }: TamperingInput,
): readonly TamperingTrial[] {
  const copy = tamper.apply(exchange, context)
  if (!copy) return []
  const fresh = { ...context, derive: createDerivations() }
  return [
    {
      description: tamper.description,
      isCaught: judge.selectOne(tamper.breaks.id).judgeExchange(copy, fresh).every(hasFailed),
    },
  ]
}

const hasFailed = ({ outcome }: Result): boolean => outcome === 'failed'
