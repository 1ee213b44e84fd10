import type { Outcome } from '../model/report.ts'
import type { Reporter } from '../model/reporter.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import { countOutcomes, createStatusReader } from './result-status.ts'
import { findDocsPage } from './text/docs.ts'
import { formatFailureLines } from './text/findings.ts'
import { formatJsonLines } from './text/sanitize.ts'
import { listReasons } from './text/verdict.ts'

/** Base of the identifiers in the document. They are names, and lead to no page. */
const base = 'https://assay.example/'

/** The JSON-LD context. It is part of the document, so that no reader has to fetch it. */
const context = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  assay: `${base}terms#`,
  ...Object.fromEntries(
    ['Assertion', 'Software', 'TestSubject', 'TestRequirement', 'TestResult'].map((name) => [name, `earl:${name}`]),
  ),
  ...Object.fromEntries(
    ['assertedBy', 'subject', 'test', 'mode', 'outcome'].map((name) => [
      name,
      { '@id': `earl:${name}`, '@type': '@id' },
    ]),
  ),
  ...Object.fromEntries(['title', 'description', 'identifier', 'hasVersion'].map((name) => [name, `dct:${name}`])),
  result: 'earl:result',
  info: 'earl:info',
  seeAlso: { '@id': 'http://www.w3.org/2000/01/rdf-schema#seeAlso', '@type': '@id' },
  date: { '@id': 'dct:date', '@type': 'xsd:dateTime' },
  isPartOf: { '@id': 'dct:isPartOf', '@type': '@id' },
  ...Object.fromEntries(
    ['verdict', 'exitCode', 'claimable', 'reason', 'force', 'binds', 'detailedOutcome', 'seed', 'profile', 'count'].map(
      (name) => [name, `assay:${name}`],
    ),
  ),
}

/** EARL 1.0 as JSON-LD. */
export const earl: Reporter = {
  name: 'earl',

  *render(report) {
    const { tool, subject } = report
    const name = [subject.vendor, subject.product].filter((part) => part !== undefined).join(' ')
    const urls = report.actors.flatMap(({ url }) => url ?? [])
    yield* formatJsonLines({
      '@context': context,
      '@graph': [
        createRun(report),
        { '@id': `${base}tool`, '@type': 'Software', title: tool.name, hasVersion: tool.version },
        {
          ...{ '@id': `${base}run#subject`, '@type': 'TestSubject', title: name || 'the reference actors' },
          ...(subject.version !== undefined && { hasVersion: subject.version }),
          ...(urls.length > 0 && { identifier: urls }),
        },
        ...report.results.map((result) => createAssertion(result, report)),
      ],
    })
  },
}

function createRun(report: RunReport) {
  const { verdict, seed, profile, startedAt } = report
  const { result, exitCode, claimable } = verdict
  return {
    ...{ '@id': `${base}run`, '@type': 'assay:Run', verdict: result, exitCode, claimable, seed, profile },
    ...{ reason: listReasons(report), date: startedAt },
    count: Object.entries(countOutcomes(report)).map(([outcome, count]) => ({
      detailedOutcome: outcome,
      'assay:number': count,
    })),
  }
}

const earlOutcomes: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  passedNonStrict: 'passed',
  failed: 'failed',
  cantTell: 'cantTell',
  untested: 'untested',
  inapplicable: 'inapplicable',
  harnessError: 'cantTell',
}

function createAssertion(result: ReportedResult, report: RunReport) {
  const { id, section, standard, force, binds, text, outcome, reason } = result
  const isDoubtful = outcome === 'failed' && ['inconclusive', 'waiting'].includes(createStatusReader(report)(result))
  const page = findDocsPage(report, result)
  const info = outcome === 'failed' ? formatFailureLines(report, result).join('\n') : reason
  return {
    '@type': 'Assertion',
    ...{ assertedBy: `${base}tool`, subject: `${base}run#subject`, mode: 'earl:automatic' },
    test: {
      '@id': `${base}requirements/${encodeURIComponent(id.toWellFormed())}`,
      '@type': 'TestRequirement',
      ...{ identifier: id, title: text, force, binds, isPartOf: createSectionId(standard ?? `section-${section}`) },
      ...(page !== undefined && { seeAlso: page }),
    },
    result: {
      '@type': 'TestResult',
      outcome: `earl:${isDoubtful ? 'cantTell' : earlOutcomes[outcome]}`,
      detailedOutcome: outcome,
      ...(info !== undefined && { info }),
      date: report.startedAt,
    },
  }
}

const createSectionId = (section: string): string => `${base}document/${encodeURIComponent(section.toWellFormed())}`
