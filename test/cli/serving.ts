import { onTestFinished } from 'vitest'
import { plain } from '../../reporters/blocks.ts'
import { readArguments } from '../../src/cli/arguments.ts'
import { commands } from '../../src/cli/commands.ts'
import type { Facts } from '../../src/cli/serve/facts.ts'
import { planOf } from '../../src/cli/serve/plan.ts'
import { callLine, requestLine, toldOf } from '../../src/cli/serve/requests.ts'
import { start } from '../../src/cli/serve/start.ts'
import type { Asked, Replied } from '../../src/model/wire.ts'
import { type Said, sessionWith } from '../callers.ts'
import { reaching } from '../wire/calls.ts'

/** A time at which every key and every certificate of the fixtures is good. */
export const time = '1795000000'

/** Actors that are served until their test is over, or until they are closed, and what was told of them. */
export interface Serving {
  readonly facts: Facts
  readonly lines: readonly string[]
  readonly close: () => Promise<void>
}

/** Serves as the command line says, at a port that is free. */
export async function serving(...argv: readonly string[]): Promise<Serving> {
  const args = readArguments('serve', commands.serve, ['--port', '0', '--now', time, '--seed', '1', ...argv])
  const lines: string[] = []
  const { facts, close } = await start(await planOf(args), {
    request: async (served) => void lines.push(requestLine(await toldOf(served), plain)),
    call: (call) => void lines.push(callLine(call, plain)),
  })
  onTestFinished(close)
  return { facts, lines, close }
}

/** Calls a server as any program would that trusts its authority. */
export async function called({ authority }: Facts, asked: Asked): Promise<Replied> {
  const transport = await reaching({ url: asked.url }, authority === undefined ? {} : { pem: { ca: authority } })
  return transport.call(asked, { origin: 'configured', signal: new AbortController().signal })
}

/** A message in JSON, to where an endpoint is. */
export function sent(facts: Facts, endpoint: Facts['endpoints'][number]['endpoint'], body?: object, id = '') {
  const { method = 'GET', url = '' } = facts.endpoints.find((each) => each.endpoint === endpoint) ?? {}
  const headers = { 'content-type': 'application/json' }
  return called(facts, { method, url: url.replace('{id}', id), headers, ...(body && { body: JSON.stringify(body) }) })
}

/** The session of an honest wallet and an honest identity app with what is served, over HTTP, from beginning to end. */
export const session = (facts: Facts): Promise<Said> =>
  sessionWith({
    bases: { issuer: facts.url, status: facts.url, walletBackend: facts.url, verifier: facts.url },
    answering: { profile: facts.profile, given: facts.decisions },
    account: facts.accounts[0],
    now: Number(time),
    call: (asked) => called(facts, asked),
  })
