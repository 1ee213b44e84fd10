import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { KnownFailure } from '../../model/baseline.ts'
import type { RecordLine } from '../../model/record.ts'
import { outcomes } from '../../model/report.ts'
import type { RunReport } from '../../model/run-report.ts'
import { type FormatName, formatNames, reportFormats } from '../../reporters/formats.ts'
import { selectRequired, selectTested } from '../../reporters/result-status.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { formatReproduceCommand } from '../../reporters/text/reproduce.ts'
import { sanitizeForFile } from '../../reporters/text/sanitize.ts'
import schema from '../../schemas/config.schema.json' with { type: 'json' }
import { applyBaseline } from '../../src/judge/baseline.ts'
import { computeFingerprint } from '../../src/judge/fingerprint.ts'
import { playWhole, recorderFor } from '../whole-run.ts'
import { hostile, hostileRecord } from './hostile-report.ts'
import { readCsv, readCtrf, readHar, readJsonLd, readJunit, readSarif, readTap, readXml } from './published.ts'
import { readers } from './readers.ts'
import { conformant, failed, nonconformant, passed, unavailable } from './small-report.ts'

const told = async (name: FormatName, report: RunReport, record?: readonly RecordLine[]): Promise<string> => {
  const { render } = await reportFormats[name].load()
  return `${[...render(report, record)].join('\n')}\n`
}

const verdict = (result: RunReport['verdict']['result'], exitCode: number): RunReport['verdict'] => ({
  ...{ result, exitCode, claimable: false },
  reasons: [{ code: 'failed', text: 'x', count: 1 }],
})

/** A run of the reference cast, with everything that was said in it. */
async function real(): Promise<readonly [RunReport, readonly RecordLine[]]> {
  const { report, messages: hops } = await playWhole()
  return [report, hops.map(recorderFor())]
}

const whole = await real()

const defect = { ...passed, id: 'NONCE-ONCE', outcome: 'harnessError', reason: 'TypeError: x is undefined' } as const
const advice: RunReport = { ...conformant, results: [passed, { ...failed, force: 'should' }] }
const empty: RunReport = { ...conformant, results: [], verdict: verdict('inconclusive', 3) }

/** A report with known failures: the failed requirement, or another one. */
const withKnown = (report: RunReport, entry: Partial<KnownFailure>, waiting: readonly string[] = []): RunReport => {
  const known = { id: failed.id, fingerprint: computeFingerprint(failed), reason: 'fixed in 2.1', ...entry }
  return applyBaseline(report, { schemaVersion: 1, known: [known], waiting }, '2026-11-22')
}
const undecided = ['NONCE-ONCE', 'NONCE-FRESH']

const reports: Readonly<Record<string, readonly [RunReport, (readonly RecordLine[])?]>> = {
  conformant: [conformant],
  nonconformant: [nonconformant],
  unavailable: [unavailable],
  'of a defect': [{ ...conformant, results: [passed, defect], verdict: verdict('harnessError', 5) }],
  interrupted: [{ ...nonconformant, verdict: verdict('interrupted', 130) }],
  'of nothing': [empty],
  'conformant though a recommendation is not kept': [advice],
  'strict, and a recommendation is not kept': [{ ...advice, strict: true, verdict: verdict('nonconformant', 1) }],
  'without a new failure': [withKnown(nonconformant, {}, undecided)],
  'with known failures and something inconclusive': [withKnown(nonconformant, {})],
  'with a known and a new failure': [
    withKnown({ ...nonconformant, results: [...nonconformant.results, { ...failed, id: 'SD-NEW' }] }, {}),
  ],
  'with a failure of another cause': [withKnown(nonconformant, { fingerprint: '0000000000000000' })],
  'with a failure that passes now': [withKnown(conformant, { id: passed.id })],
  hostile: [hostile, hostileRecord],
  'of a real run': whole,
}

/** Forms that have every row of the report, for readers who filter. */
const complete: readonly FormatName[] = ['html', 'csv', 'earl']

/** Forms of test cases have those of roles under test; the others count what is required. */
const selectShown = (name: FormatName, report: RunReport): RunReport['results'] => {
  if (complete.includes(name)) return report.results
  return ['junit', 'tap', 'ctrf'].includes(name) ? selectTested(report) : selectRequired(report)
}

/** An id as it is shown; a cell of a spreadsheet never begins like a formula. */
const idOf = (id: string): string => sanitizeForFile(id).split(': ')[0] ?? ''

describe('the exit code', () => {
  it('of a report with a baseline is 0 without a new failure, and says what else is the matter', () => {
    const codes = Object.entries(reports).filter(([, [report]]) => report.baseline)
    expect(codes.map(([, [report]]) => report.verdict.exitCode)).toEqual([0, 3, 1, 6, 6])
  })
})

