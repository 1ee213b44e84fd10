import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordLine } from '../../model/record.ts'
import type { Outcome } from '../../model/report.ts'
import type { RunReport } from '../../model/run-report.ts'
import { html } from '../../reporters/html.ts'
import { junit } from '../../reporters/junit.ts'
import { markdown } from '../../reporters/markdown.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }
import { compiler } from '../../tools/generate-validators.ts'
import { readSchemas } from '../../tools/schemas.ts'
import { type Reader, reader } from '../browser/chromium.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../temporary-folder.ts'

/** Tests a role, and reads all that is written. */
async function testRole(role: string, ...flags: readonly string[]) {
  const folder = join(folderWith(), 'tested')
  const { code, out } = await assay(['test', role, '--now', '1795000000', '--out', folder, ...flags])
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const report: RunReport = JSON.parse(read('report.json'))
  const [head, ...lines] = read('record.ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { code, out, folder, report, head, lines: lines as readonly RecordLine[], read }
}

const testIssuer = (...flags: readonly string[]) => testRole('issuer', ...flags)

const select = ({ results }: RunReport, outcome: Outcome): readonly string[] =>
  results.flatMap((each) => (each.outcome === outcome ? [each.id] : []))

const broken = ['--probes', '--fault', 'VCIUSE-REFUSES/takes-any-nonce'] as const

describe('the report of a test', () => {
  it('has a requirement that a probe shows to be broken, in every form', async () => {
    const { code, out, report, read } = await testIssuer(...broken)

    expect([code, report.verdict.result, report.verdict.exitCode]).toEqual([1, 'nonconformant', 1])
    expect(select(report, 'failed')).toEqual(['VCIUSE-REFUSES'])
    const wrong = report.probes.filter(({ answer, expected }) => answer !== expected)
    const accepted = { requirement: 'VCIUSE-REFUSES', expected: 'refused', answer: 'accepted', actual: 'issued' }
    expect(wrong).not.toEqual([])
    expect(wrong).toMatchObject(wrong.map(() => accepted))
    for (const text of [out, ...['report.html', 'report.md', 'report.junit.xml'].map(read)])
      expect(text).toMatch(/VCIUSE-REFUSES[\s\S]*a proof with a nonce that was made up[\s\S]*issued/)
  })

  it('has what is wrong in messages, with the message and the place', async () => {
    const { report, lines } = await testIssuer('--fault', 'VCITOKEN-TYPE/returns-no-type-of-its-tokens')
    const [finding] = report.results.find(({ id }) => id === 'VCITOKEN-TYPE')?.findings ?? []

    expect(finding).toMatchObject({ kind: 'vci-token-response', at: '/token_type', session: 'exchange' })
    expect(lines.find(({ number }) => number === finding?.message)).toMatchObject({ endpoint: 'token', to: 'issuer' })
  })

  it('shows the media type that an issuer sends, which says nothing of a person', async () => {
    const { out } = await testIssuer('--fault', 'VCIHTTP-JSON/sends-its-metadata-as-text')

    expect(out).toMatch(/expected {6}application\/json\n {4}actual {8}"text\/plain"/)
  })

  it('names what was not tested, and does not call it passed', async () => {
    const { code, out, report, read } = await testIssuer()

    expect([code, report.verdict.claimable]).toEqual([0, false])
    expect(out).toContain('PASSED (provisional: no negative tests were sent, so ')
    expect([select(report, 'untested'), select(report, 'passed')]).toEqual([
      expect.arrayContaining(['VCIUSE-REFUSES']),
      expect.arrayContaining(['VCIMETA-ISSUER']),
    ])
    expect(read('report.html')).toContain('What was not tested, and why')
    expect(read('report.junit.xml')).toMatch(/name="VCIUSE-REFUSES[^>]*>\n<skipped /)
  })

  it('says why nothing was seen of a requirement', async () => {
    const [plain, probed] = [await testIssuer(), await testIssuer('--probes')]
    const reasonOf = ({ report }: typeof plain, id: string) => report.results.find((each) => each.id === id)?.reason

    expect(reasonOf(plain, 'VCIUSE-REFUSES')).toBe('only negative tests show it: pass --probes')
    expect(reasonOf(probed, 'VCIUSE-TRANSACTION-ONCE')).toBe(
      'it takes more than was seen: the same deferred request twice',
    )
    expect(reasonOf(probed, 'VCIAUTH-STATE')).toContain('--grant')
    expect(reasonOf(probed, 'VCISIGNED-TYP')).toBe('the metadata is not signed')
    for (const { report } of [plain, probed])
      expect(report.results.filter(({ outcome, reason }) => outcome === 'untested' && reason === undefined)).toEqual([])
    for (const name of ['report.html', 'report.md', 'report.junit.xml'])
      expect(probed.read(name)).toContain('etadata is not signed')
  })

  it('counts requirements on the tested role alone', async () => {
    for (const role of ['issuer', 'verifier', 'wallet']) {
      const { report } = await testRole(role, '--probes')

      expect(new Set(report.results.map(({ binds }) => binds))).toEqual(new Set([role]))
    }
  })

  it('and its record are described by their schemas', async () => {
    const [isReport, isRow] = ['report', 'record'].map((name) => compiler().compile(readSchemas().get(name) ?? false))
    for (const role of ['issuer', 'verifier', 'wallet', 'holder']) {
      const { report, head, lines } = await testRole(role, '--probes')

      isReport?.(report)
      expect(isReport?.errors ?? []).toEqual([])
      expect([head, ...lines].filter((row) => isRow?.(row) !== true)).toEqual([])
      expect(lines.length).toBe(report.record?.messages)
      expect(isReport?.({ ...report, holder: 'Asha' })).toBe(false)
    }
  })
})

describe('the record of a holder', () => {
  it('has each question and its answer, with no claim and no key, and the message of a failure', async () => {
    const fault = 'SDHOLD-SELECTED/shows-nothing-where-array-elements-are-to-be-disclosed'
    const { report, lines, read } = await testRole('holder', '--probes', '--fault', fault)
    const [finding] = report.results.find(({ id }) => id === 'SDHOLD-SELECTED')?.findings ?? []
    const shown = lines.find(({ number }) => number === finding?.message)
    const text = read('record.ndjson')

    expect(shown).toMatchObject({ from: 'verifier', to: 'wallet', endpoint: 'presentation', response: { status: 200 } })
    expect(shown?.layers).toContainEqual({ side: 'response', kind: 'sd-jwt', in: '', readable: true })
    expect(lines.filter(({ session }) => session.startsWith('probe-')).length).toBeGreaterThan(50)
    expect(text).not.toContain(keys.holder.d)
    expect(text).not.toMatch(/given_name|Asha/)
  })
})

describe('what a test has in common with a run', () => {
  it('is a folder that other commands read', async () => {
    const [good, bad] = [await testIssuer('--probes'), await testIssuer(...broken)]
    const known = join(folderWith(), 'known.json')

    expect((await assay(['diff', good.folder, bad.folder])).out).toContain('VCIUSE-REFUSES')
    expect((await assay(['report', bad.folder, '--format', 'har'])).out).toContain('"startedDateTime"')
    expect((await assay(['report', bad.folder])).out).toContain('VCIUSE-REFUSES')
    expect((await assay(['baseline', 'update', bad.folder, '--file', known, '--reason', 'tracked as 12'])).code).toBe(0)
    expect((await testIssuer(...broken, '--baseline', known)).code).toBe(0)
  })

  it('is a gate, and that recommendations may decide', async () => {
    const fault = ['--fault', 'VCITOKEN-TYPE/returns-no-type-of-its-tokens']

    for (const flags of [['--gate', 'go-live'], ['--strict']]) {
      const { report } = await testIssuer(...fault, ...flags)

      expect(report.gate).toBe(flags[1] ?? 'conformance')
      expect(report.results.filter(({ force, decides }) => force === 'should' && decides !== undefined)).not.toEqual([])
    }
  })

  it('is replayed by the line that its report has', async () => {
    const { report } = await testIssuer(...broken)
    const { code, out } = await assay(
      [...(report.command ?? []), '--now', '1795000000'].filter((word, i, all) => all.indexOf(word) === i),
    )

    expect(code).toBe(1)
    expect(out).toContain('VCIUSE-REFUSES')
  })
})

describe('the record of a test', () => {
  it('has no value of its messages, and the private one has all of them, for its user alone', async () => {
    const { folder, read } = await testIssuer('--probes', '--keep-private')
    const secrets = [
      ...read('record.private.ndjson').matchAll(/\\"(?:access_token|c_nonce|credential)\\":\\"([^"\\]+)/g),
    ]

    expect(secrets.length).toBeGreaterThan(20)
    for (const [, secret = ''] of secrets) expect(read('record.ndjson')).not.toContain(secret)
    expect(statSync(join(folder, 'record.private.ndjson')).mode & 0o077).toBe(0)
  })

  it('has each probe in a session of its own, and names endpoints as metadata does', async () => {
    const { report, lines } = await testIssuer('--probes')
    const sessions = report.probes.flatMap(({ session }) => session ?? [])

    expect(new Set(sessions).size).toBe(sessions.length)
    expect(new Set(lines.map(({ endpoint }) => endpoint))).toEqual(
      new Set([
        'openid-credential-issuer',
        'oauth-authorization-server',
        'token',
        'nonce',
        'credential',
        'deferred_credential',
        'notification',
        'jwt-vc-issuer',
      ]),
    )
  })
})

