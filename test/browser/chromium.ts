import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core'

/** A page as a reader has it, and everything that a page must not do: say something to the console, fail, or ask somebody. */
export interface Opened {
  readonly page: Page
  readonly complaints: readonly string[]
}

/** A browser that opens files from the disk. */
export interface Reader {
  readonly browser: Browser
  /** Writes a page to the disk and says its address. */
  readonly keep: (name: string, text: string) => string
  readonly open: (address: string, options?: BrowserContextOptions) => Promise<Opened>
  readonly close: () => Promise<void>
}

/** Starts the browser that comes with the packages, so that a new machine needs nothing else. */
export async function reader(): Promise<Reader> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-page-'))
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  return {
    browser,
    keep: (name, text) => {
      writeFileSync(join(folder, name), text)
      return pathToFileURL(join(folder, name)).href
    },
    open: async (address, options = {}) => {
      const complaints: string[] = []
      const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options })
      page.on('console', (message) => complaints.push(`console: ${message.text()}`))
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
      page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
      page.on('request', (request) => {
        if (request.url() !== address.split('#')[0]) complaints.push(`request: ${request.url()}`)
      })
      await page.goto(address)
      return { page, complaints }
    },
    close: async () => {
      await browser.close()
      rmSync(folder, { recursive: true })
    },
  }
}
