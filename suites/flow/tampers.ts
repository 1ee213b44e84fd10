import { hasSucceeded, type ParsedMessage } from '../../model/exchange.ts'
import type { ExchangeTampering } from '../../model/tampering.ts'
import type { Endpoint } from '../../model/wire.ts'
import {
  dropMessages,
  tamperBodies,
  tamperExchange,
  tamperMessages,
  withRequest,
  withResponse,
} from '../kit/exchange-tampers.ts'
import { AUTH, FLOW } from './requirements.ts'

const fromWallet: readonly Endpoint[] = ['offer', 'issuerMetadata', 'nonce']
const between: readonly Endpoint[] = ['offer', 'issuerMetadata', 'nonce', 'validate']

const withQuery = (passage: ParsedMessage, query: string): ParsedMessage =>
  withRequest(passage, ({ url }) => ({ url: `${url}${url.includes('?') ? '&' : '?'}${query}` }))

/** Something that the wallet asks of whoever it calls. */
const asks = (query: string) => (passage: ParsedMessage) =>
  passage.message.from === 'wallet' ? withQuery(passage, query) : passage

const login = { status: 302, headers: { location: 'https://tampered.example/login' }, body: '' }

/** One answered callback, over and over: more often than anything was validated. */
const repeatedly = (passages: readonly ParsedMessage[]): readonly ParsedMessage[] | undefined => {
  const one = passages.find(
    (each) => each.message.endpoint === 'walletCallback' && each.message.from === 'identity app' && hasSucceeded(each),
  )
  const last = Math.max(...passages.map(({ message }) => message.number))
  return (
    one && [...passages, ...passages.map((_, i) => ({ ...one, message: { ...one.message, number: last + 1 + i } }))]
  )
}

/** The text of an artefact is another, wherever it was seen at an endpoint. */
const retold = (passage: ParsedMessage, kind: 'encrypted-request' | 'credential', text: string): ParsedMessage => {
  const other = (side: ParsedMessage['request']) => side.map((each) => (each.kind === kind ? { ...each, text } : each))
  return { ...passage, request: other(passage.request), response: other(passage.response) }
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTampering[] = [
  tamperMessages(FLOW['ONE-GRANT'], 'a call for another grant', fromWallet, asks('grant_type=password')),
  tamperMessages(FLOW.DEEPLINK, 'a call of a token endpoint', fromWallet, asks('grant_type=tampered')),
  dropMessages(FLOW['CODE-FIRST'], 'without Issuer Config', ({ endpoint }) => endpoint === 'issuerConfig'),
  tamperBodies(FLOW['SAME-CODE'], 'issuer-config-response', 'another code in Issuer Config', () => ({ '/nonce': 'tampered', '/pre-authorized_code': 'tampered' })),
  tamperMessages(FLOW.UNTOUCHED, 'another offer from the credential manager', ['offerPush'], (each) => (each.message.from === 'credential manager' ? withRequest(each, () => ({ body: 'tampered' })) : each)),
  dropMessages(FLOW.ORDER, 'without metadata', ({ endpoint }) => endpoint === 'issuerMetadata'),
  dropMessages(FLOW.ORDER, 'without any nonce', ({ endpoint }) => endpoint === 'nonce'),
  tamperMessages(FLOW.FORWARDED, 'another request in the validation call', ['validate'], (each) => retold(each, 'encrypted-request', 'tampered')),
  tamperMessages(FLOW.SOURCE, 'callbacks from the wallet', ['walletCallback'], (each, _, { tested }) => (tested.has('wallet') ? { ...each, message: { ...each.message, from: 'wallet' } } : each)),
  tamperExchange(FLOW.DELIVERED, 'one callback over and over', repeatedly),
  tamperMessages(FLOW.FORMAT, 'credentials that are a text', ['validate'], (each) => retold(each, 'credential', 'tampered!')),
  tamperMessages(AUTH['NO-LOGIN'], 'a redirect to a login', between, (each, _, { tested }) => {
    if (tested.has(each.message.to)) return withResponse(each, () => login)
    return tested.has(each.message.from) ? withQuery(each, 'response_type=code') : each
  }),
]