describe.each(formatNames)('%s', (name) => {
  it.each(Object.entries(reports))(
    'of a report that is %s can be read, and says the same',
    async (_, [report, record]) => {
      const said = await readers[name](await told(name, report, record))

      expect(said.verdict).toBe(report.verdict.result)
      const shown = selectShown(name, report)
      expect(said.counts).toEqual(
        Object.fromEntries(outcomes.map((each) => [each, shown.filter(({ outcome }) => outcome === each).length])),
      )
      const ids = report.results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => idOf(id).slice(0, 100))
      expect(said.failed.map((id) => idOf(id).slice(0, 100)).toSorted()).toEqual(ids.toSorted())
      expect(said.isRed ?? report.verdict.exitCode !== 0).toBe(report.verdict.exitCode !== 0)
    },
  )

  it('has nothing in it that a terminal obeys, whatever a target says', async () => {
    const text = await told(name, hostile, hostileRecord)

    const obeyed =
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e0fff}]|\p{Cs}|(?<!\\)(?:\\\\)*\\ud[89a-f]/iu
    expect(obeyed.exec(text)).toBeNull()
    expect(text.isWellFormed()).toBe(true)
  })

  it('stays short, however long a text is', async () => {
    expect((await told(name, hostile, hostileRecord)).length).toBeLessThan(1_000_000)
  })

  it('says the same of the same report, and ends with the end of a line', async () => {
    const [report, record] = whole

    const text = await told(name, report, record)

    expect(await told(name, JSON.parse(JSON.stringify(report)), record)).toBe(text)
    expect(text).toMatch(/[^\n]\n$/)
    expect(text.slice(0, 4_096)).toContain('assay')
  })
})

describe('the forms', () => {
  it('are those that a configuration may name', () => {
    expect(schema.properties.formats.items.enum).toEqual(formatNames)
  })

  it('have files of their own', () => {
    expect(new Set(formatNames.map((name) => reportFormats[name].file)).size).toBe(formatNames.length)
  })

  it('are reporters by that name', async () => {
    expect(await Promise.all(formatNames.map(async (name) => (await reportFormats[name].load()).name))).toEqual(
      formatNames,
    )
  })
})

describe('a race that was found', () => {
  const race =
    'reuses a code in concurrent requests: opens a session; 1 of 20 tries with the same `--seed` (as a number: 7)'
  const found = {
    kind: 'exchange',
    in: '',
    at: 'OFFER-SINGLE-USE/races',
    expected: 'refused',
    actual: 'accepted',
    diagnosis: race,
  } as const
  const others = Array.from({ length: 3 }, (_, i) => ({
    ...found,
    at: `OFFER-SINGLE-USE/${i}`,
    diagnosis: 'reuses a code',
  }))

  const report = { ...nonconformant, results: [{ ...failed, findings: [...others, found] }] }

  it.each(formatNames.filter((name) => name !== 'har'))('says how often in %s', async (name) => {
    expect(await told(name, report)).toContain('1 of 20 tries')
  })

  it('says how often on the terminal', () => {
    expect([...createTerminalReporter(plainPaint).render(report)].join('\n')).toContain('1 of 20 tries')
  })
})

describe('the table of forms', () => {
  it('loads none of them', () => {
    expect(readFileSync('reporters/formats.ts', 'utf8')).not.toMatch(/^import (?!type\b)/m)
  })
})

describe('the line that plays a run again', () => {
  it('is words for a shell, whatever a target says', () => {
    const line = formatReproduceCommand(hostile, "x'; exit 7 #")

    const { status, stdout } = spawnSync('/bin/sh', ['-c', `npx() { printf '%s\\n' "$@"; }\n${line}`], {
      encoding: 'utf8',
    })

    expect(status).toBe(0)
    const seed = sanitizeForFile(hostile.seed)
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      ...[
        'assay',
        'run',
        '--target',
        sanitizeForFile(`issuer=${hostile.seed}`),
        '--only',
        "x'; exit 7 #",
        '--profile',
        'document',
      ],
      ...['--decision', sanitizeForFile(`sd.digest=${hostile.seed}`), '--seed', seed],
    ])
  })

  it('is short where nothing was given', () => {
    expect(
      formatReproduceCommand({ ...conformant, actors: [{ role: 'issuer' }], decisions: [], now: 7 }, 'SD-DIGEST'),
    ).toBe('npx assay run --only SD-DIGEST --profile document --seed 42 --now 7')
  })

  it('is strict where the run was', () => {
    expect(formatReproduceCommand({ ...conformant, strict: true }, 'SD-DIGEST')).toMatch(/ --strict$/)
    expect(formatReproduceCommand(conformant, 'SD-DIGEST')).not.toContain('--strict')
  })
})

