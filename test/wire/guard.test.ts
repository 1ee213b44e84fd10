import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPersistentStore } from '../../src/files/sqlite-store.ts'
import { type ServeOptions, serve } from '../../src/wire/server/server.ts'

/** A server, and what it saw. */
async function guarded(options: Partial<ServeOptions> = {}) {
  const [reached, defects]: [string[], unknown[]] = [[], []]
  const { url, close } = await serve(
    () => async (request) => {
      reached.push(request.method)
      return new Response('fine')
    },
    { host: '127.0.0.1', port: 0, watch: ({ defect }) => void (defect && defects.push(defect)), ...options },
  )
  onTestFinished(close)
  return { url, reached, defects }
}

/** The status of a response to a request with header fields that `fetch` would not send. */
const statusOf = (url: string, method: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    send(url, { method, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

describe('a server of ours', () => {
  it.each(['127.0.0.1:4801', 'localhost', 'assay:4801', 'laptop.local', '[::1]:80', 'issuer.test', 'own.example.org'])(
    'answers under the name %s',
    async (host) => {
      const { url } = await guarded({ hosts: ['own.example.org'] })

      expect(await statusOf(url, 'GET', { host })).toBe(200)
    },
  )

  it.each(['attacker.com', 'attacker.com:4801', 'localhost.attacker.com', '127.0.0.1.attacker.com', 'own.example.org'])(
    'rejects a call under the name %s, which somebody may have pointed at it',
    async (host) => {
      const { url, reached } = await guarded()

      expect(await statusOf(url, 'POST', { host })).toBe(421)
      expect(reached).toEqual([])
    },
  )

  it('answers TRACE with 405, and meets no defect', async () => {
    const { url, reached, defects } = await guarded()

    expect(await statusOf(url, 'TRACE', {})).toBe(405)
    expect([reached, defects]).toEqual([[], []])
  })

  it('rejects other origins where a call makes an actor act', async () => {
    const { url, reached } = await guarded({ origins: 'own' })

    expect(await statusOf(url, 'POST', { origin: 'https://attacker.com' })).toBe(403)
    expect(await statusOf(url, 'POST', { origin: 'null' })).toBe(403)
    expect(await statusOf(url, 'POST', { origin: url })).toBe(200)
    expect(await statusOf(url, 'POST', {})).toBe(200)
    expect(reached).toHaveLength(2)
  })
})

describe('the state of a server', () => {
  it.each(['new', 'old'])('is readable for its user alone: %s', async (age) => {
    const home = mkdtempSync(join(tmpdir(), 'assay-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    const file = join(home, 'state.sqlite')
    if (age === 'old') writeFileSync(file, '', { mode: 0o644 })

    const store = await openPersistentStore(file)
    store.set('code/1', { session: 'x' })

    for (const name of ['state.sqlite', 'state.sqlite-wal']) expect(statSync(join(home, name)).mode & 0o777).toBe(0o600)
    store.close()
  })
})
