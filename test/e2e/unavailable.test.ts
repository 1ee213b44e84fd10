import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { assay } from '../cli/console.ts'

/** A server that answers as it likes, until the test is over. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens at a port
}

/** A run against an issuer, and the report that it left. */
async function against(url: string) {
  const out = mkdtempSync(join(tmpdir(), 'assay-'))
  const said = await assay(['run', '--target', `issuer=${url}`, '--timeout', '1', '--out', out])
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  return { ...said, verdict: report.verdict.result, record: readFileSync(join(out, 'record.ndjson'), 'utf8') }
}

const hostile: readonly (readonly [string, RequestListener, string, number])[] = [
  ['answers 500 to everything', (_, response) => response.writeHead(500).end('oops'), 'unavailable', 4],
  ['answers 404 to everything', (_, response) => response.writeHead(404).end(), 'inconclusive', 3],
  ['answers garbage to everything', (_, response) => response.end('\u001b[2J\u0000{'), 'nonconformant', 1],
  ['never ends its body', (_, response) => void response.writeHead(200).write('{'), 'unavailable', 4],
  ['never answers', () => {}, 'unavailable', 4],
  ['redirects in circles', (_, response) => response.writeHead(302, { location: '/' }).end(), 'inconclusive', 3],
]

describe('a run', () => {
  it.each(hostile)('ends with a verdict on itself where a target %s', async (_, listener, verdict, code) => {
    const said = await against(await answering(listener))

    expect({ verdict: said.verdict, code: said.code }).toEqual({ verdict, code })
    expect(said.out).not.toContain('\u001b[2J')
    expect(said.record.split('\n').length).toBeGreaterThan(1)
  })

  it('judges nothing if nothing listens', async () => {
    const said = await against('http://127.0.0.1:9')

    expect(said).toMatchObject({ code: 4, verdict: 'unavailable' })
    expect(said.out).toContain('TARGET UNAVAILABLE')
  })
})
