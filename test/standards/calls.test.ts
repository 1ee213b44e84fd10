import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { HarnessError } from '../../model/errors.ts'
import { openCalls } from '../../src/harness/calls.ts'
import { Obstacle } from '../../src/harness/obstacle.ts'

/** A target that ends with its first answer. */
async function openMortal() {
  const server = createServer((_, response) => {
    response.writeHead(200, { connection: 'close' }).end('{}')
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/new`, ended: once(server, 'close') }
}

describe('a target that is gone', () => {
  it('ends a test that has begun with what was seen until then', async () => {
    const { url, ended } = await openMortal()
    const { send, close } = await openCalls(url, { allowPrivate: true })
    const ask = () => send({ method: 'GET', url, headers: {} }, 'configured')

    expect((await ask()).status).toBe(200)
    await ended
    const error = await ask().catch((thrown: unknown) => thrown)
    await close()

    expect(error).toBeInstanceOf(Obstacle)
    expect(`${error}`).toContain('nothing listens there; it answered before')
  })

  it('is unavailable where it never answered', async () => {
    const { url, ended } = await openMortal()
    await fetch(url)
    await ended
    const { send, close } = await openCalls(url, { allowPrivate: true })
    const error = await send({ method: 'GET', url, headers: {} }, 'configured').catch((thrown: unknown) => thrown)
    await close()

    expect(error).toBeInstanceOf(HarnessError)
  })
})

describe('a message of a target on this machine', () => {
  it.each(['http://10.0.0.1:9/', 'http://[::ffff:10.0.0.1]:9/', 'http://0x0a000001:9/'])(
    'leads to no private place elsewhere: %s',
    async (place) => {
      const { send, close } = await openCalls('http://127.0.0.1:9/', { allowPrivate: false })
      const error = await send({ method: 'GET', url: place, headers: {} }, 'message').catch((thrown: unknown) => thrown)
      await close()

      expect(`${error}`).toContain('a private address, which only --allow-private would allow')
    },
  )
})
