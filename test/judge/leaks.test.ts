import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../model/role.ts'
import type { HttpRequest } from '../../model/wire.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { compileJudge, createCheckContext, createJudgeInput } from '../../src/judge/judge.ts'
import type { Message, MessageEndpoint } from '../../suites/document/model/endpoints.ts'
import { parseMessage } from '../../suites/document/model/parse-message.ts'
import { checks } from '../../suites/document/privacy/checks.ts'
import { requirements } from '../../suites/document/privacy/requirements.ts'

// What must not leave an actor is found in every message, however it is written.

const judge = compileJudge(requirements, checks)
const { decide } = createDecider({ profile: 'document', decisions: {} })

const token = 'session-token-of-nobody'
const uid = '000000000019'
const device = 'device-identifier-1'

const send = (endpoint: MessageEndpoint, to: Role, request: Partial<HttpRequest>): Message => ({
  ...{ number: 1, session: 'first', endpoint, from: 'identity app', to, sentAt: 0, milliseconds: 1 },
  request: { method: 'POST', url: 'https://backend.example/callback', headers: {}, ...request },
  response: { status: 200, headers: {}, body: '{}' },
})

const usual = [
  send('issuerConfig', 'issuer', { body: JSON.stringify({ device_id: device }) }),
  send('validate', 'issuer', { headers: { authorization: `Bearer ${token}` }, body: JSON.stringify({ uid }) }),
]

/** The rows that fail where an identity app sends a message. */
function listFailed(message: Message): readonly string[] {
  const messages = [...usual, message].map((each) => parseMessage(each, []))
  const exchange = { messages, tested: new Set<Role>(['identity app']), uids: { first: uid } }
  const results = judge.judgeExchange(exchange, createCheckContext(createJudgeInput([], {}), decide))
  return results.flatMap(({ requirement: { id }, outcome }) => (outcome === 'failed' ? [id] : []))
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** The ways to write a secret that everyone can undo. */
const writings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in base64': toBase64,
  'in base64url': (secret) => Buffer.from(`{"value":"${secret}?>"}`).toString('base64url'),
  'in hexadecimal': (secret) => Buffer.from(secret).toString('hex'),
  'with percent signs': (secret) => [...Buffer.from(secret)].map((octet) => `%${octet.toString(16)}`).join(''),
  'with escapes of JSON': (secret) =>
    JSON.stringify({ inner: [...secret].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('') }),
  'in JSON in a string of JSON': (secret) =>
    JSON.stringify({ inner: JSON.stringify({ deep: JSON.stringify({ secret }) }) }),
  'in the payload of a JWT': (secret) =>
    `e30.${Buffer.from(JSON.stringify({ sub: secret })).toString('base64url')}.c2ln`,
  'in gzip in base64': (secret) => gzipSync(`{"value":"${secret}"}`).toString('base64'),
}

const places: Readonly<Record<string, (text: string) => Partial<HttpRequest>>> = {
  URL: (text) => ({ url: `https://backend.example/callback?x=${encodeURIComponent(text)}` }),
  'header field': (text) => ({ headers: { 'x-trace': text } }),
  body: (text) => ({ body: JSON.stringify({ credential_identifier: 'id', extra: text }) }),
  'long body': (text) => ({ body: JSON.stringify({ extra: text, filling: 'filling '.repeat(2_000) }) }),
}

describe.each(Object.keys(writings))('a secret %s', (writing) => {
  const write = writings[writing] ?? String

  it.each(Object.keys(places))('is found in the %s of a callback', (place) => {
    const say = places[place] ?? (() => ({}))

    expect(listFailed(send('walletCallback', 'wallet backend', say(write(token))))).toContain('SILENT-TOKEN')
    expect(listFailed(send('walletCallback', 'wallet backend', say(write(uid))))).toContain('SILENT-PERSON')
  })

  it('is found in an offer and in a call to an address where nothing answers', () => {
    for (const endpoint of ['offerPush', 'other'] as const) {
      const body = JSON.stringify({ extra: write(uid) })

      expect(listFailed(send(endpoint, 'issuer', { body })), endpoint).toContain('SILENT-PERSON')
      expect(listFailed(send(endpoint, 'issuer', { body: write(token) })), endpoint).toContain('SILENT-TOKEN')
      expect(listFailed(send(endpoint, 'wallet backend', { body: write(device) })), endpoint).toContain('SILENT-DEVICE')
    }
  })
})

describe('no secret', () => {
  it.each([
    ['in a callback without any', send('walletCallback', 'wallet backend', { body: '{"credential_identifier":"id"}' })],
    [
      'in a validation request at another address, which has both where they belong',
      send('other', 'issuer', {
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ uid, credential_request: 'a.b.c.d.e' }),
      }),
    ],
    [
      'in the first call of a device at another address',
      send('other', 'issuer', { body: JSON.stringify({ device_id: device }) }),
    ],
    ['in a number that has the digits within', send('walletCallback', 'wallet backend', { body: `{"n":"1${uid}1"}` })],
  ] as const)('is found %s', (_, message) => {
    expect(listFailed(message)).toEqual([])
  })
})

describe('a request that needs no identity number', () => {
  it.each(['nonce', 'issuerMetadata', 'offer', 'jwks'] as const)('has none in a header field: %s', (endpoint) => {
    expect(listFailed(send(endpoint, 'issuer', { headers: { 'x-user': toBase64(uid) } }))).toContain('SILENT-PERSON')
  })
})
