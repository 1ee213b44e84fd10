import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { serve } from '../src/cli/commands/serve.ts'
import { readArguments } from '../src/terminal/arguments.ts'
import { listFlags } from '../src/terminal/command.ts'
import { readServePlan } from '../suites/document/serve/serve-plan.ts'
import { startServer } from '../suites/document/serve/start-server.ts'
import { type Behaviour, behaviours } from './behaviours.ts'

/** When a target is hostile: always, or once it has answered a call rightly. */
export const phases = ['at once', 'later'] as const
export type Phase = (typeof phases)[number]

/** One field of the table. */
export interface Cell {
  readonly behaviour: string
  readonly endpoint: string
  readonly phase: Phase
}

/** A target that is an issuer, a status service and a wallet backend, and hostile at one of its endpoints. */
export interface HostileTarget {
  readonly url: string
  /** The calls that were answered with hostility. */
  readonly countAnswers: () => number
  readonly close: () => Promise<void>
}

export async function openTarget({ behaviour, endpoint, phase }: Cell, now: number): Promise<HostileTarget> {
  let [calls, answers] = [0, 0]
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async () => {}
  const front = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}` // a server that listens at a port
  const { facts, close } = await startServed(url, now)
  const { url: address = '' } = facts.endpoints.find((each) => each.endpoint === endpoint) ?? {}
  const path = new URL(address.split('{id}')[0] ?? '', url).pathname
  answer = async (request, response) => {
    const askHonest = async (): Promise<Response> => forward(facts.url, request)
    if (!request.url?.startsWith(path) || (++calls === 1 && phase === 'later')) return pass(await askHonest(), response)
    answers++
    await findBehaviour(behaviour)(response, async () => (await askHonest()).text())
  }
  return {
    url,
    countAnswers: () => answers,
    close: async () => {
      front.closeAllConnections()
      front.close()
      await close()
    },
  }
}

function findBehaviour(name: string): Behaviour {
  const found = behaviours[name]
  if (!found) throw new TypeError(`no hostile target ${name}`)
  return found
}

/** Starts reference actors of all roles that are called, at a port of their own. */
export const startServed = async (publicUrl: string | undefined, now: number) => {
  const words = ['issuer', 'status-service', 'wallet-backend', '--port', '0', '--seed', '1', '--now', `${now}`]
  const args = readArguments('serve', listFlags(serve), [
    ...words,
    ...(publicUrl === undefined ? [] : ['--public-url', publicUrl]),
  ])
  return startServer(await readServePlan(args), { request: () => {}, call: () => {} })
}

async function forward(base: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/', headers } = request
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name))
  const body = method === 'GET' ? null : await text(request)
  return fetch(`${base}${url}`, {
    method,
    body,
    redirect: 'manual',
    headers: kept.map(([name, value]) => [name, `${value}`]),
  })
}

/** Fields that belong to one connection, and not to the message. */
const hopByHop = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'keep-alive'])

async function pass(honest: Response, response: ServerResponse): Promise<void> {
  const kept = [...honest.headers].filter(([name]) => !hopByHop.has(name))
  response.writeHead(honest.status, kept.flat()).end(await honest.text())
}
