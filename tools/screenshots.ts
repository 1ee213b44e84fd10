import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { render } from '../src/index.ts'

// Takes the screenshots of the documentation: `npm run screenshots`. Seed, time and addresses are fixed.

const executable = fileURLToPath(new URL('../bin/assay.js', import.meta.url))
const fixed = ['--now', '2026-11-18T12:00:00Z', '--seed', '1']
const fault = 'SD-DIGEST/joins-the-parts-with-dots'

/** Takes every screenshot. Pages with a port show the given one; port 0 takes a free one. */
export async function takeScreenshots(folder: string, port: number): Promise<void> {
  const runs = mkdtempSync(join(tmpdir(), 'assay-screenshots-'))
  const browser = await openBrowser()
  mkdirSync(folder, { recursive: true })
  try {
    await shootReport(browser, await makeReport(join(runs, 'report')), folder)
    await shootManualRun(browser, join(runs, 'manual'), port, folder)
  } finally {
    await browser.close()
    rmSync(runs, { recursive: true })
  }
}

/** Opens the browser that comes with the packages. */
export const openBrowser = async (): Promise<Browser> =>
  playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=none'],
  })

/** Starts Assay, from this checkout or another one. */
export const startProgram = (program: string, args: readonly string[], cwd?: string): ChildProcess =>
  spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })

const start = (...args: readonly string[]): ChildProcess => startProgram(executable, args)

/** The first line of a process that matches a pattern. */
export async function readLine({ stdout, stderr }: ChildProcess, pattern: RegExp): Promise<string> {
  const lines = [stdout, stderr].map((input) => input && findLine(createInterface({ input }), pattern))
  return Promise.any(lines.map(async (line) => (await line) ?? Promise.reject(new Error(`no line with ${pattern}`))))
}

async function findLine(lines: AsyncIterable<string>, pattern: RegExp): Promise<string | undefined> {
  for await (const line of lines) {
    const [found] = pattern.exec(line) ?? []
    if (found !== undefined) return found
  }
  return undefined
}

/** Ends a process, and waits for its end. */
export async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** Runs Assay against an issuer with one fault, and returns the path of the report in HTML. */
async function makeReport(out: string): Promise<string> {
  const issuer = start('serve', 'issuer', 'status-service', '--fault', fault, '--port', '0', '--quiet', ...fixed)
  const url = await readLine(issuer, /http:\S+/)
  const targets = ['issuer', 'status-service'].flatMap((role) => ['--target', `${role}=${url}`])
  await once(start('run', ...targets, '--members', '0', '--quiet', '--out', out, ...fixed), 'exit')
  await stop(issuer)
  const page = join(out, 'report.html')
  writeFileSync(page, replaceVariableTexts(await render(out, 'html'), url))
  return page
}

const replaceVariableTexts = (text: string, url: string): string =>
  text
    .replaceAll(url, 'https://issuer.example')
    .replaceAll(/\b\d+ ms\b/g, '123 ms')
    .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, '2026-11-18')

const openPage = (browser: Browser, height: number): Promise<Page> =>
  browser.newPage({ viewport: { width: 1100, height }, reducedMotion: 'reduce', colorScheme: 'light' })

async function shootReport(browser: Browser, report: string, folder: string): Promise<void> {
  const page = await openPage(browser, 640)
  await page.goto(pathToFileURL(report).href)
  await page.screenshot({ path: join(folder, 'report-verdict.png') })
  await page.goto(`${pathToFileURL(report).href}#SD-DIGEST`)
  const requirement = page.locator('details.req[id="SD-DIGEST"]')
  await requirement.evaluate('(element) => { element.open = true; element.scrollIntoView() }')
  await page.screenshot({ path: join(folder, 'report-requirement.png') })
}

async function shootManualRun(browser: Browser, out: string, port: number, folder: string): Promise<void> {
  const run = start('run', '--target', 'wallet=manual', '--listen', `127.0.0.1:${port}`, '--out', out, ...fixed)
  const page = await openPage(browser, 760)
  await page.goto(await readLine(run, /http:\S+\/assay\/\S+/))
  await page.locator('main[data-task="1"]').waitFor()
  await page
    .locator('p.step')
    .evaluate('(step) => { step.textContent = step.textContent.replace(/until .*/, "until 12:05:00") }')
  await page.screenshot({ path: join(folder, 'manual-run.png') })
  await stop(run)
}

if (import.meta.main) await takeScreenshots(fileURLToPath(new URL('../docs/images', import.meta.url)), 4801)
