import { test as base, expect } from 'vitest'
import { isStandardProfile, type StandardProfile } from '../model/decision.ts'
import { HarnessError } from '../model/errors.ts'
import type { LocatedFinding, Outcome } from '../model/report.ts'
import { type Force, getWhole, type Requirement } from '../model/requirement.ts'
import { targetRoles } from '../model/role.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import { formatFailure } from '../reporters/text/failure.ts'
import { plainPaint } from '../reporters/text/paint.ts'
import { sanitize } from '../reporters/text/sanitize.ts'
import { defaultSuite } from '../suites/default-suite.ts'
import { runSuite } from '../suites/run.ts'
import { standards } from '../suites/standards.ts'
import { suites } from '../suites/suites.ts'
import { chooseMembers } from './config/choose-members.ts'
import type { HarnessConfig, SuiteConfig } from './config/define-harness.ts'
import { resolveSettings } from './config/settings.ts'
import { sortByOutcome } from './judge/merge-results.ts'
import { listPlanRows } from './judge/plan-gaps.ts'
import { listTags } from './tags.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The id of the requirement that a test judges. */
    requirement?: string
    section?: string
    force?: Force
    outcome?: Outcome
  }
}

/** A run that the tests read. */
interface SuiteRun {
  readonly report: RunReport
  /** What is probably a mistake in the configuration. */
  readonly warnings: readonly string[]
}

/** Runs as `assay run` does, with the variables of the environment. */
async function runOnce(config?: HarnessConfig | SuiteConfig): Promise<SuiteRun> {
  if (isOfStandard(config))
    return { report: await (await import('./play/run-suite.ts')).runSuite(config), warnings: [] }
  const { settings, warnings } = await resolveSettings(config, process.env, process.cwd())
  const report = await runSuite.play(await runSuite.open(settings), {
    members: chooseMembers(settings),
    signal: new AbortController().signal,
    record: () => {},
    progress: () => {},
  })
  return { report, warnings }
}

const isOfStandard = (config?: HarnessConfig | SuiteConfig): config is SuiteConfig =>
  config !== undefined && 'suite' in config && config.suite !== 'document'

/** A test that reads a run. The run starts with the first test that needs it, once in a worker. */
const createTest = (config?: HarnessConfig | SuiteConfig) =>
  base.extend('ran', { scope: 'worker' }, () => runOnce(config))
const defaultTest = createTest()

/** What a suite may be given besides the configuration. */
export interface SuiteOptions {
  /** The tags that the configuration of Vitest declares, such as those of `assay/tags`. Each test gets its own of them. */
  readonly tags?: readonly { readonly name: string }[]
}

/**
 * Defines one test for each requirement, and one for the verdict. What is under test comes from a configuration,
 * or from the `harness.config` and the environment that `assay run` would read. A configuration with `suite` tests a role
 * by a standard: the tests are the requirements on this role.
 */
export function conformance(config?: HarnessConfig | SuiteConfig, { tags = [] }: SuiteOptions = {}): void {
  const test = config === undefined ? defaultTest : createTest(config)
  const known = new Set(tags.map(({ name }) => name))
  verdictTest(test)
  for (const each of isOfStandard(config) ? listRows(config) : defaultSuite.requirements)
    requirementTest(
      test,
      each,
      listTags(each).filter((tag) => known.has(tag)),
    )
}

/** The requirements on the role that a configuration tests. */
function listRows(config: SuiteConfig): readonly Requirement[] {
  const name = findStandard(config)
  const [first] = Object.keys(config.targets ?? {})
  const tested = first ?? config.role ?? suites[name].roles?.[0] ?? 'issuer'
  const role = tested === 'holder' ? 'wallet' : tested
  const planned = new Set(
    targetRoles.filter((each) => each === role).flatMap((each) => listPlanRows(each, name).map(({ id }) => id)),
  )
  const own = new Set(standards[name].requirements)
  return Object.values(standards)
    .flatMap((standard) => standard.requirements)
    .filter((row, i, all) => row.binds === role && (own.has(row) || planned.has(row.id)) && all.indexOf(row) === i)
}

