import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { dispatch } from '../../src/cli/dispatch.ts'
import { runFiles } from '../../src/run-folder/run-files.ts'
import { phone, type Read } from '../drivers/at-hand.ts'
import { playing as near, outcomesOf, time } from '../e2e/playing.ts'
import { folderWith } from '../temporary-folder.ts'
import { type Reader, reader } from './chromium.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let browser: Reader
beforeAll(async () => {
  browser = await reader()
})
afterAll(() => browser.close())

/** A run by hand that has begun. */
interface Begun {
  readonly url: string
  readonly said: readonly string[]
  readonly ended: Promise<{ readonly code: number; readonly report: RunReport }>
}

/** Begins a run as somebody does at a terminal, and waits until it says where its page is. */
async function begin(out: string, ...argv: readonly string[]): Promise<Begun> {
  const said: string[] = []
  const page = Promise.withResolvers<string>()
  const run = ['run', '--target', 'wallet=manual', '--now', String(time), '--out', out, ...argv]
  const ended = dispatch(run, {
    out: () => {},
    err: (line) => {
      said.push(line)
      const [url] = /http:\S+\/assay\/\S+/.exec(line) ?? []
      if (url !== undefined) page.resolve(url)
    },
    paint: plainPaint,
    stdin: () => Buffer.alloc(0),
  }).then((code) => ({ code, report: JSON.parse(readFileSync(join(out, runFiles.report), 'utf8')) }))
  const url = await Promise.race([page.promise, ended.then(() => Promise.reject(new Error(said.join('\n'))))])
  return { url, said, ended }
}

/** Sends what an app sends, for real. */
async function callOut({ method, url, headers, body }: HttpRequest): Promise<HttpResponse> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

/** What a person reads on the page. */
async function readOn(page: Page): Promise<Read> {
  const terms = await page
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? '']),
    )
  const [, session = ''] = /Session (\w+)/.exec(await page.locator('p.step').innerText()) ?? []
  const link = (await page.locator('.link').textContent()) ?? ''
  return { session, link, facts: Object.fromEntries(terms) }
}

const step = (page: Page, number: number) => page.locator(`main[data-task="${number}"]`)

/** Does a step as a person does: takes the offer with the phone, and brings the link back. */
async function follow(page: Page, number: number, { take } = phone(callOut)): Promise<void> {
  await step(page, number).waitFor({ timeout: 300_000 })
  await page.getByLabel('The link that the wallet made').fill(await take(await readOn(page)))
  await page.getByRole('button', { name: 'Hand it to the identity app' }).click()
}

async function skip(page: Page, number: number, reason: string): Promise<void> {
  await step(page, number).waitFor({ timeout: 300_000 })
  await page.getByLabel('Why it cannot be done').fill(reason)
  await page.getByRole('button', { name: 'Skip this session' }).click()
}

/** What the reference comes to at the same address. */
async function twinAt(url: string): Promise<RunReport> {
  const here = new URL(url).origin
  const addresses = {
    issuer: here,
    'status-service': here,
    'wallet-backend': here,
    verifier: 'https://verifier.example',
  }
  return (await near({}, { settings: { addresses }, tested: new Set(['wallet']) })).report
}

const open = async (url: string, options?: BrowserContextOptions) => {
  const { page, complaints } = await browser.open(url, options)
  // At the end of a run, the page may ask once more: the browser says that the server has gone.
  const usual = [`request: ${url}`, 'console: Failed to load resource: net::ERR_']
  return { page, complaints: () => complaints.filter((each) => !usual.some((start) => each.startsWith(start))) }
}

