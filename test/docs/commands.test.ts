import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { environment } from '../running-vitest.ts'
import { sample } from '../sample.ts'
import { listPages, type PageCommand, parseCommand, readCommands } from './pages.ts'
import type { CommandResult } from './run-page.ts'
import { makeSurroundings } from './surroundings.ts'

/** The page that `walk.test.ts` plays: its commands depend on one another. */
const walk = 'docs/guide/first-claim.md'

const pages = listPages().filter((page) => page !== walk)

/** Commands that are not run here, and the test that runs them. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci': 'what every test stands on',
  'nats-server --addr 127.0.0.1 --jetstream --store_dir queue': 'test/audit/remote.test.ts',
  'npx assay worker nats://queue.example': 'test/audit/remote.test.ts',
  'npx assay audit credentials.ndjson --jwks jwks.json --issuer https://issuer.example --via nats://queue.example':
    'test/audit/remote.test.ts',
  'npx assay prove SD-DIGEST --members 10000 --via nats://queue.example': 'test/audit/campaign.test.ts',
  'npx assay run --probes --members 10000 --via nats://queue.example': 'test/audit/campaign.test.ts',
  'npx assay prove --profile openid4vci-1.0': 'test/standards/openid4vci.test.ts',
  'npx assay prove --profile openid4vp-1.0': 'test/standards/openid4vp.test.ts',
  'npx assay prove --profile haip-1.0': 'test/standards/haip.test.ts',
  'npm run million -- --credentials 1000000': 'bench/million',
  'npm install --save-dev ../assay': 'test/package',
  'npx assay run --target wallet=manual --listen 192.168.1.20:4801': 'test/browser/manual.test.ts',
  'npx assay run --resume --target wallet=manual': 'test/cli/by-hand.test.ts',
  'npx assay run --target identity-app=manual --listen 192.168.1.20:4801': 'test/browser/manual.test.ts',
}

const commandsOf = (page: string): readonly PageCommand[] =>
  readCommands(page).filter(({ line }) => elsewhere[line] === undefined)

/** Runs the commands of a page in a folder. */
async function runPage(page: string, cwd: string): Promise<readonly CommandResult[]> {
  const child = spawn(process.execPath, [resolve('test/docs/run-page.ts')], {
    cwd,
    env: environment({ NO_COLOR: '1' }),
  })
  child.stdin.end(JSON.stringify(commandsOf(page)))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (!out.startsWith('[')) throw new TypeError(err)
  return JSON.parse(out)
}

/** The first line that a page shows and the output does not have, in this order. */
function findMissingLine({ shown, out }: CommandResult): string | undefined {
  let from = 0
  return shown.find((line) => {
    const at = out.indexOf(line, from)
    from = at + line.length
    return at < 0
  })
}

const differs = (result: CommandResult): boolean =>
  result.actual !== result.code || findMissingLine(result) !== undefined

describe('the commands of the README and the guide', () => {
  it('are all commands of assay, or run by another test', () => {
    const unknown = pages.flatMap(commandsOf).filter(({ line }) => parseCommand(line) === undefined)

    expect(unknown.map(({ line }) => line)).toEqual([])
  })

  it('are run by another test only while they are on a page', () => {
    const lines = pages.flatMap(readCommands).map(({ line }) => line)

    expect(Object.keys(elsewhere).filter((line) => !lines.includes(line))).toEqual([])
  })
})

describe.concurrent('the commands of', { timeout: 180_000 }, () => {
  it.for(
    sample(
      pages.filter((page) => commandsOf(page).length > 0),
      6,
    ),
  )('%s', async (page, { onTestFinished }) => {
    const folder = makeSurroundings()
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const results = await runPage(page, folder)

    const wrong = results.filter(differs).map((each) => ({ ...each, missing: findMissingLine(each) }))
    expect(wrong).toEqual([])
    expect(results).toHaveLength(commandsOf(page).length)
  })
})