describe('junit', () => {
  it('has what was found, its cause, and how to see it again', async () => {
    expect(await told('junit', nonconformant)).toContain(`    actual        a digest over one array
    diagnosis     the construction of RFC 9901
    consequence   The issuer cannot tell what it received.
    passes with   sd.digest=rfc9901
    docs          npx assay explain SD-DIGEST
    reproduce     npx assay run --target issuer=https://issuer.test --only SD-DIGEST --profile document --decision sd.digest=parts --seed 42
</failure>`)
  })

  it('skips what could not be judged, and what may have failed for want of a message: the verdict has the reason once', async () => {
    const text = await told('junit', unavailable)

    const pointer = 'message="waits for the session first: POST https://issuer.test/nonce: nothing listens there"'
    expect(text).toContain(`<skipped type="failed" ${pointer}`)
    expect(text).toContain(`<skipped type="cantTell" ${pointer}/>`)
    expect(text.match(/<(error|failure)/g)).toEqual(['<error'])
  })

  it('calls an error what is undecided for a reason of its own', async () => {
    const text = await told('junit', nonconformant)

    expect(text).toContain('<error type="cantTell" message="the second request got no answer"/>')
  })

  it('keeps what a target says as text', async () => {
    const text = '<b>&]]>"\u0000\ufffe'
    const report = { ...nonconformant, results: [{ ...passed, outcome: 'cantTell', reason: text } as const] }

    const [, suite] = readXml(await told('junit', report)).children[0]?.children ?? []

    expect(suite?.children[0]?.children[0]?.attributes.message).toBe('<b>&]]>"\\u{0}\\u{fffe}')
  })
})

