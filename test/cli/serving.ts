import { onTestFinished } from 'vitest'
import { plain } from '../../reporters/blocks.ts'
import { inMemory } from '../../src/actors/ledger.ts'
import { contentOf, type Ports } from '../../src/actors/parties/desk.ts'
import { companyIn } from '../../src/assembly/company.ts'
import { readArguments } from '../../src/cli/arguments.ts'
import { commands } from '../../src/cli/commands.ts'
import type { Facts } from '../../src/cli/serve/facts.ts'
import { planOf } from '../../src/cli/serve/plan.ts'
import { callLine, requestLine, toldOf } from '../../src/cli/serve/requests.ts'
import { start } from '../../src/cli/serve/start.ts'
import { answersUnder } from '../../src/harness/answers.ts'
import { seeded } from '../../src/harness/random.ts'
import type { Asked, Endpoint, Replied } from '../../src/model/wire.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../src/protocol/json.ts'
import { open } from '../../src/protocol/open.ts'
import { reaching } from '../wire/calls.ts'

/** A time at which every key and every certificate of the fixtures is good. */
const time = '1795000000'

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

/** What was said in a session: the last call to each endpoint, and its answer. */
export type Said = ReadonlyMap<Endpoint, { readonly asked: Asked; readonly replied: Replied }>

/** The session of an honest wallet and an honest identity app with what is served, over HTTP, from beginning to end. */
export async function session(facts: Facts): Promise<Said> {
  const { url, profile, decisions, accounts } = facts
  const said = new Map<Endpoint, { asked: Asked; replied: Replied }>()
  const ports: Ports = {
    call: async (endpoint, _, asked) => {
      const replied = await called(facts, asked)
      said.set(endpoint, { asked, replied })
      return replied
    },
    push: (pushed) => company.credentialManager.take(pushed),
    handOver: (pushed) => company.wallet.take(pushed),
    openLink: (link) => company.identityApp.open(link),
  }
  const company = companyIn(
    {
      decide: answersUnder({ profile, given: decisions }).decide,
      bases: { issuer: url, status: url, walletBackend: url, verifier: url },
      now: () => Number(time),
      random: seeded('callers'),
      ledger: inMemory(),
      accounts,
    },
    ports,
  )
  const [account] = accounts
  if (account) await company.identityApp.share({ ...account, offer: 'reference' })
  return said
}

/** The credential that was delivered to the wallet backend, and its id. */
export function deliveredIn(said: Said): { readonly credential: string; readonly id: string } {
  const { credentials } = parseJsonObject(said.get('walletCallback')?.asked.body ?? '{}')
  const [credential = ''] = (Array.isArray(credentials) ? credentials : []).filter(isObject).map(firstText)
  return { credential, id: String(contentOf(open('credential', credential), 'credential')?.jws.payload.id) }
}

const firstText = (element: JsonObject): string => String(Object.values(element)[0])

/** The object in an answer. */
export const objectIn = (replied: Replied | undefined): JsonObject => parseJsonObject(replied?.body ?? '{}')
