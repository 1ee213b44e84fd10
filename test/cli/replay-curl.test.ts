import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { assayCommand } from '../assay-command.ts'
import { environment, folder } from '../running-vitest.ts'
import { assay } from './console.ts'
import { serving } from './serving.ts'

/** Serves an issuer of a standard until the test is over, and returns the URL of its offers. */
async function serveIssuer(fault: string): Promise<string> {
  const argv = [assayCommand, 'serve', 'openid4vci-issuer', '--port', '0', '--fault', fault]
  const child = spawn(process.execPath, argv, {
    env: environment({ NO_COLOR: '1' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  for await (const line of createInterface(child.stdout)) {
    const [offer] = /http:\/\/\S+\/offer\b/.exec(line) ?? []
    if (offer !== undefined) return offer
  }
  throw new TypeError('the issuer has no offer')
}

/** Writes the script of a requirement, runs it, and returns what curl prints. */
async function sendAgain(out: string, id: string): Promise<string> {
  const file = join(out, 'send.sh')
  const { code, err } = await assay(['replay', out, id, '--curl', file])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(statSync(file).mode & 0o077).toBe(0)
  const child = spawn('/bin/sh', [file], { stdio: ['ignore', 'pipe', 'ignore'] })
  return text(child.stdout)
}

describe('the requests of a finding', () => {
  it('are sent again by a script: of a test by a standard', async () => {
    const out = join(folder(), 'tested')
    const offer = await serveIssuer('VCIUSE-REFUSES/takes-proofs-without-a-nonce')
    const flags = ['--probes', '--only', 'VCIUSE-REFUSES', '--keep-private', '--quiet', '--out', out]
    expect(await assay(['test', 'issuer', '--offer', offer, ...flags])).toMatchObject({ code: 1 })

    expect(await sendAgain(out, 'VCIUSE-REFUSES')).toMatch(/^HTTP\/1\.1 \d{3}/m)
  })

  it('are sent again by a script: of a run of the document', async () => {
    const out = join(folder(), 'out')
    const { facts } = await serving('issuer', '--fault', 'JWKS-SET/publishes-no-key')
    const flags = ['--only', 'JWKS-*', '--keep-private', '--quiet', '--now', '1795000000', '--out', out]
    await assay(['run', '--target', `issuer=${facts.url}`, ...flags])
    const { results } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
    const failed = results.find(({ outcome }: { readonly outcome: string }) => outcome === 'failed')

    expect(await sendAgain(out, failed.id)).toMatch(/^HTTP\/1\.1 \d{3}/m)
  })

  it('cannot be sent if they were not kept, or if nothing failed', async () => {
    const out = join(folder(), 'out')
    const run = ['run', '--only', 'SD-DIGEST', '--quiet', '--out', out]
    await assay(run)
    expect((await assay(['replay', out, 'SD-DIGEST', '--curl', join(out, 'send.sh')])).err).toContain('--keep-private')

    await assay([...run, '--keep-private'])
    expect(await assay(['replay', out, 'SD-DIGEST', '--curl', join(out, 'send.sh')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no request to a target'),
    })
  })
})
