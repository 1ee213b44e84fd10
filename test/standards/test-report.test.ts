import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderTestPage } from '../../reporters/tested/html.ts'
import { renderTestJunit } from '../../reporters/tested/junit.ts'
import { renderTestMarkdown } from '../../reporters/tested/markdown.ts'
import type { TestReport } from '../../reporters/tested/test-report.ts'
import { compiler } from '../../tools/generate-validators.ts'
import { readSchemas } from '../../tools/schemas.ts'
import { type Reader, reader } from '../browser/chromium.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../cli/told.ts'

const files = ['report.json', 'report.html', 'report.md', 'junit.xml'] as const

/** Tests an issuer, and reads all that is written. */
async function testIssuer(...flags: readonly string[]) {
  const folder = folderWith()
  const { code } = await assay(['test', 'issuer', '--now', '1795000000', '--out', join(folder, 'tested'), ...flags])
  const [json = '', page = '', markdown = '', junit = ''] = files.map((name) =>
    readFileSync(join(folder, 'tested', name), 'utf8'),
  )
  const report: TestReport = JSON.parse(json)
  return { code, report, page, markdown, junit }
}

const outcomeOf = ({ requirements }: TestReport, id: string) => requirements.find((each) => each.id === id)?.outcome

describe('the report of a test', () => {
  it('has a requirement that a probe shows to be broken, in every form', async () => {
    const { code, report, page, markdown, junit } = await testIssuer(
      ...['--probes', '--fault', 'VCIUSE-REFUSES/takes-any-nonce'],
    )

    expect({ code, conclusion: report.conclusion, exitCode: report.exitCode }).toEqual({
      code: 1,
      conclusion: 'failed',
      exitCode: 1,
    })
    expect(report.requirements.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual([
      'VCIUSE-REFUSES',
    ])
    expect(report.probes.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1)
    for (const text of [page, markdown, junit])
      expect(text).toMatch(/VCIUSE-REFUSES[\s\S]*a proof with a nonce that was made up: (<b>)?issued/)
    expect(junit).toContain('failures="2" errors="0"')
  })

  it('has what is wrong in messages, with the message and the place', async () => {
    const { report, markdown } = await testIssuer('--fault', 'VCITOKEN-TYPE/returns-no-type-of-its-tokens')
    const [finding] = report.requirements.find(({ id }) => id === 'VCITOKEN-TYPE')?.findings ?? []

    expect(finding).toMatchObject({ source: 'the token response', at: '/token_type' })
    expect(markdown).toContain('the token response, /token_type: expected')
  })

  it('names what was not tested, and does not call it passed', async () => {
    const { code, report, page, junit } = await testIssuer()

    expect(code).toBe(0)
    expect([outcomeOf(report, 'VCIUSE-REFUSES'), outcomeOf(report, 'VCIMETA-ISSUER')]).toEqual(['untested', 'passed'])
    expect(page).toContain('What was not tested, and why')
    expect(junit).toMatch(/name="VCIUSE-REFUSES: [^>]*>\n<skipped type="untested"/)
  })

  it('says why nothing was seen of a requirement', async () => {
    const [plain, probed] = [await testIssuer(), await testIssuer('--probes')]
    const reasonOf = ({ report }: typeof plain, id: string) =>
      report.requirements.find((each) => each.id === id)?.reason

    expect(reasonOf(plain, 'VCIUSE-REFUSES')).toBe('probes show it: see --probes')
    expect(reasonOf(probed, 'VCIUSE-TRANSACTION-ONCE')).toBe(
      'it takes more than was seen: the same deferred request twice',
    )
    expect(reasonOf(probed, 'VCIAUTH-STATE')).toContain('--grant')
    expect(reasonOf(probed, 'VCISIGNED-TYP')).toBe('the metadata is not signed')
    expect(reasonOf(probed, 'VCIHTTP-JWT')).toBe('the response has another message')
    for (const { report } of [plain, probed])
      expect(
        report.requirements.filter(({ outcome, reason }) => outcome === 'untested' && reason === undefined),
      ).toEqual([])
    for (const text of [probed.page, probed.markdown, probed.junit]) expect(text).toContain('etadata is not signed')
  })

  it('is described by its schema', async () => {
    const isReport = compiler().compile(readSchemas().get('test-report') ?? false)
    const { report } = await testIssuer('--probes')

    isReport(report)
    expect(isReport.errors ?? []).toEqual([])
    expect(isReport({ ...report, conclusion: 'fine' })).toBe(false)
    expect(isReport({ ...report, holder: 'Asha' })).toBe(false)
  })
})

/** A report in which every text is an attack. */
const attack = '<script>document.title = 1</script>`|\u001b[31m]]>\n## heading'
const hostile: TestReport = {
  ...{ schema: 'test-report', tool: { name: 'assay', version: '0' }, profile: attack, role: 'issuer', target: attack },
  ...{ startedAt: '2026-11-23T00:00:00Z', endedAt: '2026-11-23T00:00:01Z', conclusion: 'failed', exitCode: 1 },
  obstacle: attack,
  requirements: (['failed', 'inconclusive', 'untested'] as const).map((outcome) => ({
    ...{ id: `ROW-${outcome}`, text: attack, standard: attack, force: 'must', outcome, decides: true, reason: attack },
    consequence: { harm: 'security', text: attack },
    findings: [{ source: attack, at: attack, expected: attack, actual: attack }],
  })),
  probes: (['held', 'failed', 'remark', 'inconclusive'] as const).map((outcome) => ({
    ...{ id: attack, requirement: 'ROW-failed', description: attack, outcome, actual: attack },
  })),
  messages: [{ source: attack, kind: attack, conclusion: attack }],
  notes: [attack],
}

describe('a report of a hostile target', () => {
  let browser: Reader
  beforeAll(async () => {
    browser = await reader()
  })
  afterAll(() => browser.close())

  it('does nothing in a browser', async () => {
    const { page, complaints } = await browser.open(browser.keep('hostile.html', renderTestPage(hostile)))

    expect(await page.title()).toBe('The issuer failed. Assay')
    expect(await page.locator('script').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('adds no element and no heading to JUnit and Markdown', () => {
    const [junit, markdown] = [renderTestJunit(hostile), renderTestMarkdown(hostile)]

    expect(junit).not.toContain('<script')
    for (const text of [junit, markdown]) {
      expect(text).not.toMatch(/^## heading/m)
      expect(text).not.toContain('\u001b')
    }
  })
})
