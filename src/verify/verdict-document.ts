import { outcomes, type Result } from '../../model/report.ts'
import { tool } from '../runtime/tool.ts'
import type { ExitCode } from '../terminal/exit-codes.ts'
import type { JudgedCase, UnjudgedCase } from './cases.ts'
import { unfinishedSearch } from './changed-byte.ts'
import type { VerifyOptions } from './verdict.ts'

/** One artefact as `assay verify --json` prints it. */
export const describeCase = (one: JudgedCase | UnjudgedCase) =>
  'verdict' in one ? describeJudged(one) : describeUnjudged(one)

/** What `assay verify --json` prints: `schemas/verdict.schema.json`. */
export const makeVerdictDocument = (
  artefacts: readonly ReturnType<typeof describeCase>[],
  options: VerifyOptions,
  exitCode: ExitCode,
) => ({
  tool,
  profile: options.profile ?? 'document',
  artefacts,
  exitCode,
})

const describeUnjudged = ({ source, problem, code }: UnjudgedCase) => ({
  source,
  problem: { code: problem.code, message: problem.message, hint: problem.hint },
  exitCode: code,
})

function describeJudged({ source, verdict, label, code, remarks = [], validity, findChange }: JudgedCase) {
  const change = findChange?.()
  const notes = change === 'unfinished' ? [...remarks, unfinishedSearch] : remarks
  return {
    source,
    ...(notes.length > 0 && { remarks: notes }),
    ...(validity && { validity }),
    ...(change && change !== 'unfinished' && { changed: change }),
    ...describeVerdict(verdict, code),
    ...(label && { label }),
  }
}

const describeVerdict = (verdict: JudgedCase['verdict'], code: ExitCode) => ({
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
