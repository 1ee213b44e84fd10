import type { Check } from '../../model/check.ts'
import {
  type ArtefactProfile,
  isStandardProfile,
  type StandardProfile,
  standardProfiles,
} from '../../model/decision.ts'
import type { KnownFacts } from '../../model/finding.ts'
import type { GateRules } from '../../model/gate.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { listInnerKinds } from '../../protocol/artefacts/layers.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import { recogniseArtefact } from '../../protocol/artefacts/recognise-artefact.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { defaultRules } from '../../suites/default-rules.ts'
import { suites } from '../../suites/suites.ts'
import { suspendAssumed } from '../judge/assumption.ts'
import { conclude } from '../judge/conclusion.ts'
import { addArtefactCounterfactuals, countFailuresByProfile } from '../judge/counterfactual.ts'
import { createDecider } from '../judge/decisions.ts'
import { compileJudge, createJudgeInput, type Judge } from '../judge/judge.ts'
import { publicWords } from '../privacy/public-words.ts'
import { redactResults } from '../privacy/redact-findings.ts'
import { readWallClock } from '../runtime/clock.ts'
import { recogniseUnder, type Verdict, type VerdictLayer, type VerifyOptions } from './verdict.ts'

interface RowsAndChecks {
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Check[]
}

/** The requirements of standards that are loaded. */
export type LoadedStandards = Readonly<Partial<Record<StandardProfile, RowsAndChecks>>>

/** An artefact is of a standard whose requirements are not loaded. Load them, and judge it again. */
export class StandardNotLoaded extends Error {
  override readonly name = 'StandardNotLoaded'
}

/** What is known beside an artefact, and the requirements of a third-party suite that apply as well. */
export type JudgeOptions = VerifyOptions & Pick<KnownFacts, 'plainOrigin'> & { readonly own?: RowsAndChecks }

/** The standard that judges a kind: that of the profile, or else the one whose kind it is. */
const findStandard = (kind: ArtefactKind, profile: ArtefactProfile): StandardProfile | undefined =>
  [profile, ...standardProfiles].filter(isStandardProfile).find((each) => suites[each].kinds.includes(kind))

/** The judge of a kind: the requirements on the kind, on every layer that it may contain, and on exchanges if they are wanted. */
function makeJudge({ requirements, checks }: RowsAndChecks, kind: ArtefactKind, withExchanges = false): Judge {
  const inside = listInnerKinds(kind)
  const isAbout = ({ seen }: Requirement): boolean =>
    'in' in seen ? seen.in.some((each) => inside.has(each)) : withExchanges
  return compileJudge(requirements.filter(isAbout), checks)
}

/** The judges that were made for kinds of suites of ours. */
const judges = new Map<string, Judge>()

function selectJudge(kind: ArtefactKind, profile: ArtefactProfile, loaded: LoadedStandards): Judge {
  const standard = findStandard(kind, profile)
  const rules = standard ? loaded[standard] : defaultRules
  if (!rules) throw new StandardNotLoaded(standard)
  const key = `${standard ?? ''} ${kind}`
  const judge = judges.get(key) ?? makeJudge(rules, kind, standard !== undefined)
  judges.set(key, judge)
  return judge
}

/** Judges an artefact by the document, or by standards that are loaded. The options were validated before. */
export function judgeText(artefact: string, options: JudgeOptions, loaded: LoadedStandards): Verdict {
  const { as, profile = 'document' } = options
  const text = artefact.replace(/\r?\n$/, '') // the end of the line belongs to the file
  const keys = options.keys ?? []
  const given = as && { ...(isStandardProfile(profile) ? { text } : unwrapOffer(text)), kind: as }
  const seen = given ?? recogniseUnder(text, options)
  if (!seen)
    return { conclusion: 'inconclusive', layers: [], results: [], decisions: [], profile, rules: readRules(options) }
  const layers = openArtefact(seen.kind, seen.text, keys)
  return { ...judgeLayers(layers, seen.kind, options, loaded), ...('or' in seen && { alternativeKind: seen.or }) }
}

/** Takes an offer out of a URL. */
const unwrapOffer = (text: string): { readonly text: string } => {
  const recognised = attempt(() => recogniseArtefact(text))
  return 'value' in recognised && recognised.value?.kind === 'offer' ? { text: recognised.value.text } : { text }
}

/** The rules by which the requirements count. What was answered was agreed on. */
const readRules = ({ gate = 'conformance', strict = false, decisions = {} }: VerifyOptions): GateRules => ({
  gate,
  strict,
  answered: new Map(Object.entries(decisions)),
})

function judgeLayers(
  layers: readonly Artefact[],
  kind: ArtefactKind,
  options: JudgeOptions,
  loaded: LoadedStandards,
): Verdict {
  const { profile = 'document', decisions = {}, reveal = false, own } = options
  const rules = readRules(options)
  const judge = selectJudge(kind, profile, loaded)
  const input = createJudgeInput(layers, { ...options, now: options.now ?? readWallClock() })
  // A standard leaves nothing open: its checks ask for no decision.
  const settings = { profile: isStandardProfile(profile) ? ('document' as const) : profile, decisions }
  const answers = createDecider(settings)
  const plain = [
    ...judge.judge(input, answers.decide),
    ...(own ? makeJudge(own, kind).judge(input, answers.decide) : []),
  ]
  const taken = answers.taken()
  const failed = plain.some(({ outcome }) => outcome === 'failed')
  const results = failed
    ? addArtefactCounterfactuals(plain, judge, input, settings, (decision) =>
        defaultRules.listSeenTexts(decision, input.artefacts),
      )
    : plain
  return {
    // A default that was not confirmed accuses no program.
    conclusion: conclude(
      results.map((each) => suspendAssumed(each, taken)),
      rules,
    ),
    rules,
    kind,
    layers: layers.map(describeLayer),
    results: reveal ? results : redactResults(results, layers, publicWords, judge.unseenReasons),
    decisions: taken,
    profile,
    ...(failed && !isStandardProfile(profile) && { failuresUnder: countFailuresByProfile(judge, input, settings) }),
  }
}

const describeLayer = ({ kind, at, problem, withheld }: Artefact): VerdictLayer => {
  const reason = withheld ?? problem?.message
  return { kind, in: at, ...(reason !== undefined && { reason }) }
}
