import type { Decide } from '../../../model/decision.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import { type JsonObject, parseJsonObject, readText as readTextValue } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { ActorMutation } from '../model/actors.ts'
import type { Endpoint, Message } from '../model/endpoints.ts'
import type { ProbeContext, StatefulProbe } from '../model/probe.ts'
import { readNonce } from '../nonce/reading.ts'
import { put } from './edits.ts'
import { attestNonce, mutate } from './message-mutations.ts'
import { combineMutations } from './mutations.ts'
import { isCodePresented } from './single-use.ts'

/** Runs a whole session with a mutation. */
export const runSession =
  (mutation: ActorMutation | ((context: ProbeContext) => ActorMutation | undefined)): StatefulProbe['run'] =>
  async (context) => {
    const applied = typeof mutation === 'function' ? mutation(context) : mutation
    return applied && context.readSessionAnswer(await context.runRequest({ mutation: applied }))
  }

/** Runs a valid session, and then a probe that uses its messages, where the decisions make its requirement apply. */
export const afterSession =
  (
    then: (messages: readonly Message[], context: ProbeContext) => ReturnType<StatefulProbe['run']>,
    isRequired: (decide: Decide) => boolean = () => true,
  ): StatefulProbe['run'] =>
  async (context) => {
    if (!isRequired(context.decide)) return undefined
    const messages = await context.runRequest()
    return context.readSessionAnswer(messages) === 'accepted' ? then(messages, context) : 'inconclusive'
  }

/** The last request to an endpoint. */
export const findRequest = (messages: readonly Message[], endpoint: Endpoint): HttpRequest | undefined =>
  messages.findLast((message) => message.endpoint === endpoint)?.request

/** Requests a nonce again, just as in an earlier session: it may be bound to that. Empty if there is none. */
export async function fetchNonceAgain(messages: readonly Message[], { send, decide }: ProbeContext): Promise<string> {
  const request = findRequest(messages, 'nonce')
  const response = request && (await send('nonce', request))
  return readTextValue(readNonce(parseBody(response?.body), decide))
}

/** Requests what an earlier session requested, and attests this nonce. */
export function repeatSession(messages: readonly Message[], nonce: string, decide: Decide): ActorMutation {
  const { nonce: named = '', 'pre-authorized_code': code = named, ...config } = readResponse(messages, 'issuerConfig')
  const identify = put('/credential_identifier', config.credential_identifier ?? '')
  const present = put('/pre-authorized_code', code)
  const reuse = mutate.request(isCodePresented(decide) ? (request) => present(identify(request)) : identify)
  return nonce === '' ? reuse : combineMutations(reuse, attestNonce(nonce))
}

/** The last response of an endpoint, as an object; empty if it is none. */
export function readResponse(messages: readonly Message[], endpoint: Endpoint): JsonObject {
  return parseBody(messages.findLast((message) => message.endpoint === endpoint)?.response?.body)
}

function parseBody(body = ''): JsonObject {
  const read = attempt(() => parseJsonObject(body))
  return 'value' in read ? read.value : {}
}

/** A string member of the last response; empty if there is none. */
export function readText(messages: readonly Message[], endpoint: Endpoint, ...names: readonly string[]): string {
  const response = readResponse(messages, endpoint)
  return names.map((name) => response[name]).find((value): value is string => typeof value === 'string') ?? ''
}