describe('a wallet in the hand of a person', () => {
  it('comes to what the reference comes to', async () => {
    const out = folderWith()
    const { url, said, ended } = await begin(out)
    const { page, complaints } = await open(url)

    for (const number of [1, 2, 3]) await follow(page, number)
    const { code, report } = await ended

    const twin = await twinAt(url)
    expect(report.sessions.map(({ ended: how }) => how)).toEqual(['completed', 'completed', 'completed'])
    // Nobody tells a wallet which key to ask for: where it is ours, one session is for a key on a curve.
    expect(outcomesOf(report)).toEqual({
      ...outcomesOf(twin),
      'CRE-POINT': 'inapplicable',
    })
    expect(code).toBe(twin.verdict.exitCode)
    await page.getByText('The run is over: conformant').waitFor({ timeout: 300_000 })
    expect([await page.title(), await page.textContent('h1')]).toEqual(['The run is over · Assay', 'The run is over'])
    expect(await page.locator('form').count()).toBe(0)
    expect(complaints()).toEqual([])
    expect(said.join('\n')).toContain('a phone cannot reach 127.0.0.1')
    expect(said.join('\n')).toMatch(/[▀▄█]{20}.*Let the wallet accept the offer.*openid-credential-offer:/s)
    expect(existsSync(join(out, runFiles.private))).toBe(false)
    await page.close()
  })

  it('is moved without a script as well', async () => {
    const { url, ended } = await begin(folderWith())
    const { page } = await open(url, { javaScriptEnabled: false })
    const able = phone(callOut)

    for (const number of [1, 2, 3]) await follow(page, number, able)

    expect((await ended).report.sessions.map(({ ended: how }) => how)).toEqual(['completed', 'completed', 'completed'])
    await page.close()
  })

  it('says nothing of itself where it never calls, and cannot be told then', async () => {
    const { ended } = await begin(folderWith(), '--timeout', '0.2')

    const { code, report } = await ended

    expect([code, report.verdict.result]).toEqual([3, 'inconclusive'])
    expect(report.results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(
      report.results.filter(({ reason = '' }) => reason.includes('nothing came within 0.2 s')).length,
    ).toBeGreaterThan(10)
  })

  it('is gone on with where it was left', async () => {
    const out = folderWith()
    const before = await begin(out)
    const first = await open(before.url)
    await follow(first.page, 1)
    await skip(first.page, 2, 'the battery is empty')
    await follow(first.page, 3)
    expect((await before.ended).code).toBe(3)
    expect(statSync(join(out, runFiles.private)).mode & 0o777).toBe(0o600)

    const { url, said, ended } = await begin(out, '--resume')
    const { page } = await open(url)
    await follow(page, 1)
    const { code, report } = await ended

    const twin = await twinAt(url)
    expect(said.join('\n')).toContain('first, last were complete and will not be run again')
    expect(outcomesOf(report)).toEqual({
      ...outcomesOf(twin),
      'CRE-POINT': 'inapplicable',
    })
    expect(code).toBe(twin.verdict.exitCode)
    expect(existsSync(join(out, runFiles.private))).toBe(false)
    await first.page.close()
    await page.close()
  })
})

describe('the page', () => {
  it.each(['light', 'dark'] as const)(
    'has nothing that axe finds in the %s, and fits on a phone',
    async (colorScheme) => {
      const { url, ended } = await begin(folderWith())
      const { page } = await open(url, { colorScheme, bypassCSP: true, viewport: { width: 390, height: 844 } })
      await follow(page, 1)
      await step(page, 2).waitFor({ timeout: 300_000 })
      await page.locator('summary').click()
      await page.addScriptTag({ path: axe })

      const found = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html]))',
      )

      expect(found).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      await shot(page, `390-${colorScheme}`)
      await page.setViewportSize({ width: 1200, height: 900 })
      await shot(page, `1200-${colorScheme}`)
      await skip(page, 2, 'seen enough')
      await skip(page, 3, 'seen enough')
      await ended
      await page.close()
    },
  )

  it('does not update while a person writes', async () => {
    const { url, ended } = await begin(folderWith())
    const { page } = await open(url)
    await step(page, 1).waitFor({ timeout: 300_000 })
    const { take } = phone(callOut)
    const read = await readOn(page)
    await page.getByLabel('Why it cannot be done').fill('I begin to wr')

    await take(read)
    await page.locator('#seen').getByRole('rowheader', { name: 'nonce' }).waitFor({ timeout: 300_000 })

    expect(await page.getByLabel('Why it cannot be done').inputValue()).toBe('I begin to wr')
    await skip(page, 1, 'seen enough')
    await skip(page, 2, 'seen enough')
    await skip(page, 3, 'seen enough')
    await ended
    await page.close()
  })
})

const shots = process.env.SHOTS

/** A picture for whoever wants to look. */
const shot = async (page: Page, name: string): Promise<void> =>
  shots === undefined ? undefined : void (await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true }))
