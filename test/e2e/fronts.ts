import { request as ask, createServer } from 'node:http'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { FetchHandler } from '../../src/wire/server/app.ts'
import { serve } from '../../src/wire/server/server.ts'
import { listening } from '../wire/servers.ts'

/** A server before another one: whatever it is asked, it may change on the way there and back. */
export interface Front {
  readonly url: string
  /** Says who stands behind it. */
  readonly lead: (behind: string) => void
}

/** Puts a server before another one. Its address is known first, for whoever has to name it. */
export async function front(pass: (request: Request, onward: FetchHandler) => Promise<Response>): Promise<Front> {
  let origin = ''
  const onward: FetchHandler = async (request) => {
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    const body = method === 'GET' ? null : await request.text()
    return fetch(`${origin}${pathname}${search}`, { method, headers: forwarded(headers), body, redirect: 'manual' })
  }
  const { url, close } = await serve(() => (request) => pass(request, onward), { host: '127.0.0.1', port: 0 })
  onTestFinished(close)
  const lead = (behind: string): void => {
    origin = behind
  }
  return { url, lead }
}

/** Fields that belong to one connection, and not to the message. */
function forwarded(headers: Headers): Headers {
  const kept = new Headers(headers)
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']) kept.delete(name)
  return kept
}

/** An answer with another body, for fronts. */
export const withBody = ({ status, headers }: Response, body: string): Response => {
  const kept = new Headers(headers)
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) kept.delete(name)
  return new Response(body, { status, headers: kept })
}

/** A proxy that forwards calls and opens tunnels, and what it was asked for. */
export async function proxying(): Promise<{ readonly proxy: string; readonly seen: readonly string[] }> {
  const seen: string[] = []
  const server = createServer((asked, response) => {
    seen.push(`${asked.method} ${asked.url}`)
    const { hostname, port, pathname, search } = new URL(asked.url ?? '')
    const { method, headers } = asked
    const onward = ask({ hostname, port, path: `${pathname}${search}`, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    asked.pipe(onward)
  })
  server.on('connect', (asked, socket) => {
    seen.push(`CONNECT ${asked.url}`)
    const [host = '', port] = asked.url?.split(':') ?? []
    const onward = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    onward.pipe(socket).pipe(onward)
  })
  return { proxy: `http://127.0.0.1:${await listening(server)}`, seen }
}
