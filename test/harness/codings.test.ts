import { describe, expect, it } from 'vitest'
import { describePlanted } from '../../hostile/peak.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import { codings } from '../codings.ts'
import { recorderFor } from '../whole-run.ts'

// A target knows private values and can write them in any coding: no place may show what it chose.

const request: HttpRequest = { method: 'GET', url: 'https://issuer.example/nonce', headers: {} }

const message = (changes: Partial<Message>): Message => ({
  number: 1,
  session: 'first',
  endpoint: 'nonce',
  from: 'wallet',
  to: 'issuer',
  sentAt: 1_790_000_000_000,
  milliseconds: 3,
  request,
  ...changes,
})

const answer = (body: unknown, headers: HttpResponse['headers'] = {}): Partial<Message> => ({
  response: { status: 200, headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
})

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const members =
  'typ alg enc zip kid kty crv use iss iat exp nbf vct _sd_alg status idx uri format proof_type error error_description credential_issuer credential_configuration_id nonce_endpoint credential_endpoint nonce'
const fields =
  'server content-type content-length cache-control accept allow vary connection retry-after date expires last-modified location etag via link www-authenticate content-encoding x-request-id x-anything'

/** Every place of a message that a target fills. */
const places: Readonly<Record<string, (text: string) => Partial<Message>>> = {
  ...Object.fromEntries(
    members.split(' ').map((name) => [`the member ${name}`, (text: string) => answer({ [name]: text })]),
  ),
  ...Object.fromEntries(
    fields.split(' ').map((name) => [`the field ${name}`, (text: string) => answer({}, { [name]: text })]),
  ),
  'the host of a location': (text) => answer({}, { location: `https://${text}/x` }),
  'the host of an address': (text) => answer({ credential_issuer: `https://${text}` }),
  'the port of an address': (text) => answer({ iss: `https://localhost:${text}` }),
  'the path of an address': (text) => answer({ status: `https://issuer.example/${text}` }),
  'a configuration id': (text) => answer({ credential_configuration_ids: [text] }),
  'the name of a configuration': (text) => answer({ credential_configurations_supported: { [text]: {} } }),
  'the name of a member': (text) => answer({ [text]: 1 }),
  'the name of a grant': (text) => answer({ grants: { [text]: {} } }),
  'a listed algorithm': (text) => answer({ alg_values_supported: [text] }),
  'the kid of a JWS': (text) => answer(`${encode({ alg: 'ES256', kid: text })}.e30.AAAA`),
  'the typ of a JWS': (text) => answer(`${encode({ alg: 'ES256', typ: text })}.e30.AAAA`),
  'the alg of a JWE': (text) => answer(`${encode({ alg: text, enc: text })}.A.A.A.A`),
  'a body': (text) => answer(text),
  'an offer in a body': (text) => answer(`openid-credential-offer://${text}?credential_offer_uri=${text}`),
  'an address that it calls': (text) => ({
    request: { ...request, url: `https://issuer.example/s/${text}?${text}=1` },
  }),
  'a host that it calls': (text) => ({ request: { ...request, url: `https://${text}/nonce` } }),
  'a method': (text) => ({ request: { ...request, method: text } }),
}

/** Whether a line shows a text, or a part of it that is long enough to mean something. */
function findShown(line: string, text: string): string | undefined {
  const shown = line.toLowerCase()
  const parts = [text, ...text.split(/[^\w%]+/)].map((part) => part.toLowerCase())
  return parts.find((part) => part.length >= 8 && shown.includes(part))
}

describe('the record shows nothing that a target chose', () => {
  it.each(Object.entries(codings))('%s', (_, code) => {
    // Nothing has told the recorder that these are private: a claim that only the target knows.
    const planted = [code('asha.testovi1951'), code('000000000019')]
    const shown = Object.entries(places).flatMap(([place, plant]) =>
      planted.flatMap((text) => {
        const line = JSON.stringify(recorderFor()(message(plant(text))))
        const found = findShown(line, text)
        return found === undefined ? [] : [`${place}: ${found}`]
      }),
    )

    expect(shown).toEqual([])
    if (process.env.CODINGS === 'all') console.log(describePlanted(planted.length * Object.keys(places).length, 0))
  })

  it('in forty codings', () => {
    expect(Object.keys(codings)).toHaveLength(40)
  })
})
