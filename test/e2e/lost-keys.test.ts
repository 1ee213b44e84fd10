import { request as forward, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { serving as servingActors } from '../cli/serving.ts'
import { playWhole } from '../whole-run.ts'
import { serving } from '../wire/servers.ts'
import { playing, time } from './playing.ts'

// A key set that cannot be had is the fault of the target: a finding, or a reason why nothing is said, never a defect.

const bomb = gzipSync(Buffer.alloc(20_000_000, ' '))

const losses: Readonly<Record<string, RequestListener>> = {
  'resets the connection': (request) => void request.socket.destroy(),
  'never answers': () => {},
  'answers with a bomb': (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  'answers 500': (_, response) => void response.writeHead(500).end(),
  'answers with no JSON': (_, response) => void response.end('<html>'),
  'answers with nothing': (_, response) => void response.writeHead(200).end(),
  'answers with a list': (_, response) => void response.end('[]'),
  redirects: (_, response) => void response.writeHead(302, { location: '/' }).end(),
}

/** An issuer whose key set is lost from the call with this number on. */
async function issuerWithout(loss: RequestListener, from: number): Promise<string> {
  let [calls, behind] = [0, '']
  const url = await serving((request, response) => {
    if (request.url?.includes('jwks') && ++calls >= from) return loss(request, response)
    const { method = 'GET', headers } = request
    const onward = forward(`${behind}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  const { facts } = await servingActors('issuer', 'status-service', '--public-url', url)
  behind = facts.url
  return url
}

describe('an issuer whose key set address', () => {
  it.each(Object.keys(losses).flatMap((name) => [1, 2].map((from) => [name, from] as const)))(
    '%s, from call %i on, ends a run with a verdict about the issuer',
    async (name, from) => {
      const loss = losses[name] ?? (() => {})
      const url = await issuerWithout(loss, from)

      const { report } = await playing(
        { issuer: { url, timeout: 0.5 }, 'status-service': { url, timeout: 0.5 } },
        { settings: { now: time } },
      )

      expect(
        report.results.filter(({ outcome }) => outcome === 'harnessError').map(({ id, reason }) => `${id}: ${reason}`),
      ).toEqual([])
      expect([1, 3, 4]).toContain(report.verdict.exitCode)
    },
  )
})

describe('a complete run of reference actors', () => {
  it('detects every tampered copy', async () => {
    const { report } = await playWhole()

    const missed = report.results.filter(({ tampering }) => tampering && tampering.caught < tampering.tried)
    expect(missed.map(({ id }) => id)).toEqual([])
    expect(report.results.some(({ tampering }) => tampering)).toBe(true)
  })
})
