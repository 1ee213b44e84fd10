import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ProbeResult } from '../../model/probe.ts'
import type { RecordLine } from '../../model/record.ts'
import { outcomes } from '../../model/report.ts'
import type { RunReport } from '../../model/run-report.ts'
import { findFlowStep } from '../../reporters/html/flow-steps.ts'
import { html } from '../../reporters/html.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { playWhole, recorderFor } from '../whole-run.ts'
import { hostile, hostileRecord } from './hostile-report.ts'
import { conformant, failed, nonconformant, passed, unavailable } from './small-report.ts'

const page = (report: RunReport, record?: readonly RecordLine[]): string => [...html.render(report, record)].join('\n')

/** What stands between the tags of an element that occurs once. */
const inside = (text: string, tag: string): string => text.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0] ?? ''

const { report: real, messages: hops } = await playWhole()
const record = hops.map(recorderFor())
const [validation] = record.filter(({ endpoint }) => endpoint === 'validate')

/** The same run, with a finding in the answer to the validation. */
const layer = validation?.layers.find(({ kind }) => kind === 'credential')
const found = { ...failed.findings[0], session: 'first', kind: 'credential', in: layer?.in ?? '' }
const broken: RunReport = {
  ...real,
  results: real.results.map((each) =>
    each.id === 'SD-DIGEST' ? { ...failed, findings: [{ ...found, at: 'x', expected: 'a', actual: 'b' }] } : each,
  ),
}

const probe = (
  id: string,
  answer: ProbeResult['answer'],
  expected: ProbeResult['expected'] = 'refused',
): ProbeResult => ({
  ...{
    id,
    requirement: 'FLOW-VALIDATES',
    receiver: 'issuer',
    description: `does ${id}`,
    breaks: 'SD-DIGEST',
    expected,
    answer,
  },
  ...(answer === 'inconclusive' && { reason: 'no answer came' }),
})

describe('the page', () => {
  const text = page(broken, record)

  it('refers to nothing beside itself', () => {
    const elsewhere = [...text.matchAll(/\s(?:href|src|action|data|srcset|poster|xlink:href)="([^"]*)"/g)]

    expect(elsewhere.filter(([, where = '']) => !where.startsWith('#'))).toEqual([])
    expect(text).not.toMatch(/@import|url\(|\sstyle=|\son[a-z]+=/)
  })

  it('obeys only the style and the script that it came with', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(text) ?? []
    const digest = (tag: string) => createHash('sha256').update(inside(text, tag)).digest('base64')

    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${digest('style')}'; script-src 'sha256-${digest('script')}'; base-uri 'none'; form-action 'none'`,
    )
  })

  it('leads nowhere that is not on it', () => {
    const ids = new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id))
    const links = [...text.matchAll(/\shref="#([^"]*)"/g)].map(([, id]) => id)

    expect(links.filter((id) => !ids.has(id))).toEqual([])
    expect([...text.matchAll(/\sid="/g)]).toHaveLength(ids.size)
  })

  it('marks the arrow in which something failed, and says the same in words', () => {
    const [, where] = /<li value="\d+"><a[^>]*>([^<]*)<\/a>[^<]*<strong>Failed here: SD-DIGEST/.exec(text) ?? []

    expect(where).toBe('validation')
    expect(text).toContain(`aria-label="Sequence diagram of session first: SD-DIGEST failed in the ${layer?.side}`)
    expect(text.match(/class="failing"/g)).toHaveLength(2)
  })

  it('tells how to see a failure again', () => {
    expect(text).toContain('npx assay run --only SD-DIGEST --profile document --seed 42')
  })

  it('says that there is no record, where there is none', () => {
    expect(page(real)).toContain('there is no record (<code>record.ndjson</code>) beside this report')
  })
})

