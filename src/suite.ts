import { test as base, expect } from 'vitest'
import { blockOf, plain } from '../reporters/blocks.ts'
import { harmless } from '../reporters/escape.ts'
import { requirements } from '../suites/registry.ts'
import { settingsIn } from './cli/config/settings.ts'
import { opening, playing, usualMembers } from './cli/run/playing.ts'
import type { HarnessConfig } from './config.ts'
import { isRequired, type Strictness } from './harness/gate.ts'
import type { Located, Outcome } from './model/report.ts'
import type { Force, Requirement } from './model/requirement.ts'
import type { ResultTold, RunReport } from './model/run-report.ts'
import { tagsOf } from './tags.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The id of the requirement that a test judges. */
    requirement?: string
    section?: string
    force?: Force
    outcome?: Outcome
  }
}

/** A run that was played for tests to look at. */
interface Ran {
  readonly report: RunReport
  readonly strictness: Strictness
  /** What is probably a mistake in the configuration. */
  readonly warnings: readonly string[]
}

/** Plays as `assay run` would, with the variables of the environment. */
async function play(config?: HarnessConfig): Promise<Ran> {
  const { settings, warnings } = await settingsIn(config, process.env, process.cwd())
  const { report } = await playing(await opening(settings), {
    members: usualMembers(settings),
    signal: new AbortController().signal,
    record: () => {},
    progress: () => {},
  })
  return { report, strictness: settings.strict ? 'all' : 'required', warnings }
}

/** A test that looks at a run. It is played when the first test asks for it, and only once in a worker. */
const lookingAt = (config?: HarnessConfig) => base.extend('ran', { scope: 'worker' }, () => play(config))
const usual = lookingAt()

/** What the tests of a suite are told beside the configuration. */
export interface SuiteOptions {
  /** The tags that the configuration of vitest declares; of those, each test has its own. */
  readonly tags?: readonly { readonly name: string }[]
}

/**
 * Defines one test for each requirement, and one for the verdict. What is under test comes from a configuration,
 * or from the `harness.config` and the environment that `assay run` would read.
 */
export function conformance(config?: HarnessConfig, { tags = [] }: SuiteOptions = {}): void {
  const test = config === undefined ? usual : lookingAt(config)
  const known = new Set(tags.map(({ name }) => name))
  verdictTest(test)
  for (const each of requirements)
    requirementTest(
      test,
      each,
      tagsOf(each).filter((tag) => known.has(tag)),
    )
}

/** Defines the tests of some requirements, so that shards have something to share. */
export function section(...tables: readonly Readonly<Record<string, Requirement>>[]): void {
  for (const each of tables.flatMap((table) => Object.values(table))) requirementTest(usual, each, tagsOf(each))
}

/** Defines the test that fails if nothing could be judged: all others may have been skipped. */
export const verdict = (): void => verdictTest(usual)

type Test = typeof usual

// A run keeps its own deadline: the test that waits for it needs none.
const timeout = 0

function verdictTest(test: Test): void {
  test('the run comes to a verdict', { timeout }, async ({ ran, annotate }) => {
    const { report, warnings } = ran
    for (const warning of warnings) await annotate(harmless(warning), 'warning')
    await annotate(`seed ${report.seed}`, 'seed')

    const reasons = report.verdict.reasons.map(({ text }) => harmless(text)).join('\n')
    expect(report.verdict.result, reasons).toBeOneOf(['conformant', 'nonconformant'])
  })
}

function requirementTest(test: Test, requirement: Requirement, tags: readonly string[]): void {
  const { id, text, section, force } = requirement
  const meta = { requirement: id, section, force }
  test(`${id} ${text}`, { tags: [...tags], meta, timeout }, async ({ ran, task, annotate, skip }) => {
    const result = ran.report.results.find((each) => each.id === id)
    if (!result) return skip('it was not selected')
    task.meta.outcome = result.outcome
    for (const finding of new Set(result.findings.map(told))) await annotate(finding, 'finding')
    const isDeciding = isRequired({ ...result, requirement }, ran.strictness)
    if (isSkipped(result, isDeciding)) return skip(harmless(result.reason ?? ''))
    if (!result.outcome.startsWith('passed')) throw complaint(explained(result))
    expect(result.outcome).toMatch(/^passed/)
  })
}

/** What nobody has to know is left out; what should be known and cannot be told is not. */
const isSkipped = ({ outcome }: ResultTold, isDeciding: boolean): boolean =>
  outcome === 'untested' || outcome === 'inapplicable' || (outcome === 'cantTell' && !isDeciding)

/** An error of a target has no place in our sources. */
const complaint = (text: string): Error => Object.assign(new Error(text), { stack: '' })

/** The same block that the command line prints, or why there is none. */
function explained(result: ResultTold): string {
  if (result.outcome === 'failed') return [...blockOf(result, plain)].join('\n')
  const what = result.outcome === 'cantTell' ? 'it cannot be told' : 'a defect of assay'
  return `${what}: ${harmless(result.reason ?? '')}`
}

const told = ({ in: where, at, expected, actual }: Located): string =>
  `${harmless([where, at].filter((part) => part !== '').join(' › '))}: expected ${harmless(expected)}, got ${harmless(actual)}`
