import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Role } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { html } from '../../reporters/html.ts'
import { junit } from '../../reporters/junit.ts'
import { markdown } from '../../reporters/markdown.ts'
import { countRequired, type RequiredCounts } from '../../reporters/result-status.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { makeStatement } from '../../src/claim/statement.ts'
import { renderStatement } from '../../src/claim/statement-page.ts'
import { openHistory } from '../../src/ui/history.ts'
import { renderPlanPage } from '../../src/ui/pages/plan-page.ts'
import { renderRunPage } from '../../src/ui/pages/run-page.ts'
import { findChoice, listPicked } from '../../src/ui/settings/choice.ts'
import { folderWith } from '../temporary-folder.ts'
import { playWhole } from '../whole-run.ts'
import { readJunit } from './published.ts'

const ours: readonly Role[] = ['issuer', 'status service']

/** A run in which two roles are under test, one requirement failed, and one is inconclusive. */
async function testIssuer(): Promise<RunReport> {
  const { report } = await playWhole()
  const others = new Set(report.actors.flatMap(({ role }) => (ours.includes(role) ? [] : [role])))
  const results = report.results.map((each) => {
    if (others.has(each.binds as Role)) return { ...each, outcome: 'untested', reason: 'not under test' } as const
    if (each.id === 'SD-DIGEST') return { ...each, outcome: 'failed' } as const
    return each.id === 'CRED-IAT' ? ({ ...each, outcome: 'cantTell', reason: 'not seen' } as const) : each
  })
  const actors = report.actors.map((each) => (others.has(each.role) ? each : { ...each, url: 'https://issuer.test' }))
  return { ...report, actors, results }
}

type Numbers = Pick<RequiredCounts, 'all' | 'passed' | 'failed' | 'inconclusive' | 'untested' | 'inapplicable'>

const add = (counts: Omit<Numbers, 'all'>): Numbers => ({
  all: counts.passed + counts.failed + counts.inconclusive + counts.untested,
  ...counts,
})

/** The numbers of a table: the names of its columns, and one of its rows. */
function readTable(names: readonly string[], cells: readonly string[]): Numbers {
  const read = (name: string): number => Number(cells[names.findIndex((each) => each.includes(name))] ?? 0)
  return add({
    passed: read('passed'),
    failed: read('failed'),
    inconclusive: read('inconclusive'),
    untested: read('not tested'),
    inapplicable: read('not applicable'),
  })
}

/** The numbers of a sentence: `131 of 134 requirements passed, 2 failed and 1 was not tested. 12 do not apply.` */
function readSentence(text: string): Numbers {
  const read = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)
  return {
    all: read(/\d+ of (\d+) requirements? passed/),
    passed: read(/(\d+) of \d+ requirements? passed/),
    failed: read(/requirements passed[^.]*?(\d+) failed/),
    inconclusive: read(/requirements passed[^.]*?(\d+) (?:is|are) inconclusive/),
    untested: read(/requirements passed[^.]*?(\d+) (?:was|were) not tested/),
    inapplicable: read(/requirements passed[^.]*\. (\d+) do(?:es)? not apply/),
  }
}

function readTerminal(text: string): Numbers {
  const [head = '', row = ''] = /^ +failed .*\n^required.*$/m.exec(text)?.[0].split('\n') ?? []
  return readTable(head.trim().split(/ {2,}/), row.trim().split(/ +/).slice(1))
}

function readMarkdown(text: string): Numbers {
  const [head = '', , row = ''] = text.split('\n').filter((line) => line.startsWith('|'))
  return readTable(head.split('|'), row.split('|'))
}

function readSuites(text: string): Numbers {
  const suites = readJunit(text).children.flatMap(({ children }) => children)
  const required = suites.filter(({ attributes: { name = '' } }) => name !== 'run' && !name.startsWith('advice: '))
  const cases = required.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'))
  const types = cases.map(({ children: [below] }) => below?.attributes.type ?? 'passed')
  const count = (type: string): number => types.filter((each) => each === type).length
  return add({
    passed: count('passed'),
    failed: count('failed'),
    inconclusive: count('cantTell'),
    untested: count('untested'),
    inapplicable: count('inapplicable'),
  })
}

async function readHistory(report: RunReport): Promise<unknown> {
  const folder = folderWith()
  mkdirSync(join(folder, 'one'))
  writeFileSync(join(folder, 'one/report.json'), JSON.stringify(report))
  const history = await openHistory(folder)
  const [run] = history.list()
  history.close()
  return run?.counts
}

const context = { base: '', token: '' } as never
const plan = { role: 'issuer', profile: 'document', version: '1', registry: 'x', rows: [], lacks: [] } as const
const signed = {
  digests: { report: '', record: '' },
  signer: { jwk: {}, thumbprint: '' },
  statedAt: '2027-01-01T00:00',
}

it('one run has one set of numbers: terminal, HTML, Markdown, JUnit, console, history, plan and statement', async () => {
  const report = await testIssuer()
  const state = { phase: 'over', stored: { report, name: 'one' }, sessions: [], notes: [], messages: [], probes: 0 }
  const suites = listPicked([])
  const choice = findChoice(suites, 'openid4vci-1.0', 'issuer')
  const form = {
    suites,
    choice,
    isConfigured: true,
    isOtherThanFile: false,
    config: {},
    sendsProbes: true,
    mistakes: {},
  }
  const page = { context, state, tested: 'the issuer', form, isPicked: false } as never

  const numbers = {
    terminal: readTerminal([...createTerminalReporter(plainPaint).render(report)].join('\n')),
    html: readSentence([...html.render(report)].join('\n')),
    markdown: readMarkdown([...markdown.render(report)].join('\n')),
    junit: readSuites([...junit.render(report)].join('\n')),
    console: readSentence(renderRunPage(page).text),
    history: await readHistory(report),
    plan: readSentence(renderPlanPage(plan, context, report).text),
    statement: readSentence(renderStatement(makeStatement(report, signed))),
  }

  const { harnessErrors: _, ...expected } = countRequired(report)
  expect(expected).toMatchObject({ failed: 1, inconclusive: 1 })
  expect(expected.all).toBeLessThan(report.results.length / 2)
  for (const [place, seen] of Object.entries(numbers))
    expect({ place, ...(seen as object) }).toMatchObject({ place, ...expected })
})

it('roles that reference actors play are in no number', async () => {
  const report = await testIssuer()
  const without = { ...report, results: report.results.filter(({ outcome }) => outcome !== 'untested') }

  expect({ ...countRequired(report), all: 0, untested: 0 }).toEqual({ ...countRequired(without), all: 0, untested: 0 })
  expect([...junit.render(report)].join('\n')).not.toContain('not under test')
})
