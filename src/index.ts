export type { ArtefactCheck } from '../model/check.ts'
export {
  answerDecision,
  type Decide,
  type Decision,
  type DecisionAnswer,
  type Profile,
  profiles,
} from '../model/decision.ts'
export { type ErrorCode, HarnessError } from '../model/errors.ts'
export type { CheckContext, Finding, KnownFacts } from '../model/finding.ts'
export type { Conclusion } from '../model/report.ts'
export { conclusions, type LocatedFinding, type Outcome, outcomes, type Result } from '../model/report.ts'
export { type Force, forces, type Requirement, type Visibility } from '../model/requirement.ts'
export type { Role } from '../model/role.ts'
export { roles } from '../model/role.ts'
export {
  type Artefact,
  type ArtefactContents,
  type ArtefactKind,
  artefactKinds,
} from '../protocol/artefacts/artefact.ts'
export { openArtefact } from '../protocol/artefacts/open.ts'
export { type RecognisedArtefact, recogniseArtefact } from '../protocol/artefacts/recognise-artefact.ts'
export { type ProblemCode, ProtocolError } from '../protocol/encoding/problem.ts'
export { formatFailure } from '../reporters/text/failure.ts'
export type { Paint } from '../reporters/text/paint.ts'
export { plainPaint } from '../reporters/text/paint.ts'
export { checks } from '../suites/all/checks.ts'
export { decisions } from '../suites/all/decisions.ts'
export { requirements } from '../suites/all/requirements.ts'
export { defineHarness, type HarnessConfig } from './config/define-harness.ts'
export { conclude, isRequired } from './judge/conclusion.ts'
export { createDecider, type DecisionSettings, type TakenDecision } from './judge/decisions.ts'
export { compileJudge, createJudgeInput, type Judge, type JudgeInput } from './judge/judge.ts'
export { redactResults } from './privacy/redact-findings.ts'
export { listTags, type RequirementTag, tags } from './tags.ts'
export { type Verdict, type VerdictLayer, type VerifyOptions, verify } from './verify/verify.ts'
