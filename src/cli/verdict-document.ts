import { outcomes, type Result } from '../model/report.ts'
import type { VerifyOptions } from '../verify.ts'
import type { Case, Unjudged } from './cases.ts'
import type { ExitCode } from './exit-codes.ts'
import { tool } from './tool.ts'

/** What `assay verify --json` prints: `schemas/verdict.schema.json`. */
export const documentOf = (cases: readonly (Case | Unjudged)[], options: VerifyOptions, exitCode: ExitCode) => ({
  tool,
  profile: options.profile ?? 'document',
  artefacts: cases.map((one) => ('verdict' in one ? judged(one) : unjudged(one))),
  exitCode,
})

const unjudged = ({ source, problem, code }: Unjudged) => ({
  source,
  problem: { code: problem.code, message: problem.message, advice: problem.advice },
  exitCode: code,
})

const judged = ({ source, verdict, label, code }: Case) => ({
  source,
  kind: verdict.kind,
  ...(verdict.or && { or: verdict.or }),
  profile: verdict.profile,
  conclusion: verdict.conclusion,
  exitCode: code,
  layers: verdict.layers,
  counts: countsOf(verdict.results),
  results: verdict.results.map(resultOf),
  decisions: verdict.decisions.map(({ decision, value, source }) => ({ id: decision.id, value, source })),
  ...(verdict.failuresUnder && { failuresUnder: verdict.failuresUnder }),
  ...(label && { label }),
})

const countsOf = (results: readonly Result[]) =>
  Object.fromEntries(outcomes.map((each) => [each, results.filter(({ outcome }) => outcome === each).length]))

const resultOf = ({ requirement, outcome, reason, findings, passesUnder }: Result) => ({
  requirement: requirement.id,
  force: requirement.force,
  outcome,
  ...(reason !== undefined && { reason }),
  ...(findings.length > 0 && { findings }),
  ...(passesUnder && { passesUnder }),
})
