import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordLine } from '../../model/record.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { html } from '../../reporters/html.ts'
import { hostile, hostileRecord } from '../reporters/hostile-report.ts'
import { failed } from '../reporters/small-report.ts'
import { playWhole, recorderFor } from '../whole-run.ts'
import { type Opened, type Reader, reader } from './chromium.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const { report: real, messages: hops } = await playWhole()
const record = hops.map(recorderFor())

/** Where the credential stands in the answer to the validation. */
const place = record
  .flatMap(({ layers }) => layers)
  .find(({ kind, side }) => kind === 'credential' && side === 'response')

const broken = (result: ReportedResult): ReportedResult => ({
  ...result,
  outcome: 'failed',
  findings: failed.findings.map((each) => ({ ...each, session: 'first', in: place?.in ?? '' })),
})

/** A real run in which something failed, something cannot be told, and lies were accepted. */
const report: RunReport = {
  ...real,
  actors: real.actors.map((each) => (each.role === 'issuer' ? { ...each, url: 'https://issuer.test' } : each)),
  verdict: { ...real.verdict, result: 'nonconformant', exitCode: 1 },
  results: real.results.map((each) => {
    if (each.id === 'SD-DIGEST' || each.id === 'SD-RECUT') return broken(each)
    return each.id === 'SD-EVERY' ? { ...each, outcome: 'cantTell', reason: 'no credential was seen' } : each
  }),
  probes: (['refused', 'accepted', 'inconclusive'] as const).map((answer) => ({
    ...{
      id: answer,
      requirement: 'FLOW-VALIDATES',
      receiver: 'issuer',
      description: 'leaves out `device_id`',
      breaks: 'CFG-DEVICE',
    },
    ...{ expected: 'refused', answer, session: 'second' },
  })),
}

/** Five hundred requirements, of which forty failed. */
const large: RunReport = {
  ...report,
  results: Array.from({ length: 500 }, (_, i) => {
    const like = report.results[i % report.results.length] ?? failed
    const id = `${like.id}-${i}`
    return i % 12 === 0 ? { ...broken(like), id } : { ...like, id }
  }),
}

const textOf = (told: RunReport, lines?: readonly RecordLine[]): string => [...html.render(told, lines)].join('\n')

let browser: Reader
let address: string

beforeAll(async () => {
  browser = await reader()
  address = browser.keep('report.html', textOf(report, record))
})

afterAll(() => browser.close())

/** Waits until it is there to be seen; a page goes to a place a moment after it was asked to. */
const appears = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).first().waitFor({ timeout: 300_000 })

const seen = (page: Page, selector: string): Promise<boolean> => page.locator(selector).first().isVisible()

const shownRows = (page: Page): Promise<readonly string[]> =>
  page.locator('details.req:not([hidden])').evaluateAll((rows) => rows.map(({ id }) => id))

