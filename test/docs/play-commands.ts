import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { environment } from '../running-vitest.ts'
import type { PageCommand } from './pages.ts'
import type { CommandResult } from './run-page.ts'

/** Commands that are not run with their page, and the test that runs them. */
export const elsewhere: Readonly<Record<string, string>> = {
  'npm ci': 'what every test stands on',
  'nats-server --addr 127.0.0.1 --jetstream --store_dir queue': 'test/audit/remote.test.ts',
  'npx assay worker nats://queue.example': 'test/audit/remote.test.ts',
  'npx assay audit credentials.ndjson --jwks jwks.json --issuer https://issuer.example --via nats://queue.example':
    'test/audit/remote.test.ts',
  'npx assay prove SD-DIGEST --members 10000 --via nats://queue.example': 'test/audit/campaign.test.ts',
  'npx assay run --probes --members 10000 --via nats://queue.example': 'test/audit/campaign.test.ts',
  'npx assay worker nats://queue.example --targets --threads 8': 'test/cli/many-runs.test.ts',
  'npx assay run targets/*.config.json --out nightly --via nats://queue.example': 'test/cli/many-runs.test.ts',
  'npx assay prove --profile openid4vci-1.0': 'test/standards/openid4vci.test.ts',
  'npx assay prove --profile openid4vp-1.0': 'test/standards/openid4vp.test.ts',
  'npx assay prove --profile haip-1.0': 'test/standards/haip.test.ts',
  'npm run million -- --credentials 1000000': 'bench/million',
  'npm install --save-dev ../assay': 'test/package',
  'npm install --save-dev ./assay-1.0.0.tgz': 'test/package',
  'npx assay run --target wallet=manual --listen 192.168.1.20:4801': 'test/browser/manual.test.ts',
  'cp -r node_modules/assay/examples/national-profile profile': 'test/cli/own-suite.test.ts',
  'npx assay run --resume --target wallet=manual': 'test/cli/by-hand.test.ts',
  'npx assay run --target identity-app=manual --listen 192.168.1.20:4801': 'test/browser/manual.test.ts',
}

/** Runs commands in a folder, one after the other. */
export async function playCommands(commands: readonly PageCommand[], cwd: string): Promise<readonly CommandResult[]> {
  const child = spawn(process.execPath, [resolve('test/docs/run-page.ts')], {
    cwd,
    env: environment({ NO_COLOR: '1' }),
  })
  child.stdin.end(JSON.stringify(commands))
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

/** The commands whose exit code or output is not what their page shows. */
export const listDifferences = (results: readonly CommandResult[]): readonly object[] =>
  results.filter(differs).map((each) => ({ ...each, missing: findMissingLine(each) }))
