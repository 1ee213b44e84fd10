import { hasSucceeded } from '../../../model/exchange.ts'
import type { Tampering } from '../../../model/tampering.ts'
import {
  dropMessages,
  tamperBodies,
  tamperExchange,
  tamperMessages,
  withRequest,
  withResponse,
} from '../kit/exchange-tampers.ts'
import type { Endpoint, MessageEndpoint } from '../model/endpoints.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { AUTH, FLOW } from './requirements.ts'

const fromWallet: readonly Endpoint[] = ['offer', 'issuerMetadata', 'nonce']
const between: readonly Endpoint[] = ['offer', 'issuerMetadata', 'nonce', 'validate']

const withQuery = (parsed: ParsedMessage, query: string): ParsedMessage =>
  withRequest(parsed, ({ url }) => ({ url: `${url}${url.includes('?') ? '&' : '?'}${query}` }))

/** Adds a query to each request of the wallet. */
const addWalletQuery = (query: string) => (parsed: ParsedMessage) =>
  parsed.message.from === 'wallet' ? withQuery(parsed, query) : parsed

const refusal = { status: 400, headers: {}, body: '' }
const login = { status: 302, headers: { location: 'https://tampered.example/login' }, body: '' }

/** Refuses all messages to the first of some endpoints, in an exchange of one session: one shows what all show. */
const refuseOne =
  (endpoints: readonly MessageEndpoint[]) =>
  (messages: readonly ParsedMessage[]): readonly ParsedMessage[] | undefined => {
    const [first] = endpoints.flatMap((each) => messages.find(({ message }) => message.endpoint === each) ?? [])
    const { session, endpoint } = first?.message ?? {}
    const own = messages.filter(({ message }) => message.session === session)
    return first && own.map((each) => (each.message.endpoint === endpoint ? withResponse(each, () => refusal) : each))
  }

/** A nonce request comes first, since it needs no account that the target may not know. */
const ofIssuer: readonly MessageEndpoint[] = ['nonce', 'issuerConfig', 'validate']

/** Repeats one successful callback more often than there were validations. */
const repeatCallback = (messages: readonly ParsedMessage[]): readonly ParsedMessage[] | undefined => {
  const one = messages.find(
    (each) => each.message.endpoint === 'walletCallback' && each.message.from === 'identity app' && hasSucceeded(each),
  )
  const last = Math.max(...messages.map(({ message }) => message.number))
  return (
    one && [...messages, ...messages.map((_, i) => ({ ...one, message: { ...one.message, number: last + 1 + i } }))]
  )
}

/** Replaces the text of each artefact of one kind in a message. */
const replaceText = (parsed: ParsedMessage, kind: 'encrypted-request' | 'credential', text: string): ParsedMessage => {
  const replace = (side: ParsedMessage['request']) =>
    side.map((each) => (each.kind === kind ? { ...each, text } : each))
  return { ...parsed, request: replace(parsed.request), response: replace(parsed.response) }
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperMessages(FLOW['ONE-GRANT'], 'a call with another grant type', fromWallet, addWalletQuery('grant_type=password')),
  tamperMessages(FLOW.DEEPLINK, 'a token request', fromWallet, addWalletQuery('grant_type=tampered')),
  dropMessages(FLOW['CODE-FIRST'], 'without the Issuer Config messages', ({ endpoint }) => endpoint === 'issuerConfig'),
  tamperBodies(FLOW['SAME-CODE'], 'issuer-config-response', 'another code in Issuer Config', () => ({ '/nonce': 'tampered', '/pre-authorized_code': 'tampered' })),
  tamperMessages(FLOW.UNTOUCHED, 'another offer from the credential manager', ['offerPush'], (each) => (each.message.from === 'credential manager' ? withRequest(each, () => ({ body: 'tampered' })) : each)),
  dropMessages(FLOW.ORDER, 'without the metadata messages', ({ endpoint }) => endpoint === 'issuerMetadata'),
  dropMessages(FLOW.ORDER, 'without the nonce messages', ({ endpoint }) => endpoint === 'nonce'),
  tamperMessages(FLOW.FORWARDED, 'another request in the validation call', ['validate'], (each) => replaceText(each, 'encrypted-request', 'tampered')),
  tamperMessages(FLOW.SOURCE, 'callbacks from the wallet', ['walletCallback'], (each, _, { tested }) => (tested.has('wallet') ? { ...each, message: { ...each.message, from: 'wallet' } } : each)),
  tamperExchange(FLOW.DELIVERED, 'one callback repeated many times', repeatCallback),
  tamperMessages(FLOW.FORMAT, 'credentials that are plain text', ['validate'], (each) => replaceText(each, 'credential', 'tampered!')),
  tamperExchange(FLOW.ANSWERED, 'a refusal of each message to one endpoint', refuseOne(ofIssuer)),
  tamperExchange(FLOW.RECEIVED, 'a refusal of each callback', refuseOne(['walletCallback'])),
  tamperMessages(AUTH['NO-LOGIN'], 'a redirect to a login page', between, (each, _, { tested }) => {
    if (tested.has(each.message.to)) return withResponse(each, () => login)
    return tested.has(each.message.from) ? withQuery(each, 'response_type=code') : each
  }),
]
