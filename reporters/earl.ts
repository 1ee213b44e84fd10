import type { Outcome } from '../src/model/report.ts'
import type { Reporter, ResultTold, RunReport } from '../src/model/run-report.ts'
import { standingsIn, tallyOf } from './standing.ts'
import { failureLines, jsonLines, reasonLines } from './telling.ts'

/** Names that this document gives to things; they lead nowhere. */
const home = 'https://assay.example/'

/** What words stand for. It is part of the document: nobody has to fetch it. */
const context = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  assay: `${home}terms#`,
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
  date: { '@id': 'dct:date', '@type': 'xsd:dateTime' },
  isPartOf: { '@id': 'dct:isPartOf', '@type': '@id' },
  ...Object.fromEntries(
    ['verdict', 'exitCode', 'claimable', 'reason', 'force', 'binds', 'ended', 'seed', 'profile', 'count'].map(
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
    const urls = report.cast.flatMap(({ url }) => url ?? [])
    yield* jsonLines({
      '@context': context,
      '@graph': [
        runOf(report),
        { '@id': `${home}tool`, '@type': 'Software', title: tool.name, hasVersion: tool.version },
        {
          ...{ '@id': `${home}run#subject`, '@type': 'TestSubject', title: name || 'the reference cast' },
          ...(subject.version !== undefined && { hasVersion: subject.version }),
          ...(urls.length > 0 && { identifier: urls }),
        },
        ...report.results.map((result) => assertionOf(result, report)),
      ],
    })
  },
}

function runOf(report: RunReport) {
  const { verdict, seed, profile, startedAt } = report
  const { result, exitCode, claimable } = verdict
  return {
    ...{ '@id': `${home}run`, '@type': 'assay:Run', verdict: result, exitCode, claimable, seed, profile },
    ...{ reason: reasonLines(report), date: startedAt },
    count: Object.entries(tallyOf(report)).map(([ended, count]) => ({ ended, 'assay:number': count })),
  }
}

const words: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  passedNonStrict: 'passed',
  failed: 'failed',
  cantTell: 'cantTell',
  untested: 'untested',
  inapplicable: 'inapplicable',
  harnessError: 'cantTell',
}

function assertionOf(result: ResultTold, report: RunReport) {
  const { id, section, standard, force, binds, text, outcome, reason } = result
  const isUnsure = outcome === 'failed' && standingsIn(report)(result) === 'undecided'
  const info = outcome === 'failed' ? failureLines(report, result).join('\n') : reason
  return {
    '@type': 'Assertion',
    ...{ assertedBy: `${home}tool`, subject: `${home}run#subject`, mode: 'earl:automatic' },
    test: {
      '@id': `${home}requirements/${encodeURIComponent(id.toWellFormed())}`,
      '@type': 'TestRequirement',
      ...{ identifier: id, title: text, force, binds, isPartOf: partOf(standard ?? `section-${section}`) },
    },
    result: {
      '@type': 'TestResult',
      outcome: `earl:${isUnsure ? 'cantTell' : words[outcome]}`,
      ended: outcome,
      ...(info !== undefined && { info }),
      date: report.startedAt,
    },
  }
}

const partOf = (section: string): string => `${home}document/${encodeURIComponent(section.toWellFormed())}`
