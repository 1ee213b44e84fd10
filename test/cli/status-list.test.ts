import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveActor } from '../standards/served-issuer.ts'
import { assay } from './console.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function tryVerifier(...flags: readonly string[]) {
  const trust = makeFolder()
  expect((await assay(['test', 'verifier', '--write-trust', trust])).code).toBe(0)
  const request = await serveActor('openid4vp-verifier', ...flags)
  const trusted = ['--anchors', join(trust, 'root.pem'), '--probes', '--status-list']
  return assay([
    'test',
    'verifier',
    '--request',
    request,
    ...trusted,
    '--only',
    'VPUSE-STATUS',
    '--only',
    'VPUSE-LIST*',
  ])
}

it('serves lists to a verifier in another process that fetches them, and judges what comes of it', async () => {
  const { code, out } = await tryVerifier()

  expect(out).toContain('12 negative tests and 5 unusual but valid messages, all handled correctly')
  expect(code).toBe(0)
})

it('fails a verifier in another process that takes an index beyond the end', async () => {
  const { code, out } = await tryVerifier('--fault', 'VPUSE-LIST-END/takes-an-index-beyond-the-end-of-a-status-list')

  expect(out).toContain('a credential whose list has no entry for it')
  expect(code).toBe(1)
})

it('refuses a place for lists that are not served', async () => {
  const { code, err } = await assay(['test', 'verifier', '--request', 'openid4vp://?client_id=a', '--port', '4900'])

  expect(code).toBe(2)
  expect(err).toContain('--port goes with --status-list')
})
