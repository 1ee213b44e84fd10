import { describe, expect, it } from 'vitest'
import type { Role } from '../../model/role.ts'
import type { HttpResponse } from '../../model/wire.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { compileJudge, createCheckContext, createJudgeInput } from '../../src/judge/judge.ts'
import type { Message, MessageEndpoint } from '../../suites/document/model/endpoints.ts'
import { parseMessage } from '../../suites/document/model/parse-message.ts'
import { checks } from '../../suites/document/offer/checks.ts'
import { requirements } from '../../suites/document/offer/requirements.ts'

// An identity app that serves its offers itself is judged by them, as an issuer is.

const judge = compileJudge(requirements, checks).select(({ binds }) => binds === 'identity app')
const { decide } = createDecider({ profile: 'document', decisions: { 'metadata.profile': 'openid4vci-1.0' } })

const offer = {
  credential_issuer: 'https://issuer.example',
  credential_configuration_ids: ['identity_credential'],
  grants: { 'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': 'code' } },
}
const json = { 'content-type': 'application/json' }

const message = (number: number, endpoint: MessageEndpoint, to: Role, rest: Partial<Message>): Message => ({
  ...{ number, session: 'first', endpoint, from: 'wallet', to, sentAt: 0, milliseconds: 1 },
  request: { method: 'GET', url: 'https://app.example/offers/1', headers: {} },
  ...rest,
})

/** What an identity app breaks that serves an offer so. */
function listFailed(response: Partial<HttpResponse>): readonly string[] {
  const link = `openid-credential-offer://?credential_offer_uri=${encodeURIComponent('https://app.example/offers/1')}`
  const metadata = { credential_configurations_supported: { identity_credential: {} } }
  const messages = [
    message(1, 'offerPush', 'credential manager', {
      from: 'identity app',
      request: { method: 'PUSH', url: 'os:offer', headers: {}, body: link },
    }),
    message(2, 'offer', 'identity app', {
      response: { status: 200, headers: json, body: JSON.stringify(offer), ...response },
    }),
    message(3, 'issuerMetadata', 'issuer', {
      response: { status: 200, headers: json, body: JSON.stringify(metadata) },
    }),
  ].map((each) => parseMessage(each, []))
  const exchange = { messages, tested: new Set<Role>(['identity app']), uids: {} }
  const known = { issuer: 'https://issuer.example' }
  const artefacts = messages.flatMap((each) => (each.message.to === 'identity app' ? each.response : []))
  const input = createJudgeInput(artefacts, known)
  const results = [...judge.judge(input, decide), ...judge.judgeExchange(exchange, createCheckContext(input, decide))]
  return results.flatMap(({ requirement: { id }, outcome }) => (outcome === 'failed' ? [id] : []))
}

const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(offer)).toString('base64url')}.`

describe('an offer that an identity app serves', () => {
  it.each([
    ['as it should be', {}, []],
    ['with parameters of its media type', { headers: { 'content-type': 'application/json; charset=utf-8' } }, []],
    ['as a server that is overloaded', { status: 503, body: '' }, []],
    ['as a JWT', { headers: { 'content-type': 'application/jwt' }, body: unsigned }, ['OFFER-PUSHED-PLAIN']],
    ['as another media type', { headers: { 'content-type': 'application/jwt' } }, ['OFFER-PUSHED-PLAIN']],
    ['without a media type', { headers: {} }, ['OFFER-PUSHED-PLAIN']],
    ['where nothing is', { status: 404, body: '' }, ['OFFER-PUSHED-PLAIN']],
    [
      'with a configuration that the metadata do not define',
      { body: JSON.stringify({ ...offer, credential_configuration_ids: ['other'] }) },
      ['OFFER-PUSHED-DEFINED'],
    ],
    ['without a code', { body: JSON.stringify({ ...offer, grants: {} }) }, ['OFFER-ONE-GRANT']],
  ] as const)('is judged: %s', (_, response, failed) => {
    expect(listFailed(response)).toEqual(failed)
  })
})
