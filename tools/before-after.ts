import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { escapeXml } from '../reporters/text/xml.ts'
import { openBrowser, readLine, startProgram, stop } from './screenshots.ts'

// Makes a page of before and after for a pull request: the sentences of docs/style.md, and every screen of the console.
// `npm run before-after -- FOLDER [EARLIER_CHECKOUT]`; without an earlier checkout, it has the screens of today alone.

const home = fileURLToPath(new URL('..', import.meta.url))

/** The screens of the console, in the order in which a user comes to them. */
const screens: Readonly<Record<string, (page: Page, base: string) => Promise<unknown>>> = {
  ready: (page, base) => page.goto(base),
  'form of a standard': (page, base) => page.goto(`${base}?suite=openid4vci-1.0&role=issuer`),
  result: async (page, base) => {
    await page.goto(base)
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.locator('h1', { hasText: /passed|failed/ }).waitFor({ timeout: 300_000 })
  },
  explanation: (page, base) => page.goto(`${base}explain/SD-DIGEST`),
  plan: (page, base) => page.goto(`${base}plan`),
  decisions: (page, base) => page.goto(`${base}decisions`),
  history: (page, base) => page.goto(`${base}history`),
  'on a phone': async (page, base) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(base)
  },
}

/** Takes a picture of every screen of the console of a checkout. */
async function shootConsole(browser: Browser, checkout: string, folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'assay-console-'))
  const program = startProgram(join(checkout, 'bin/assay.js'), ['ui', '--members', '0'], work)
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' })
  mkdirSync(folder, { recursive: true })
  try {
    const base = await readLine(program, /http:\S+/)
    for (const [name, open] of Object.entries(screens)) {
      await open(page, base)
      await page.screenshot({ path: join(folder, `${name.replaceAll(' ', '-')}.png`) })
    }
  } finally {
    await page.close()
    await stop(program)
    rmSync(work, { recursive: true })
  }
}

/** The sentences before and after, of the writing style. */
const readPairs = (): readonly (readonly string[])[] =>
  (readFileSync(join(home, 'docs/style.md'), 'utf8').split('| Before | After |\n|---|---|\n')[1] ?? '')
    .trim()
    .split('\n')
    .map((row) => row.slice(2, -2).split(' | '))

const writeRow = (cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

const writePicture = (side: string, name: string): string =>
  `<img src="${side}/${name.replaceAll(' ', '-')}.png" alt="${side}: ${name}" width="550">`

const writePage = (sides: readonly string[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Before and after</title>
<h1>Before and after</h1>
<h2>Sentences</h2>
<table>${readPairs()
  .map((pair) => writeRow(pair.map(escapeXml)))
  .join('\n')}</table>
<h2>Screens of the console</h2>
<table>${Object.keys(screens)
  .map((name) => writeRow([name, ...sides.map((side) => writePicture(side, name))]))
  .join('\n')}</table>
</html>
`

/** Makes the page in a folder. */
export async function makeBeforeAfter(folder: string, earlier?: string): Promise<void> {
  const browser = await openBrowser()
  const sides = { ...(earlier !== undefined && { before: resolve(earlier) }), after: home }
  try {
    for (const [side, checkout] of Object.entries(sides)) await shootConsole(browser, checkout, join(folder, side))
  } finally {
    await browser.close()
  }
  writeFileSync(join(folder, 'index.html'), writePage(Object.keys(sides)))
}

if (import.meta.main) await makeBeforeAfter(process.argv[2] ?? 'before-after', process.argv[3])
