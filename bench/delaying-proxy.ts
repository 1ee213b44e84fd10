import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server before a target, which is as far away as a delay says. */
export interface DelayingProxy {
  readonly url: string
  /** The calls since this was last asked, and the most that were under way at a time. */
  readonly takeCounts: () => { readonly calls: number; readonly peak: number }
  /** Names the target, and for how many milliseconds each call to it waits. */
  readonly lead: (target: string, delay: number) => void
  readonly close: () => void
}

/** Opens a proxy. Its address is known before the target: the target has to name it. */
export async function openDelayingProxy(): Promise<DelayingProxy> {
  const agent = new Agent({ keepAlive: true })
  let [target, delay, active, calls, peak] = ['', 0, 0, 0, 0]
  const server = createServer((incoming, outgoing) => {
    calls++
    peak = Math.max(peak, ++active)
    const { method, headers, url = '/' } = incoming
    const chunks: Buffer[] = []
    outgoing.on('close', () => active--)
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => setTimeout(forward, delay))
    const forward = (): void => {
      const onward = request(new URL(url, target), { method, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      onward.end(Buffer.concat(chunks))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens at a port
  return {
    url: `http://127.0.0.1:${port}`,
    takeCounts: () => {
      const counts = { calls, peak }
      calls = 0
      peak = 0
      return counts
    },
    lead: (to, milliseconds) => {
      target = to
      delay = milliseconds
    },
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
