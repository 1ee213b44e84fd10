import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { createProbeCatalogue } from '../../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../../suites/document/run/probes/send-probes.ts'
import type { SessionStore } from '../../suites/document/run/sessions/session-store.ts'
import { readServePlan } from '../../suites/document/serve/serve-plan.ts'
import { startServer } from '../../suites/document/serve/start-server.ts'
import { serving } from '../wire/servers.ts'
import { type Evasion, playVerifier } from './evading.ts'
import { playing, time } from './playing.ts'

type Pass = NonNullable<Evasion['pass']>

/** What a server does with a message that the issuer behind it rejects. */
type React = (response: ServerResponse, status: number, body: string) => void

/** An issuer behind a server that reacts to what it rejects. */
async function serveIssuer(react: React, isDead = () => false): Promise<string> {
  const argv = ['issuer', 'status-service', '--port', '0', '--seed', '1', '--now', String(time)]
  let origin = ''
  const url = await serving(async (request, response) => {
    if (isDead()) return response.socket?.destroy()
    const { status, headers, body } = await forward(origin, request)
    if (status >= 400) return react(response, status, body)
    return response.writeHead(status, headers).end(body)
  })
  const plan = await readServePlan(readArguments('serve', listFlags(serve), [...argv, '--public-url', url]))
  const { facts, close } = await startServer(plan, { request: () => {}, call: () => {} })
  onTestFinished(close)
  origin = facts.url
  return url
}

async function forward(origin: string, request: IncomingMessage) {
  const { method = 'GET', url = '/', headers } = request
  const body = await text(request)
  const kept = ['content-type', 'authorization', 'accept'].flatMap((name): readonly [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const response = await fetch(`${origin}${url}`, { method, headers: kept, ...(body !== '' && { body }) })
  const type = response.headers.get('content-type') ?? 'application/json'
  const cache = response.headers.get('cache-control') ?? 'no-store'
  return {
    status: response.status,
    headers: { 'content-type': type, 'cache-control': cache },
    body: await response.text(),
  }
}

/** A fault that an issuer has to reject. */
const sendOne = (store: SessionStore) => {
  const { faults, ...rest } = createProbeCatalogue(store, { members: 1, seed: 1 })
  const one = faults.filter(({ breaks }) => breaks.id === 'ATT-SIGNED').slice(0, 1)
  return sendProbes(store, { ...rest, faults: one, statefulProbes: [] })
}

async function play(react: React) {
  const url = await serveIssuer(react)
  const target = { url, timeout: 1 }
  const { report } = await playing({ issuer: target, 'status-service': target }, { sendProbes: sendOne })
  const find = (id: string) => report.results.find((each) => each.id === id)
  return { report, survives: find('SURVIVES-ISSUER'), answered: find('ANSWERED-ISSUER') }
}

const crashes = ({ probes }: RunReport) => probes.filter(({ wrong }) => wrong !== undefined)

describe('an issuer that crashes on what it must reject', () => {
  it('fails for each crash, with the message, where it closes the connection', async () => {
    const { report, survives } = await play((response) => void response.socket?.destroy())

    expect(survives).toMatchObject({ outcome: 'failed', decides: 'risk' })
    expect(survives?.findings[0]).toMatchObject({
      expected: 'an answer',
      actual: 'the validation request: the connection was closed before an answer',
    })
    expect(crashes(report)[0]?.reproduce).toMatch(/^curl -i -X POST -H .* -d '\{\}' 'http:.*\/credential\/validate'$/)
  })

  it('fails where it does not answer in time', async () => {
    const { survives } = await play(() => {})

    expect(survives?.findings[0]?.actual).toBe('the validation request: no answer in time')
  })

  it('is advised where it answers with a server error: that does not decide', async () => {
    const { survives, answered } = await play((response) => void response.writeHead(500).end('oops'))

    expect(survives).toMatchObject({ outcome: 'passed' })
    expect(answered).toMatchObject({ outcome: 'failed' })
    expect(answered?.decides).toBeUndefined()
  })

  it('is inconclusive where it never answers again: something else may have ended it', async () => {
    let isDead = false
    const end: React = (response) => {
      isDead = true
      response.socket?.destroy()
    }
    const url = await serveIssuer(end, () => isDead)
    const { report } = await playing({ issuer: { url } }, { sendProbes: sendOne })

    const survives = report.results.find(({ id }) => id === 'SURVIVES-ISSUER')
    expect(survives).toMatchObject({ outcome: 'cantTell' })
    expect(survives?.reason).toContain('answers no valid message since then')
    expect(report.verdict).toMatchObject({ exitCode: 3 })
  })
})

describe('an issuer that survives', () => {
  it.each([
    ['rejects', (response, status, body) => void response.writeHead(status).end(body)],
    ['is overloaded', (response) => void response.writeHead(503, { 'retry-after': '1' }).end()],
    ['limits the rate', (response) => void response.writeHead(429, { 'retry-after': '1' }).end()],
    ['implements not everything', (response) => void response.writeHead(501).end()],
  ] satisfies readonly (readonly [string, React])[])('passes where it %s', async (_, react) => {
    const { report, survives, answered } = await play(react)

    expect([survives?.outcome, answered?.outcome]).toEqual(['passed', 'passed'])
    expect(crashes(report)).toEqual([])
  })

  it('passes where one message was lost by accident', async () => {
    let count = 0
    const { survives } = await play((response, status, body) => {
      count++
      if (count === 1) response.socket?.destroy()
      else response.writeHead(status).end(body)
    })

    expect(survives?.outcome).toBe('passed')
  })
})

/** Answers so where the status of a credential cannot be fetched, as a server before a broken one does. */
const failWithoutStatus =
  (status: number): Pass =>
  async (request, onward) => {
    const { presentation = '' } = JSON.parse(await request.clone().text())
    const url: string = decodeJson(presentation.split('.')[1]).status
    const found = await fetch(url)
      .then((response) => response.text())
      .catch(() => '')
    return found === '' ? new Response(null, { status }) : onward(request)
  }

const decodeJson = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

const sendStatuses = (store: SessionStore) => {
  const { statefulProbes, ...rest } = createProbeCatalogue(store, { members: 1, seed: 1 })
  return sendProbes(store, {
    ...rest,
    faults: [],
    statefulProbes: statefulProbes.filter(({ requirement }) => requirement.id === 'STATUS-OBEYED'),
  })
}

describe('a verifier that cannot look up a status', () => {
  it.each([502, 503, 504])('refuses the credential where it answers with status %i', async (status) => {
    const { report } = await playVerifier({ pass: failWithoutStatus(status) }, { sendProbes: sendStatuses })

    const find = (id: string) => report.results.find((each) => each.id === id)?.outcome
    expect([find('STATUS-OBEYED'), find('ANSWERED-VERIFIER')]).toEqual(['passed', 'passed'])
  })

  it('is advised where it answers with status 500', async () => {
    const { report } = await playVerifier({ pass: failWithoutStatus(500) }, { sendProbes: sendStatuses })

    expect(report.results.find(({ id }) => id === 'ANSWERED-VERIFIER')).toMatchObject({ outcome: 'failed' })
  })
})
