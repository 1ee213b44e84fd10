import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explain } from '../../tools/site/explanation.ts'
import { buildSite } from '../../tools/site/main.ts'
import { renderMarkdown } from '../../tools/site/markdown.ts'
import { type Reader, reader } from './chromium.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const types: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript', '.png': 'image/png' }

/** Requirements whose examples are played: of the document, of an exchange, and of a standard. */
const explained = ['SD-DIGEST', 'FLOW-VALIDATES', 'VCIOFFER-IDS']

let browser: Reader
let site: string
let base: string

const server = createServer(({ url = '' }, response) => {
  const path = new URL(url, 'http://site').pathname
  response.setHeader('content-type', types[extname(path)] ?? 'text/html')
  response.end(readFileSync(join(site, path)))
})

beforeAll(async () => {
  site = mkdtempSync(join(tmpdir(), 'assay-site-'))
  await buildSite(site, async (id) => (explained.includes(id) ? explain(id) : ''))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  browser = await reader()
})

afterAll(async () => {
  await browser.close()
  server.close()
  rmSync(site, { recursive: true })
})

const open = async (path: string, width = 1200) =>
  (await browser.open(`${base}/${path}`, { viewport: { width, height: 900 } })).page

describe('the search', () => {
  it.each([
    ['sd-digest', 'SD-DIGEST'],
    ['VCIOFFER-IDS', 'VCIOFFER-IDS'],
    ['credential_configuration_ids array of strings', 'OFFER-IDS'],
    ['issuer validates credential requests', 'FLOW-VALIDATES'],
  ])('finds the requirement first: %s', async (words, id) => {
    const page = await open('docs/guide/index.html')
    await page.getByRole('searchbox').fill(words)
    await page.getByRole('searchbox').press('Enter')
    const first = page.locator('#found a').first()

    expect(await first.textContent()).toBe(id)
    await first.click()
    expect(await page.locator('main').textContent()).toContain(id)
  })

  it('shows what was typed as text', async () => {
    const page = await open(`search.html?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)

    expect(await page.locator('#count').textContent()).toBe('Nothing was found.')
    expect(await page.locator('img').count()).toBe(0)
  })
})

describe('the page of a requirement', () => {
  it.each(explained)(
    'begins with the sentence, and has examples of both kinds and the way to fix it: %s',
    async (id) => {
      const page = await open(`requirements/${id}.html`)
      const headings = await page.getByRole('heading').allTextContents()

      expect(headings[0]).toMatch(/\.$/)
      expect(headings.slice(1)).toEqual(
        expect.arrayContaining([
          ...(id === 'FLOW-VALIDATES' ? [] : ['A passing example', 'How to fix it']),
          'A failing example',
        ]),
      )
      expect(await page.locator('dt').allTextContents()).toEqual(
        expect.arrayContaining(['Source', 'If it is violated', 'actual']),
      )
    },
  )
})

describe('the pages', () => {
  it.each([
    ...['index.html', 'docs/guide/index.html', 'docs/requirements.html', 'docs/standards/openid4vp-1.0.html'],
    ...['requirements/SD-DIGEST.html', 'docs/probes.html', 'docs/standards/coverage.html', 'docs/api/index.html'],
  ])('fit a phone, are not huge, and can be read by everyone: %s', async (path) => {
    const phone = await open(path, 390)
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await phone.close()
    const page = await open(path)

    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(70_000)
    await page.evaluate(readFileSync(axe, 'utf8'))
    const found = (await page.evaluate('axe.run()')) as { readonly violations: readonly { readonly id: string }[] } // as axe returns it
    expect(found.violations.map(({ id }) => id)).toEqual([])
    await page.close()
  })

  it('escape everything that is no Markdown', () => {
    const text =
      '# <b>\n\n<script>alert(1)</script> [x](javascript:alert(1)) `<i>`\n\n- <i>\n\n| <u> |\n| --- |\n| "<s>" |'
    const html = renderMarkdown(text, { resolve: () => undefined }).text

    expect(html.match(/<(?!\/?(?:h1|p|code|ul|li|div|table|thead|tbody|tr|th|td)\b)/g)).toBeNull()
    expect(html).not.toContain('javascript:')
  })
})
