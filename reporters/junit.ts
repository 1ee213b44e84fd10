import type { Reporter, ResultTold, RunReport } from '../src/model/run-report.ts'
import { type Standing, sectionsOf, standingsIn, tallyOf } from './standing.ts'
import { failureLines, reasonLines, sentenceOf, verdictLine } from './telling.ts'
import { element, xml } from './xml.ts'

/**
 * JUnit, as Jenkins, GitLab and GitHub read it. What is undecided is an error: they show what is skipped as green.
 * A case of its own stands for the verdict, so that a run in which nothing could be judged is not green either.
 */
export const junit: Reporter = {
  name: 'junit',

  *render(report) {
    const all = [
      verdictSuite(report),
      ...[...sectionsOf(report)].map(([name, results]) => suite(name, results, report)),
    ]
    const cases = all.flatMap((each) => each.cases)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    const { tests, failures, errors } = counted(cases)
    const time = seconds(report)
    yield* element('testsuites', { name: 'assay', tests, failures, errors, time }, suites(all))
  },
}

type Colour = 'passed' | 'failure' | 'error' | 'skipped'

interface Case {
  readonly name: string
  readonly classname: string
  readonly colour: Colour
  /** The outcome, for whoever wants to know more than a colour. */
  readonly type: string
  readonly message: string
  readonly lines: readonly string[]
}

interface Suite {
  readonly name: string
  readonly cases: readonly Case[]
  readonly properties: Readonly<Record<string, string | number>>
  readonly timestamp: string
}

const colours: Readonly<Record<Standing, Colour>> = {
  passed: 'passed',
  failed: 'failure',
  undecided: 'error',
  advice: 'skipped',
  aside: 'skipped',
}

function verdictSuite(report: RunReport): Suite {
  const { tool, profile, seed, startedAt, verdict } = report
  const { result, exitCode, claimable } = verdict
  const colour = exitCode === 0 ? 'passed' : result === 'nonconformant' ? 'failure' : 'error'
  const message = verdictLine(report)
  const told = {
    tool: `${tool.name} ${tool.version}`,
    profile,
    seed,
    verdict: result,
    exitCode,
    claimable: `${claimable}`,
  }
  const lines = reasonLines(report)
  return {
    name: 'the run',
    cases: [{ name: 'the verdict', classname: 'assay', colour, type: result, message, lines }],
    properties: { ...told, ...tallyOf(report) },
    timestamp: startedAt,
  }
}

function suite(name: string, results: readonly ResultTold[], report: RunReport): Suite {
  const standing = standingsIn(report)
  const cases = results.map((result) => caseOf(result, standing(result), report))
  return { name, cases, properties: {}, timestamp: report.startedAt }
}

function caseOf(result: ResultTold, standing: Standing, report: RunReport): Case {
  const { id, text, binds, outcome, reason = '', findings } = result
  const [first] = findings
  const told = first ? sentenceOf(first) : reason
  return {
    name: `${id}: ${text}`,
    classname: `assay.${binds.replaceAll(' ', '-')}`,
    colour: colours[standing],
    type: outcome,
    message: standing === 'advice' ? `does not decide: ${told}` : told,
    lines: outcome === 'failed' ? failureLines(report, result) : [],
  }
}

const counted = (cases: readonly Case[]) => {
  const count = (colour: Colour): number => cases.filter((each) => each.colour === colour).length
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') }
}

function* suites(all: readonly Suite[]): Generator<string> {
  for (const { name, cases, properties, timestamp } of all) {
    yield* element('testsuite', { name, ...counted(cases), timestamp }, suiteLines(cases, properties))
  }
}

function* suiteLines(cases: readonly Case[], properties: Suite['properties']): Generator<string> {
  const rows = Object.entries(properties).flatMap(([name, value]) => [...element('property', { name, value })])
  if (rows.length > 0) yield* element('properties', {}, rows)
  for (const each of cases) yield* element('testcase', { name: each.name, classname: each.classname }, caseLines(each))
}

function* caseLines({ colour, type, message, lines }: Case): Generator<string> {
  const text = lines.map(xml)
  // A remark has no place of its own in JUnit.
  if (colour === 'passed') return yield* message === '' ? [] : element('system-out', {}, [xml(`${type}: ${message}`)])
  yield* element(colour, { type, message }, text)
}

const seconds = ({ milliseconds }: RunReport): string => (milliseconds / 1000).toFixed(3)