/** A report in which every text is an attack. */
const attack = '<script>document.title = 1</script>`|\u001b[31m]]>\n## heading'
const hostile: RunReport = {
  ...{ schemaVersion: 2, tool: { name: 'assay', version: '0', requirements: 1, decisions: 0 }, subject: {} },
  ...{
    startedAt: '2026-11-23T00:00:00.000Z',
    milliseconds: 1,
    seed: '',
    profile: 'openid4vci-1.0',
    gate: 'conformance',
  },
  ...{ decisions: [], selection: { only: [], skip: [], complete: true }, notes: [attack], command: ['test', attack] },
  actors: [{ role: 'issuer', url: attack }],
  sessions: [{ session: 'exchange', purpose: attack, ended: 'stopped', reason: attack, messages: 0 }],
  results: (['failed', 'cantTell', 'untested'] as const).map((outcome) => ({
    ...{ id: `ROW-${outcome}`, section: '4', text: attack, standard: attack, force: 'must', binds: 'issuer' },
    ...{ outcome, decides: 'mandatory', reason: attack, dependsOn: [] },
    consequence: { harm: 'security', text: attack },
    findings: [{ kind: 'exchange', in: attack, at: attack, expected: attack, actual: attack }],
  })),
  probes: (['refused', 'accepted', 'inconclusive'] as const).map((answer) => ({
    ...{ id: attack, requirement: 'ROW-failed', receiver: 'issuer', description: attack, expected: 'refused', answer },
    ...{ actual: attack, obligation: attack },
  })),
  traffic: { calls: 0, sessions: 0, nonces: 0, credentialRequests: 0, credentials: 0, rejections: 0, peakPerSecond: 0 },
  verdict: {
    ...{ result: 'nonconformant', exitCode: 1, claimable: false },
    reasons: [{ code: 'stopped', text: attack, count: 1 }],
  },
}

describe('a report of a hostile target', () => {
  let browser: Reader
  beforeAll(async () => {
    browser = await reader()
  })
  afterAll(() => browser.close())

  it('does nothing in a browser', async () => {
    const { page, complaints } = await browser.open(browser.keep('hostile.html', [...html.render(hostile)].join('\n')))

    expect(await page.title()).toBe('The issuer failed. Assay report')
    expect(await page.locator('script').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  it('adds no element and no heading to JUnit and Markdown', () => {
    for (const text of [junit, markdown].map(({ render }) => [...render(hostile)].join('\n'))) {
      expect(text.replaceAll(/```[\s\S]*?```|``.*?``/g, '')).not.toMatch(/(?<!\\)<script/)
      expect(text).not.toMatch(/^## heading/m)
      expect(text).not.toContain('\u001b')
    }
  })
})