describe('the report, opened from the disk', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await browser.open(address)
  })

  it('begins with the verdict, and shows the other view when asked', async () => {
    const { page } = opened
    expect(await page.locator('h1:visible').innerText()).toBe('The issuer failed.')
    expect(await seen(page, '#requirements')).toBe(false)

    await page.getByRole('link', { name: 'Details', exact: true }).click()
    await appears(page, '#requirements')

    expect(await seen(page, '#verdict')).toBe(false)
    expect(await page.getByRole('link', { name: 'Details', exact: true }).getAttribute('aria-current')).toBe('page')
  })

  it('leads from what is in the way to the requirement', async () => {
    const { page } = opened
    await page.getByRole('link', { name: 'Summary' }).click()
    await appears(page, '#verdict')

    await page.locator('#view-summary').getByRole('link', { name: 'SD-DIGEST' }).first().click()

    await appears(page, '#SD-DIGEST .finding')
    expect(await page.evaluate('document.activeElement.parentElement.id')).toBe('SD-DIGEST')
  })

  it('filters by outcome, role and words, and says how many are left', async () => {
    const { page } = opened
    await page.goto(`${address}#view-details`)

    await page.getByLabel('Outcome').selectOption('failed')
    expect(await shownRows(page)).toEqual(['SD-DIGEST', 'SD-RECUT'])
    expect(await page.getByRole('status').innerText()).toBe(`2 of ${report.results.length} shown`)

    await page.getByRole('searchbox').fill('re-cut OTHER-words')
    expect(await seen(page, '.none')).toBe(true)

    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByLabel('Role').selectOption('status service')
    await page.getByRole('searchbox').fill('status path')
    expect((await shownRows(page)).every((id) => id.startsWith('STATUS-'))).toBe(true)
    expect(page.url()).toContain('#?find=status+path&role=status+service')
  })

  it('keeps the filters in the address', async () => {
    const { page, complaints } = await browser.open(`${address}#?outcome=cantTell`)

    expect(await shownRows(page)).toEqual(['SD-EVERY'])
    expect(complaints).toEqual([])
    await page.close()
  })

  it('opens at a requirement, and at one that a filter had hidden', async () => {
    const { page } = await browser.open(`${address}#STATUS-PATH`)
    expect(await page.locator('#STATUS-PATH .about').isVisible()).toBe(true)
    expect(await page.locator('#STATUS-PATH').evaluate((row) => row.getBoundingClientRect().top < 400)).toBe(true)

    await page.getByLabel('Outcome').selectOption('failed')
    await page.locator('.map').getByRole('link', { name: 'ATT-TYP,' }).click()

    await appears(page, '#ATT-TYP .about')
    expect(await page.getByLabel('Outcome').inputValue()).toBe('')
    await page.close()
  })

  it('is walked with the keyboard, square by square', async () => {
    const { page } = opened
    await page.goto(`${address}#view-details`)
    await page.locator('.map a').first().focus()

    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const [, , third = ''] = await page
      .locator('.map a')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(third)

    await page.keyboard.press('Enter')
    await appears(page, `${third} .about`)
  })

  it('draws the exchange, with the arrow in which something failed', async () => {
    const { page } = opened
    await page.goto(`${address}#SD-DIGEST`)
    const drawing = page.locator('#SD-DIGEST svg')

    expect(await drawing.locator('.failing').count()).toBe(1)
    expect(
      await drawing.evaluate((svg) => svg.querySelector('use')?.getBoundingClientRect().height ?? 0),
    ).toBeGreaterThan(300)
    expect(await drawing.getAttribute('aria-label')).toContain('SD-DIGEST failed in the response')
  })

  it('logs nothing to the console, and sends no request', () => {
    expect(opened.complaints).toEqual([])
  })

  it('prints, with both views', async () => {
    const { page } = opened
    const pdf = await page.pdf({ format: 'A4' })
    await page.emulateMedia({ media: 'print' })

    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect([await seen(page, '#verdict'), await seen(page, '#requirements'), await seen(page, '.filters')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe.each(['light', 'dark'] as const)('in the %s', (colorScheme) => {
  it.each(['', '#SD-DIGEST'])('axe finds nothing at %j', async (hash) => {
    const { page } = await browser.open(address + hash, { colorScheme, bypassCSP: true })
    await page.evaluate(
      'for (const each of [...document.querySelectorAll("details")].filter((_, i) => i % 12 === 0)) each.open = true',
    )
    await page.addScriptTag({ path: axe })

    const found = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html]))',
    )

    expect(found).toEqual([])
    await page.close()
  })

  it('has paper of that kind', async () => {
    const { page } = await browser.open(address, { colorScheme })
    const [red = 0] = await page.evaluate<number[]>(
      'getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).map(Number)',
    )

    expect(red > 128).toBe(colorScheme === 'light')
    await page.close()
  })
})

describe('on a phone', () => {
  it.each(['', '#view-details', '#SD-DIGEST', '#probes', '#session-1'])(
    'nothing is wider than the screen at %j',
    async (hash) => {
      const { page } = await browser.open(address + hash, { viewport: { width: 390, height: 844 } })
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      await page.close()
    },
  )
})

/** Where something is on the screen. */
interface Box {
  readonly left: number
  readonly right: number
}

describe('on a phone, a diagram', () => {
  it('shows the arrow that failed, though it is wider than the screen', async () => {
    const { page } = await browser.open(`${address}#SD-DIGEST`, { viewport: { width: 390, height: 844 } })
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
    await page.waitForFunction('document.querySelector("#SD-DIGEST .drawing").scrollLeft > 0')

    const [arrow, frame] = await page.evaluate<readonly [Box, Box]>(
      '["#SD-DIGEST .failing", "#SD-DIGEST .drawing"].map((at) => document.querySelector(at).getBoundingClientRect().toJSON())',
    )
    const visible = Math.min(arrow.right, frame.right) - Math.max(arrow.left, frame.left)
    expect(visible).toBeGreaterThan(100)
    await page.close()
  })
})

describe('without a script', () => {
  it('everything is there to be read, and no filter that does nothing', async () => {
    const { page } = await browser.open(address, { javaScriptEnabled: false })

    expect([await seen(page, '#verdict'), await seen(page, '#requirements'), await seen(page, '.filters')]).toEqual([
      true,
      true,
      false,
    ])
    await page.close()
  })
})

describe('a report of five hundred requirements', () => {
  it('opens with little work: few layouts, and few elements for each requirement', async () => {
    const { page } = await browser.open(`${browser.keep('large.html', textOf(large, record))}#view-details`)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await page.reload()
    const elements = await page.evaluate<number>('document.body.offsetHeight && document.querySelectorAll("*").length')
    const { metrics } = await session.send('Performance.getMetrics')
    const count = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN

    expect(count('LayoutCount')).toBeLessThan(20)
    expect(count('RecalcStyleCount')).toBeLessThan(20)
    expect(elements / large.results.length).toBeLessThan(100)
    await page.close()
  })
})

describe('a report with hostile content', () => {
  it('shows it as text, and runs nothing', async () => {
    const { page, complaints } = await browser.open(browser.keep('hostile.html', textOf(hostile, hostileRecord)))
    await page.goto(`${page.url()}#view-details`)

    expect(await page.locator('script, img, iframe, object, embed, form').count()).toBe(1)
    expect(await page.locator('details.req').count()).toBe(hostile.results.length)
    expect(complaints).toEqual([])
    await page.close()
  })
})