describe('markdown', () => {
  it('says the verdict, what to do first, and what failed', async () => {
    expect((await told('markdown', nonconformant)).split('\n').slice(0, 24)).toEqual([
      '## ❌ FAILED',
      '',
      '**Next:** Start with the first failure: `npx assay explain SD-DIGEST`. The issuer needs to be fixed.',
      '',
      'assay `1.2.3` · issuer `https://issuer.test` · profile `document` · seed `42` · exit code 1',
      '',
      '2 of 5 requirements passed, 1 failed and 2 are inconclusive.',
      '',
      '| ✅ passed | ❌ failed | ❔ inconclusive |',
      '| ---: | ---: | ---: |',
      '| 2 | 1 | 2 |',
      '',
      'Reasons:',
      '',
      '- `1 mandatory requirement failed`',
      '- `2 mandatory requirements are inconclusive`',
      '- `1 decision was left at its default`',
      '',
      '### Failed',
      '',
      '#### ❌ `SD-DIGEST`',
      '',
      'stated · `section 2.9` · `npx assay explain SD-DIGEST`',
      '',
    ])
  })

  it('is cut where GitHub would refuse it, and says so', async () => {
    const results = Array.from({ length: 5_000 }, (_, i) => ({ ...failed, id: `SD-${i}` }))

    const text = await told('markdown', { ...nonconformant, results })

    expect(Buffer.byteLength(text)).toBeLessThan(1_048_576)
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^\*\*\d+ more parts left out .*`report\.json` has everything/)
  })

  it('shows words of a target only as code', async () => {
    const text = await told('markdown', hostile, hostileRecord)

    const unfolded = text.replaceAll(/^<details><summary>|<\/summary>$|^<\/details>$/gm, '')
    const open = unfolded
      .replaceAll(/^(`{3,})text\n.*?^\1$/gms, '')
      .replaceAll(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, '')
    expect(open).not.toMatch(/script|javascript|evil|@everyone|!\[|<|https?:/)
  })
})

describe('sarif', () => {
  it('puts each place under the rule, at the configuration, with a print of rule and place alone', async () => {
    const [finding] = failed.findings
    const moved = { ...failed, findings: finding ? [{ ...finding, actual: 'something else', session: 'last' }] : [] }
    const prints = await Promise.all(
      [failed, moved].map(async (result) => {
        const report = { ...nonconformant, results: [result], config: 'ci/harness.config.ts' }
        const [{ results, tool }] = readSarif(await told('sarif', report)).runs
        expect(tool.driver.rules[results[0].ruleIndex].id).toBe('SD-DIGEST')
        expect(results[0].locations[0].physicalLocation).toEqual({
          artifactLocation: { uri: 'ci/harness.config.ts' },
          region: { startLine: 1 },
        })
        return results[0].partialFingerprints
      }),
    )

    expect(prints[0]).toEqual(prints[1])
    expect(prints[0].primaryLocationLineHash).toMatch(/^[0-9a-f]{16}:1$/)
  })

  it('points at the report where there is no configuration: that is a file, too', async () => {
    const [{ results }] = readSarif(await told('sarif', nonconformant)).runs

    expect(results[0].locations[0].physicalLocation.artifactLocation).toEqual({ uri: 'report.json' })
  })

  it('refers to the line of the record that has the message', async () => {
    const [report, record] = whole
    const index = record.findIndex(({ layers }) => layers.length > 0)
    const { session, layers } = record[index] ?? { session: '', layers: [] }
    const [layer] = layers
    const place = { kind: layer?.kind ?? '', in: layer?.in ?? '', session }
    const [finding] = failed.findings
    const result = { ...failed, findings: finding ? [{ ...finding, ...place }] : [] }

    const [{ results }] = readSarif(await told('sarif', { ...report, results: [result] }, record)).runs

    expect(results[0].relatedLocations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: 'record.ndjson' },
      region: { startLine: index + 2 },
    })
    expect(results[0].message.text).toMatch(/\[the message in the record\]\(0\)$/)
  })

  it('makes neither a link nor a placeholder of what a target says', async () => {
    const [{ results }] = readSarif(await told('sarif', hostile, hostileRecord)).runs

    const texts: readonly string[] = results.map(({ message }: { message: { text: string } }) => message.text)
    const ours = /\n\[the message in the record\]\(0\)$/
    expect(texts.filter((text) => /(?<!\\)(?:\\\\)*[[\]]/.test(text.replace(ours, '')))).toEqual([])
    expect(texts.filter((text) => /[{}]/.test(text.replaceAll(/\{\{|\}\}/g, '')))).toEqual([])
  })
})

describe('tap', () => {
  it('has a finding as it is, and a point for the verdict', async () => {
    const { points } = readTap(await told('tap', nonconformant))

    expect(points[2]?.diag).toMatchObject({ outcome: 'failed', findings: [{ actual: 'a digest over one array' }] })
    expect(points.at(-1)).toMatchObject({ ok: false, name: 'verdict', diag: { verdict: 'nonconformant' } })
  })
})

describe('har', () => {
  it('has every message of the record, and none without one', async () => {
    const [report, record] = whole

    const { entries, pages } = readHar(await told('har', report, record))

    expect(entries).toHaveLength(record.length)
    expect(pages.map(({ id }: { id: string }) => id)).toEqual(report.sessions.map(({ session }) => session))
    expect(entries[0]).toMatchObject({
      request: { method: record[0]?.request.method, url: record[0]?.request.url },
      response: { status: record[0]?.response?.status },
    })
    expect(readHar(await told('har', report)).entries).toEqual([])
  })
})

describe('csv', () => {
  it('has no cell that a spreadsheet takes for a formula', async () => {
    const cells = readCsv(await told('csv', hostile)).flat()

    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  })
})

describe('a reader of another program', () => {
  it.each<readonly [string, () => unknown]>([
    ['XML with half a character', () => readXml('<a>\ufffe</a>')],
    ['XML with an entity that nobody knows', () => readXml('<a>&nosuch;</a>')],
    ['XML with the end of a section', () => readXml('<a>]]></a>')],
    ['JUnit with an attribute of our own', () => readJunit('<testsuites mine="1"/>')],
    ['JUnit with a suite that counts nothing', () => readJunit('<testsuites><testsuite name="x"/></testsuites>')],
    ['SARIF without a version', () => readSarif('{"runs":[]}')],
    ['SARIF with a result without a message', () => readSarif(withResult({ ruleId: 'x' }))],
    [
      'HAR with an entry without a request',
      () => readHar('{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[{}]}}'),
    ],
    [
      'CTRF with a status that nobody knows',
      () => readCtrf('{"reportFormat":"CTRF","specVersion":"0.0.0","results":{"tests":[{"status":"x"}]}}'),
    ],
    ['TAP with a line that means nothing', () => readTap('TAP version 14\n1..1\nok 1 - a\nhello\n')],
    ['TAP that bails out', () => readTap('TAP version 14\n1..1\nBail out! now\n')],
    ['CSV with an open quote', () => readCsv('"a,b')],
  ])('refuses %s', (_, read) => {
    expect(read).toThrow()
  })

  it('refuses JSON-LD that wants to be told what its words mean', async () => {
    await expect(readJsonLd('{"@context":"https://evil.test/context","a":1}')).rejects.toThrow()
  })
})

const withResult = (result: object): string =>
  JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [result] }] })
