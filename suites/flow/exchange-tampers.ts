import { isAnswered, type Passage } from '../../src/model/exchange-check.ts'
import type { ExchangeTamper } from '../../src/model/tamper.ts'
import type { Endpoint } from '../../src/model/wire.ts'
import { asking, dropped, exchanged, members, messages, replying } from '../exchange-tampering.ts'
import { AUTH, FLOW } from './requirements.ts'

const fromWallet: readonly Endpoint[] = ['offer', 'issuerMetadata', 'nonce']
const between: readonly Endpoint[] = ['offer', 'issuerMetadata', 'nonce', 'validate']

const withQuery = (passage: Passage, query: string): Passage =>
  asking(passage, ({ url }) => ({ url: `${url}${url.includes('?') ? '&' : '?'}${query}` }))

/** Something that the wallet asks of whoever it calls. */
const asks = (query: string) => (passage: Passage) =>
  passage.hop.from === 'wallet' ? withQuery(passage, query) : passage

const login = { status: 302, headers: { location: 'https://tampered.example/login' }, body: '' }

/** One answered callback, over and over: more often than anything was validated. */
const repeatedly = (passages: readonly Passage[]): readonly Passage[] | undefined => {
  const one = passages.find(
    (each) => each.hop.endpoint === 'walletCallback' && each.hop.from === 'identity app' && isAnswered(each),
  )
  const last = Math.max(...passages.map(({ hop }) => hop.number))
  return one && [...passages, ...passages.map((_, i) => ({ ...one, hop: { ...one.hop, number: last + 1 + i } }))]
}

/** The text of an artefact is another, wherever it was seen at an endpoint. */
const retold = (passage: Passage, kind: 'encrypted-request' | 'credential', text: string): Passage => {
  const other = (side: Passage['asked']) => side.map((each) => (each.kind === kind ? { ...each, text } : each))
  return { ...passage, asked: other(passage.asked), replied: other(passage.replied) }
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  messages(FLOW['ONE-GRANT'], 'a call for another grant', fromWallet, asks('grant_type=password')),
  messages(FLOW.DEEPLINK, 'a call of a token endpoint', fromWallet, asks('grant_type=tampered')),
  dropped(FLOW['CODE-FIRST'], 'without Issuer Config', ({ endpoint }) => endpoint === 'issuerConfig'),
  members(FLOW['SAME-CODE'], 'issuer-config-response', 'another code in Issuer Config', () => ({ '/nonce': 'tampered', '/pre-authorized_code': 'tampered' })),
  messages(FLOW.UNTOUCHED, 'another offer from the credential manager', ['offerPush'], (each) => (each.hop.from === 'credential manager' ? asking(each, () => ({ body: 'tampered' })) : each)),
  dropped(FLOW.ORDER, 'without metadata', ({ endpoint }) => endpoint === 'issuerMetadata'),
  dropped(FLOW.ORDER, 'without any nonce', ({ endpoint }) => endpoint === 'nonce'),
  messages(FLOW.FORWARDED, 'another request in the validation call', ['validate'], (each) => retold(each, 'encrypted-request', 'tampered')),
  messages(FLOW.SOURCE, 'callbacks from the wallet', ['walletCallback'], (each, _, { tested }) => (tested.has('wallet') ? { ...each, hop: { ...each.hop, from: 'wallet' } } : each)),
  exchanged(FLOW.DELIVERED, 'one callback over and over', repeatedly),
  messages(FLOW.FORMAT, 'credentials that are a text', ['validate'], (each) => retold(each, 'credential', 'tampered!')),
  messages(AUTH['NO-LOGIN'], 'a redirect to a login', between, (each, _, { tested }) => {
    if (tested.has(each.hop.to)) return replying(each, () => login)
    return tested.has(each.hop.from) ? withQuery(each, 'response_type=code') : each
  }),
]
