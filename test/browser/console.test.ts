import { createRequire } from 'node:module'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { serving } from '../cli/serving.ts'
import { serveActor } from '../standards/served-issuer.ts'
import { openConsole } from '../ui/open-console.ts'
import { deadUrl } from '../wire/servers.ts'
import { type Reader, reader } from './chromium.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let browser: Reader
beforeAll(async () => {
  browser = await reader()
})
afterAll(() => browser.close())

/** Opens a page until its test is over, with all that it complained of or asked of another server. */
async function open(url: string, options: BrowserContextOptions = {}) {
  const { page, complaints } = await browser.open(url, options)
  onTestFinished(() => page.close())
  const own = `request: ${new URL(url).origin}/`
  return { page, complaints: () => complaints.filter((each) => !each.startsWith(own)) }
}

const title = (page: Page, words: string | RegExp): Promise<void> =>
  page.locator('h1', { hasText: words }).waitFor({ timeout: 300_000 })

/** What axe finds on a page that is open under no policy. */
async function violations(page: Page): Promise<unknown> {
  await page.addScriptTag({ path: axe })
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html]))',
  )
}

describe('the console in an empty folder', () => {
  it('runs the reference actors, shows each message as it comes, and the verdict', async () => {
    const { url } = await openConsole()
    const { page, complaints } = await open(url)
    await title(page, 'Ready to test the reference actors.')

    await page.getByRole('button', { name: 'Run' }).click()
    await page.locator('#messages details').first().waitFor({ timeout: 300_000 })
    await title(page, 'The reference actors passed provisionally.')

    expect(await page.locator('#messages details').count()).toBe(56)
    expect(await page.getByRole('status').textContent()).toBe('The reference actors passed provisionally.')
    expect(complaints()).toEqual([])
  })

  it('keeps two runs, leads to their reports, and compares them', async () => {
    const { url } = await openConsole()
    const { page, complaints } = await open(url)
    for (const id of ['SD-DIGEST', 'SD-SALTED']) {
      await page.getByLabel('Only these requirements').fill(id)
      await page.getByRole('button', { name: /^Run/ }).click()
      await title(page, 'passed provisionally')
    }

    await page.getByRole('link', { name: 'History' }).click()
    expect(await page.locator('tbody tr').count()).toBe(2)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await title(page, 'Comparison')
    expect(await page.locator('.items .name').allInnerTexts()).toEqual(['SD-DIGEST', 'SD-SALTED'])
    await page.goBack()
    await page.locator('tbody a').first().click()
    await title(page, 'passed provisionally')
    expect(complaints()).toEqual([])
  })

  it('works without scripts', async () => {
    const { url } = await openConsole()
    const { page } = await open(url, { javaScriptEnabled: false })

    await page.getByLabel('Only these requirements').fill('SD-DIGEST')
    await page.getByRole('button', { name: 'Run' }).click()
    await title(page, 'passed provisionally')

    expect(await page.locator('#messages details').count()).toBe(56)
  })
})