describe.each(Object.entries({ conformant, nonconformant, unavailable, real, hostile }))('of a report', (_, report) => {
  it('counts what the report counts', () => {
    const text = page(report)
    const count = (outcome: string) => text.split(`data-outcome="${outcome}"`).length - 1

    expect(outcomes.map(count)).toEqual(
      outcomes.map((each) => report.results.filter(({ outcome }) => outcome === each).length),
    )
    expect(text.match(/<a class="square/g) ?? []).toHaveLength(report.results.length)
  })
})

describe('the table of a standard', () => {
  it('begins with the specification that has a failure', () => {
    const [first] = conformant.results
    if (!first) throw new TypeError('the report has no results')
    const results = [
      { ...first, id: 'A-PASSES', outcome: 'passed', standard: 'RFC 8414, section 2' },
      { ...first, id: 'A-FAILS', outcome: 'failed', force: 'must', standard: 'RFC 7516, section 5.2' },
    ] as const
    const text = page({ ...conformant, profile: 'openid4vci-1.0', results })
    const table = text.slice(text.indexOf('By specification'))

    expect(table.indexOf('RFC 7516')).toBeGreaterThan(0)
    expect(table.indexOf('RFC 7516')).toBeLessThan(table.indexOf('RFC 8414'))
  })
})

describe('a verdict', () => {
  const headline = (report: RunReport): string => />([^<]*)<\/h1>/.exec(page(report))?.[1] ?? ''

  it('is a sentence to be read out', () => {
    expect([conformant, nonconformant, unavailable, real].map(headline)).toEqual([
      'The issuer passed.',
      'The issuer failed.',
      'The issuer could not be reached.',
      'The reference actors passed provisionally.',
    ])
  })

  it('names what was submitted, and speaks of many as many', () => {
    const two = [
      { role: 'issuer' as const, url: 'https://a.test' },
      { role: 'verifier' as const, url: 'https://b.test' },
    ]

    expect(headline({ ...nonconformant, actors: two })).toBe('The issuer and the verifier failed.')
    expect(headline({ ...nonconformant, subject: { vendor: 'Example', version: '2' } })).toBe('Example 2 failed.')
  })

  it('fails nothing that a lost message may have caused', () => {
    const [summary = ''] = page(unavailable).split('id="overview"')

    expect(summary).toContain('3 requirements could not be judged because of it')
    expect(summary).not.toContain('class="tag')
  })
})

describe('probes', () => {
  const probes = [
    ...Array.from({ length: 300 }, (_, i) => probe(`right-${i}`, 'refused')),
    probe('lie', 'accepted'),
    probe('silence', 'inconclusive'),
    probe('truth', 'accepted', 'accepted'),
  ]
  const text = page({ ...nonconformant, probes })

  it('begin with the invalid messages that were accepted, then those that are inconclusive', () => {
    const places = ['Invalid messages that were accepted: 1', 'Inconclusive probes: 1', 'right-0'].map((each) =>
      text.indexOf(each),
    )

    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places.every((place) => place > 0)).toBe(true)
  })

  it('of which the answer is right and its form is not are no refusals of something legal', () => {
    const amiss = { ...probe('error', 'refused'), wrong: 'with the status 422, not 400' }
    const wrong = page({ ...nonconformant, probes: [amiss, probe('right', 'refused')] })

    expect(wrong).toContain('Correct decisions with a wrong response: 1')
    expect(wrong).toContain('with the status 422, not 400')
    expect(wrong).not.toContain('Valid messages that were rejected')
    expect(text).not.toContain('Correct decisions with a wrong response')
  })

  it('are counted by judge in the summary', () => {
    expect(text).toContain('The issuer rejected <strong>300 of 302</strong> invalid messages.')
    expect(text).toContain('✕ 1 accepted')
  })
})

describe('an invalid message that was accepted', () => {
  it('is shown in its session, at the answer of the judge', () => {
    const id = 'CFG-DEVICE/leaves-out'
    const lie: ProbeResult = { ...probe(id, 'accepted'), session: 'probe-7' }
    const result = {
      ...failed,
      id: 'FLOW-VALIDATES',
      findings: [{ kind: 'exchange', in: '', at: id, expected: 'refused', actual: 'accepted' }],
    }
    const lines = record.filter(({ session }) => session === 'first').map((each) => ({ ...each, session: 'probe-7' }))
    const text = page({ ...conformant, results: [result], probes: [lie] }, lines)

    expect(text).toContain('session probe-7: FLOW-VALIDATES failed in the response of message 8, validation')
    expect(text).toContain(`The issuer accepted an invalid message: the sender does ${id}`)
  })
})

describe('proof', () => {
  it('is shown as copies that were detected', () => {
    const proven = { ...passed, tampering: { tried: 12, caught: 11 } }

    expect(page({ ...conformant, results: [proven] })).toContain(
      '<strong>11 of 12</strong> tampered copies were detected',
    )
  })
})

describe('whatever a target says', () => {
  const text = page(hostile, hostileRecord)

  it('is text, never markup', () => {
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(text).not.toMatch(/<img|<!\[CDATA|<!--|javascript:alert\(1\)"/)
    const tags = text.replaceAll(/"[^"]*"/g, '').match(/<[a-z][^>]*>/g) ?? []
    expect(tags.filter((tag) => /\son\w+/.test(tag))).toEqual([])
  })

  it('is written out, and turns nothing around', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/)
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain('\\u{202e}gnp.exe')
  })

  it('is cut where it is endless', () => {
    expect(text).toContain('… (1000000 characters)')
    expect(text.length).toBeLessThan(1_500_000)
  })
})

describe('a step of the flow', () => {
  it('is known for every requirement but those that hold throughout', () => {
    const throughout = requirements.filter((each) => findFlowStep(each).name === 'All steps')

    expect(new Set(throughout.map(({ id }) => id.split('-')[0]))).toEqual(
      new Set(['FLOW', 'AUTH', 'BODY', 'SILENT', 'EVENT', 'ERROR', 'SURVIVES', 'ANSWERED', 'LIMIT', 'VERSION']),
    )
  })
})
