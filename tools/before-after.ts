import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { escapeXml } from '../reporters/text/xml.ts'
import { openBrowser, readLine, startProgram, stop } from './screenshots.ts'

// Makes a page of before and after for a pull request: the sentences of docs/style.md, and every screen of the console.
// `npm run before-after -- FOLDER [EARLIER_CHECKOUT]`; without an earlier checkout, it has only the screens of today.

const home = fileURLToPath(new URL('..', import.meta.url))

/** How every screen is pictured. */
const looks = {
  desktop: { width: 1100, height: 800, colorScheme: 'light' },
  phone: { width: 390, height: 844, colorScheme: 'light' },
  dark: { width: 1100, height: 800, colorScheme: 'dark' },
} as const

/** Opens a page of the console. A console that does not have it says so with its status code. */
async function open(page: Page, url: string): Promise<void> {
  const response = await page.goto(url)
  if (response?.ok() !== true) throw new Error(`it answers ${response?.status()}`)
}

const fault = 'SD-DIGEST/joins-the-parts-with-dots'

/** Makes two runs in a folder: of an issuer with a fault, and of the same issuer without it. */
async function makeRuns(program: string, folder: string): Promise<void> {
  for (const [name, faults] of Object.entries({ earlier: ['--fault', fault], later: [] })) {
    const issuer = startProgram(program, ['serve', 'issuer', 'status-service', ...faults, '--port', '0', '--quiet'])
    const url = await readLine(issuer, /http:\S+/)
    const targets = ['issuer', 'status-service'].flatMap((role) => ['--target', `${role}=${url}`])
    const out = join(folder, 'runs', name)
    await once(startProgram(program, ['run', ...targets, '--members', '0', '--quiet', '--out', out], folder), 'exit')
    await stop(issuer)
  }
}

/** What a screen is opened with. */
interface Console {
  readonly page: Page
  readonly base: string
  readonly program: string
  readonly folder: string
}

/** The screens of the console, in the order in which a user comes to them. */
const screens: Readonly<Record<string, (console: Console) => Promise<unknown>>> = {
  ready: ({ page, base }) => open(page, base),
  'form of a standard': ({ page, base }) => open(page, `${base}?suite=openid4vci-1.0&role=issuer`),
  result: async ({ page, base }) => {
    await open(page, base)
    await page.getByRole('button', { name: /^Run/ }).click({ timeout: 10_000 })
    await page.locator('h1', { hasText: /passed|failed/ }).waitFor({ timeout: 60_000 })
  },
  explanation: ({ page, base }) => open(page, `${base}explain/SD-DIGEST`),
  plan: ({ page, base }) => open(page, `${base}plan`),
  decisions: ({ page, base }) => open(page, `${base}decisions`),
  history: async ({ page, base, program, folder }) => {
    await makeRuns(program, folder)
    await open(page, `${base}history`)
  },
  comparison: ({ page, base }) => open(page, `${base}compare?before=earlier&after=later`),
  claim: ({ page, base }) => open(page, `${base}claim/later`),
}

/** Why a checkout has no picture of a screen, by the name of the screen. */
type Missing = Readonly<Record<string, string>>

/** Takes pictures of every screen of the console of a checkout. Returns the screens that it does not have. */
async function shootConsole(browser: Browser, checkout: string, pictures: string): Promise<Missing> {
  const program = join(checkout, 'bin/assay.js')
  for (const [path, remedy] of [
    [program, 'is not a checkout of Assay'],
    [join(checkout, 'node_modules'), 'has no packages: run `npm ci` in it'],
  ] as const)
    if (!existsSync(path)) throw new Error(`${checkout} ${remedy}`)
  const folder = mkdtempSync(join(tmpdir(), 'assay-console-'))
  const server = startProgram(program, ['ui', '--members', '0'], folder)
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  const missing: Record<string, string> = {}
  mkdirSync(pictures, { recursive: true })
  try {
    const base = await readLine(server, /http:\S+/)
    for (const [name, show] of Object.entries(screens)) {
      const problem = await show({ page, base, program, folder }).then(() => undefined, String)
      if (problem === undefined) await shoot(page, pictures, name)
      else missing[name] = problem.split('\n', 1)[0] ?? ''
    }
  } finally {
    await page.close()
    await stop(server)
    rmSync(folder, { recursive: true })
  }
  return missing
}

async function shoot(page: Page, folder: string, name: string): Promise<void> {
  for (const [look, { colorScheme, ...size }] of Object.entries(looks)) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, nameFile(name, look)) })
  }
}

const nameFile = (name: string, look: string): string => `${name.replaceAll(' ', '-')}-${look}.png`

/** The sentences before and after, of the writing style. */
const readPairs = (): readonly (readonly string[])[] =>
  (readFileSync(join(home, 'docs/style.md'), 'utf8').split('| Before | After |\n|---|---|\n')[1] ?? '')
    .trim()
    .split('\n')
    .map((row) => row.slice(2, -2).split(' | '))

const writeRow = (cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

type Side = readonly [name: string, missing: Missing]

/** The pictures of a screen in one look, or why there are none. */
const writeCell = ([side, missing]: Side, name: string, look: string): string =>
  missing[name] === undefined
    ? `<img src="${side}/${nameFile(name, look)}" alt="${side}: ${name}, ${look}" width="${look === 'phone' ? 260 : 550}">`
    : `This checkout does not have this screen: ${escapeXml(missing[name])}`

const writePage = (sides: readonly Side[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Before and after</title>
<h1>Before and after</h1>
<h2>Sentences</h2>
<table>${readPairs()
  .map((pair) => writeRow(pair.map(escapeXml)))
  .join('\n')}</table>
<h2>Screens of the console</h2>
<table>${writeRow(['', ...sides.map(([side]) => `<strong>${side}</strong>`)])}
${Object.keys(screens)
  .flatMap((name) =>
    Object.keys(looks).map((look) =>
      writeRow([`${name}, ${look}`, ...sides.map((side) => writeCell(side, name, look))]),
    ),
  )
  .join('\n')}</table>
</html>
`

/** Makes the page in a folder. Returns the screens that each side does not have. */
export async function makeBeforeAfter(folder: string, earlier?: string): Promise<Readonly<Record<string, Missing>>> {
  const browser = await openBrowser()
  const checkouts = { ...(earlier !== undefined && { before: resolve(earlier) }), after: home }
  const sides: Side[] = []
  try {
    for (const [side, checkout] of Object.entries(checkouts))
      sides.push([side, await shootConsole(browser, checkout, join(folder, side))])
  } finally {
    await browser.close()
  }
  writeFileSync(join(folder, 'index.html'), writePage(sides))
  return Object.fromEntries(sides)
}

if (import.meta.main) {
  const sides = await makeBeforeAfter(process.argv[2] ?? 'before-after', process.argv[3])
  for (const [side, missing] of Object.entries(sides))
    for (const [name, why] of Object.entries(missing)) console.log(`${side} does not have the screen "${name}": ${why}`)
}
