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
import { checks } from '../../suites/document/all/checks.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { listSeenTexts } from '../../suites/document/model/seen-texts.ts'
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

/** The judge of each kind: the requirements on the kind and on every layer that it may contain. */
const judgesByKind = new Map<ArtefactKind, Judge>()

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

/** The judge of each standard and kind: its requirements are about kinds of their own. */
const standardJudges = new Map<string, Judge>()

function selectStandardJudge(standard: StandardProfile, kind: ArtefactKind, loaded: LoadedStandards): Judge {
  const key = `${standard} ${kind}`
  const rowsAndChecks = loaded[standard]
  if (!rowsAndChecks) throw new StandardNotLoaded(standard)
  const { requirements: rows, checks: own } = rowsAndChecks
  const inside = listInnerKinds(kind)
  const isAbout = ({ seen }: Requirement): boolean => !('in' in seen) || seen.in.some((each) => inside.has(each))
  const judge = standardJudges.get(key) ?? compileJudge(rows, own).select(isAbout)
  standardJudges.set(key, judge)
  return judge
}

/** The standard that judges a kind: that of the profile, or else the one whose kind it is. */
const findStandard = (kind: ArtefactKind, profile: ArtefactProfile): StandardProfile | undefined =>
  [profile, ...standardProfiles].filter(isStandardProfile).find((each) => suites[each].kinds.includes(kind))

/** A third-party suite is small: its judge is made for each artefact. */
function selectOwnJudge({ requirements: rows, checks: own }: RowsAndChecks, kind: ArtefactKind): Judge {
  const inside = listInnerKinds(kind)
  return compileJudge(rows, own).select(({ seen }) => 'in' in seen && seen.in.some((each) => inside.has(each)))
}

function selectJudge(kind: ArtefactKind, profile: ArtefactProfile, loaded: LoadedStandards): Judge {
  const standard = findStandard(kind, profile)
  if (standard) return selectStandardJudge(standard, kind, loaded)
  const inside = listInnerKinds(kind)
  const isAbout = ({ seen }: Requirement): boolean => 'in' in seen && seen.in.some((each) => inside.has(each))
  const judge = judgesByKind.get(kind) ?? compileJudge(requirements.filter(isAbout), checks)
  judgesByKind.set(kind, judge)
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
    ...(own ? selectOwnJudge(own, kind).judge(input, answers.decide) : []),
  ]
  const taken = answers.taken()
  const failed = plain.some(({ outcome }) => outcome === 'failed')
  const results = failed
    ? addArtefactCounterfactuals(plain, judge, input, settings, (decision) =>
        listSeenTexts(decision, input.artefacts, []),
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