/** The standard of a configuration; that of a suite of your own cannot be known before the suite is loaded. */
function findStandard({ suite }: SuiteConfig): StandardProfile {
  if (isStandardProfile(suite) && suites[suite].roles !== undefined) return suite
  throw new HarnessError('ERR_CONFIG', `suite: \`conformance\` has no tests for \`${suite}\``, {
    hint: 'name a standard, such as `openid4vci-1.0`; `assay run` tests by a suite of your own',
  })
}

/** Defines the tests of some requirements. Several files with one section each can be divided into shards. */
export function section(...tables: readonly Readonly<Record<string, Requirement>>[]): void {
  for (const each of tables.flatMap((table) => Object.values(table))) requirementTest(defaultTest, each, listTags(each))
}

/** Defines the test that fails if nothing was judged: all others may have been skipped. */
export const verdict = (): void => verdictTest(defaultTest)

type Test = typeof defaultTest

// A run keeps its own deadline: the test that waits for it needs none.
const timeout = 0

function verdictTest(test: Test): void {
  test('the run comes to a verdict', { timeout }, async ({ ran, annotate }) => {
    const { report, warnings } = ran
    for (const warning of warnings) await annotate(sanitize(warning), 'warning')
    await annotate(`seed ${report.seed}`, 'seed')

    const reasons = report.verdict.reasons.map(({ text }) => sanitize(text)).join('\n')
    expect(report.verdict.result, reasons).toBeOneOf(['conformant', 'nonconformant', 'unsafe'])
  })
}

function requirementTest(test: Test, requirement: Requirement, tags: readonly string[]): void {
  const { id, text, section, force } = requirement
  const meta = { requirement: id, section, force }
  test(`${id} ${text}`, { tags: [...tags], meta, timeout }, async ({ ran, task, annotate, skip }) => {
    // A requirement may have several results, one for each of its parts.
    const results = sortByOutcome(ran.report.results.filter((each) => getWhole(each.id) === id))
    const [result] = results
    if (!result) return skip('it was not selected')
    task.meta.outcome = result.outcome
    for (const finding of new Set(results.flatMap((each) => each.findings.map(formatFinding))))
      await annotate(finding, 'finding')
    if (isSkipped(result)) return skip(explainSkipped(result))
    const alike = results.filter(({ outcome }) => outcome === result.outcome)
    if (!result.outcome.startsWith('passed')) throw makeStacklessError(alike.map(explainResult).join('\n\n'))
    expect(result.outcome).toMatch(/^passed/)
  })
}

/** Whether a result is left out: what does not decide the verdict is red nowhere, so that a suite is red where a run is. */
const isSkipped = ({ outcome, decides }: ReportedResult): boolean =>
  outcome === 'untested' || outcome === 'inapplicable' || (/^(cantTell|failed)$/.test(outcome) && decides === undefined)

const explainSkipped = ({ outcome, reason = '' }: ReportedResult): string =>
  outcome === 'failed' ? 'failed, and does not count for the verdict' : sanitize(reason)

/** An error without a stack: a failure of the target has no place in the sources of Assay. */
const makeStacklessError = (text: string): Error => Object.assign(new Error(text), { stack: '' })

/** The same block that the command line prints, or why there is none. */
function explainResult(result: ReportedResult): string {
  if (result.outcome === 'failed') return [...formatFailure(result, plainPaint)].join('\n')
  const what = result.outcome === 'cantTell' ? 'inconclusive' : 'a defect in assay'
  return `${what}: ${sanitize(result.reason ?? '')}`
}

const formatFinding = ({ in: where, at, expected, actual }: LocatedFinding): string =>
  `${sanitize([where, at].filter((part) => part !== '').join(' › '))}: expected ${sanitize(expected)}, got ${sanitize(actual)}`
