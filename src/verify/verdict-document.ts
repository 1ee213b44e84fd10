import { outcomes, type Result } from '../../model/report.ts'
import { tool } from '../runtime/tool.ts'
import type { ExitCode } from '../terminal/exit-codes.ts'
import type { JudgedCase, UnjudgedCase } from './cases.ts'
import type { VerifyOptions } from './verdict.ts'

/** What `assay verify --json` prints: `schemas/verdict.schema.json`. */
export const makeVerdictDocument = (
  cases: readonly (JudgedCase | UnjudgedCase)[],
  options: VerifyOptions,
  exitCode: ExitCode,
) => ({
  tool,
  profile: options.profile ?? 'document',
  artefacts: cases.map((one) => ('verdict' in one ? describeJudged(one) : describeUnjudged(one))),
  exitCode,
})

const describeUnjudged = ({ source, problem, code }: UnjudgedCase) => ({
  source,
  problem: { code: problem.code, message: problem.message, hint: problem.hint },
  exitCode: code,
})

const describeJudged = ({ source, verdict, label, code, remarks, validity, changed }: JudgedCase) => ({
  source,
  ...(remarks && { remarks }),
  ...(validity && { validity }),
  ...(changed && { changed }),
  kind: verdict.kind,
  ...(verdict.alternativeKind && { alternativeKind: verdict.alternativeKind }),
  profile: verdict.profile,
  conclusion: verdict.conclusion,
  exitCode: code,
  layers: verdict.layers,
  counts: countOutcomes(verdict.results),
  results: verdict.results.map(describeResult),
  decisions: verdict.decisions.map(({ decision, value, source }) => ({ id: decision.id, value, source })),
  ...(verdict.failuresUnder && { failuresUnder: verdict.failuresUnder }),
  ...(label && { label }),
})

const countOutcomes = (results: readonly Result[]) =>
  Object.fromEntries(outcomes.map((each) => [each, results.filter(({ outcome }) => outcome === each).length]))

const describeResult = ({ requirement, outcome, reason, findings, passesUnder, inapplicableUnder }: Result) => ({
  requirement: requirement.id,
  force: requirement.force,
  outcome,
  ...(reason !== undefined && { reason }),
  ...(findings.length > 0 && { findings }),
  ...(passesUnder && { passesUnder }),
  ...(inapplicableUnder && { inapplicableUnder }),
})