describe('the console by the keyboard alone', () => {
  it('picks a suite, fills in its form, runs it, and explains what failed', async () => {
    const offers = await serveActor('openid4vci-issuer', '--fault', 'VCIUSE-REFUSES/takes-any-nonce')
    const { url } = await openConsole()
    const { page, complaints } = await open(url)
    const reach = async (locator: Locator): Promise<void> => {
      for (let i = 0; i < 80; i++) {
        if (await locator.evaluate((element) => element === element.ownerDocument.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error('it cannot be reached by the keyboard')
    }
    await reach(page.getByRole('link', { name: 'OpenID4VCI 1.0: Issuer' }))
    await page.keyboard.press('Enter')
    await title(page, 'Ready to test the reference issuer by OpenID4VCI 1.0.')
    await reach(page.getByLabel('Offers'))
    await page.keyboard.type(offers)
    await reach(page.getByRole('button', { name: 'Run', exact: true }))
    await page.keyboard.press('Enter')
    await title(page, 'The issuer failed.')
    await reach(page.locator('#result').getByRole('link', { name: 'Explain VCIUSE-REFUSES' }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('How to fix it').waitFor()
    await page.keyboard.press('Escape')

    expect(await page.getByRole('dialog').isVisible()).toBe(false)
    expect(complaints()).toEqual([])
  })
})

describe('the console of a target', () => {
  it('shows what failed at its message, explains it, and runs it again', async () => {
    const { facts } = await serving('issuer', '--fault', 'SD-DIGEST/joins-the-parts-with-dots')
    const { url } = await openConsole(['--target', `issuer=${facts.url}`, '--now', String(facts.now)])
    const { page, complaints } = await open(url)
    await page.getByLabel('Send negative tests').uncheck()
    await page.getByRole('button', { name: 'Run' }).click()
    await title(page, 'The issuer failed.')

    expect(await page.locator('#messages .finding b').allInnerTexts()).toContain('SD-DIGEST')

    await page.locator('#result').getByRole('link', { name: 'Explain SD-DIGEST' }).click()
    await page.getByRole('dialog').getByText('joins the parts with dots').first().waitFor({ timeout: 300_000 })
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').isVisible()).toBe(false)

    await page.locator('#result').getByRole('button', { name: 'Run it again: SD-DIGEST' }).click()
    await title(page, 'The issuer failed.')
    await page.getByRole('link', { name: 'History' }).click()
    expect(await page.locator('tbody').innerText()).toContain('only SD-DIGEST')
    await page.getByRole('link', { name: 'Plan' }).click()
    expect(await page.getByRole('row', { name: /^SD-DIGEST/ }).innerText()).toContain('failed')
    expect(complaints()).toEqual([])
  })

  it('says of a target that is down what is probably wrong', async () => {
    const { url } = await openConsole(['--target', `issuer=${await deadUrl()}`])
    const { page } = await open(url)
    await page.getByRole('button', { name: 'Run' }).click()
    await title(page, 'The issuer could not be reached.')

    expect(await page.locator('#result').innerText()).toContain('Probably wrong: targets.issuer.url')
    expect(await page.locator('#messages').innerText()).toContain('Start the target or correct its address.')
  })

  it('shows the offer as a QR code, a new one for each try, until the run is stopped', async () => {
    const { url } = await openConsole(['--target', 'wallet=manual'])
    const { page, complaints } = await open(url)
    await page.getByRole('button', { name: 'Run' }).click()
    const step = page.locator('#task')
    await step.locator('svg').waitFor({ timeout: 300_000 })
    const [first, until] = [await step.locator('.link').innerText(), step.getByText('until')]
    const before = await until.innerText()
    expect(first).toMatch(/^openid-credential-offer:/)

    const { page: answers } = await open((await step.getByRole('link', { name: 'Answer' }).getAttribute('href')) ?? '')
    await answers.getByLabel('Why it cannot be done').fill('the phone is away')
    await answers.getByRole('button', { name: 'Skip this session' }).click()
    await step.locator('.link').filter({ hasNotText: first }).waitFor({ timeout: 300_000 })

    expect(await until.innerText()).not.toBe(before)
    await page.getByRole('button', { name: 'Stop the run' }).click()
    await title(page, 'was interrupted')
    expect(await step.isVisible()).toBe(false)
    expect(complaints()).toEqual([])
  })
})

describe('in the light and in the dark, wide and narrow', () => {
  const places = ['', 'plan', 'decisions', 'history', 'explain/SD-DIGEST', 'nothing', '?suite=haip-1.0&role=wallet']
  const ways = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [1200, 390].map((width) => ({ colorScheme, width })),
  )

  it('axe finds nothing, and nothing is wider than the screen', async () => {
    const { facts } = await serving('issuer', '--fault', 'SD-DIGEST/joins-the-parts-with-dots')
    const { url } = await openConsole(['--target', `issuer=${facts.url}`, '--now', String(facts.now)])
    const { page: first } = await open(url)
    for (const id of ['', 'SD-*']) {
      await first.getByLabel('Only these requirements').fill(id)
      await first.getByLabel('Send negative tests').uncheck()
      await first.getByRole('button', { name: /^Run( again)?$/ }).click()
      await title(first, 'The issuer failed.')
    }

    const found: unknown[] = []
    for (const { colorScheme, width } of ways) {
      const { page } = await open(url, { colorScheme, viewport: { width, height: 844 }, bypassCSP: true })
      for (const place of places) {
        await page.goto(url + place)
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
        const [wide, wrong] = [await page.evaluate('document.documentElement.scrollWidth'), await violations(page)]
        found.push({ place, colorScheme, width: wide, wrong })
      }
    }

    expect(found).toEqual(
      ways.flatMap(({ colorScheme, width }) => places.map((place) => ({ place, colorScheme, width, wrong: [] }))),
    )
  })
})
