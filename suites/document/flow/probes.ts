import type { HttpResponse } from '../../../model/wire.ts'
import { changeResponse } from '../kit/mutations.ts'
import { afterSession, readResponse, readText, runSession } from '../kit/probe-sessions.ts'
import type { Message } from '../model/endpoints.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { readCode, readPushedOffer } from '../offer/offers.ts'
import { FLOW } from './requirements.ts'

const selectPushes = (messages: readonly Message[]): readonly Message[] =>
  messages.filter(({ endpoint }) => endpoint === 'offerPush')

/** The codes of the offers that were pushed, or fetched from where a push led. */
const listOfferedCodes = (messages: readonly Message[]): readonly string[] =>
  [
    ...selectPushes(messages).map((message) => readPushedOffer({ message }) ?? {}),
    readResponse(messages, 'offer'),
  ].flatMap((offer) => readCode(offer) ?? [])

/** Runs a valid session, and one in which Issuer Config fails. An app may keep codes in store: another code proves nothing. */
const failConfig = (change: (response: HttpResponse) => Partial<HttpResponse>): StatefulProbe['run'] =>
  afterSession(async (before, context) => {
    const messages = await context.runSession({
      mutation: changeResponse('issuer', 'issuerConfig', (response) => ({ ...response, ...change(response) })),
    })
    if (!messages.some(({ endpoint }) => endpoint === 'issuerConfig')) return 'inconclusive'
    if (selectPushes(messages).length === 0) return 'refused'
    const spent = [...listOfferedCodes(before), readText(messages, 'issuerConfig', 'pre-authorized_code', 'nonce')]
    return listOfferedCodes(messages).some((code) => spent.includes(code)) ? 'accepted' : 'inconclusive'
  })

/** Changes what the issuer answers to a validation request. */
const changeAnswer = (change: (response: HttpResponse) => Partial<HttpResponse>) =>
  runSession(changeResponse('issuer', 'validate', (response) => ({ ...response, ...change(response) })))

const body = JSON.stringify({ error: 'invalid_request' })

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 400', 'refused', changeAnswer(() => ({ status: 400, body }))),
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 401', 'refused', changeAnswer(() => ({ status: 401, body }))),
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 403 and no body', 'refused', changeAnswer(() => ({ status: 403, headers: {}, body: '' }))),
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 500', 'refused', changeAnswer(() => ({ status: 500, body }))),
  statefulProbe(FLOW.UNDELIVERED, 'identity app', 'answers a validation request with status 400 and a credential response', 'refused', changeAnswer(() => ({ status: 400 }))),
  statefulProbe(FLOW.UNOFFERED, 'identity app', 'answers an Issuer Config request with status 500', 'refused', failConfig(() => ({ status: 500, body }))),
  statefulProbe(FLOW.UNOFFERED, 'identity app', 'answers an Issuer Config request with status 503 and a code', 'refused', failConfig(() => ({ status: 503 }))),
]
