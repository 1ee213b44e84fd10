import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'

/** A call as no browser would let a page make it: with every header field as it is given. */
export async function call(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const sent = httpRequest(url, { method, headers })
  sent.end(body)
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

export const form = (url: string, origin = new URL(url).origin) => ({
  method: 'POST',
  headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
})

/** Waits until the run of a console is over. */
export async function isOver(url: string): Promise<void> {
  const response = await fetch(`${url}events`)
  for await (const chunk of response.body ?? []) {
    const part = Buffer.from(chunk).toString()
    if (/"title":"(?!Testing|Ready|Stopping)/.test(part)) return
  }
}

/** Starts a run, and waits until it is over. */
export async function run(url: string, fields: Record<string, string> = {}): Promise<void> {
  const started = await call(`${url}run`, { ...form(url), body: String(new URLSearchParams(fields)) })
  if (started.status !== 303) throw new TypeError(started.body)
  await isOver(url)
}
