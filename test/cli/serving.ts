import { onTestFinished } from 'vitest'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { formatCall, formatRequest, summariseRequest } from '../../suites/document/serve/requests.ts'
import { readServePlan } from '../../suites/document/serve/serve-plan.ts'
import type { ServerFacts } from '../../suites/document/serve/server-facts.ts'
import { startServer } from '../../suites/document/serve/start-server.ts'
import { type Said, sessionWith } from '../callers.ts'
import { reaching } from '../wire/calls.ts'

/** A time at which every key and every certificate of the fixtures is good. */
export const time = '1795000000'

/** Actors that are served until their test is over, or until they are closed, and what was told of them. */
export interface Serving {
  readonly facts: ServerFacts
  readonly lines: readonly string[]
  readonly close: () => Promise<void>
}

/** Serves as the command line says, at a port that is free. */
export async function serving(...argv: readonly string[]): Promise<Serving> {
  const args = readArguments('serve', listFlags(serve), ['--port', '0', '--now', time, '--seed', '1', ...argv])
  const lines: string[] = []
  const { facts, close } = await startServer(await readServePlan(args), {
    request: async (served) => void lines.push(formatRequest(await summariseRequest(served), plainPaint)),
    call: (call) => void lines.push(formatCall(call, plainPaint)),
  })
  onTestFinished(close)
  return { facts, lines, close }
}

/** Calls a server as any program would that trusts its authority. */
export async function called({ authority }: ServerFacts, asked: HttpRequest): Promise<HttpResponse> {
  const transport = await reaching({ url: asked.url }, authority === undefined ? {} : { pem: { ca: authority } })
  return transport.call(asked, { origin: 'configured', signal: new AbortController().signal })
}

/** A message in JSON, to where an endpoint is. */
export function sent(
  facts: ServerFacts,
  endpoint: ServerFacts['endpoints'][number]['endpoint'],
  body?: object,
  id = '',
) {
  const { method = 'GET', url = '' } = facts.endpoints.find((each) => each.endpoint === endpoint) ?? {}
  const headers = { 'content-type': 'application/json' }
  return called(facts, { method, url: url.replace('{id}', id), headers, ...(body && { body: JSON.stringify(body) }) })
}

/** The session of an honest wallet and an honest identity app with what is served, over HTTP, from beginning to end. */
export const session = (facts: ServerFacts): Promise<Said> =>
  sessionWith({
    bases: { issuer: facts.url, status: facts.url, walletBackend: facts.url, verifier: facts.url },
    answering: { profile: facts.profile, decisions: facts.decisions },
    account: facts.accounts[0],
    now: Number(time),
    call: (asked) => called(facts, asked),
  })
