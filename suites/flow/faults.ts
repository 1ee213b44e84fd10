import { type Fault, fault } from '../../model/fault.ts'
import { writeJson } from '../../protocol/encoding/json.ts'
import { writeJwe } from '../../protocol/jose/jwe.ts'
import { CRED } from '../credential/requirements.ts'
import { change, put } from '../kit/edits.ts'
import { changeAction, changeRequest, changeResponse, changeResult, replaceStep } from '../kit/mutations.ts'
import { unrelatedRsaKey } from '../kit/unrelated-keys.ts'
import { callBackend } from './backend-calls.ts'
import { AUTH, FLOW } from './requirements.ts'

const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'
const code = (made: string) => changeResult('identityApp', 'offer', put(`${grant}/pre-authorized_code`, made))
const handedOn = (how: (offer: string) => string) => changeResult('credentialManager', 'handOver', how)

const early = replaceStep('identityApp', 'share', () => async ({ requested, openSession, pushOffer }) => {
  await pushOffer({ ...requested, credentialIdentifier: 'dataset', code: 'made-up-before-anybody-was-asked' })
  await openSession()
})

const withoutOffer = replaceStep('wallet', 'gather', () => async ({ metadata, nonce }) => {
  const found = await metadata()
  return { offer: {}, metadata: found, nonce: await nonce(found) }
})
const withoutMetadata = replaceStep('wallet', 'gather', () => async ({ offer, nonce }) => ({
  offer: await offer(),
  metadata: {},
  nonce: await nonce({}),
}))
const withoutNonce = replaceStep('wallet', 'gather', () => async ({ offer, metadata }) => ({
  offer: await offer(),
  metadata: await metadata(),
  nonce: 'made-up-by-the-wallet',
}))

/** Goes somewhere else where it should ask for a nonce. */
const insteadOfNonce = (method: string, path: string, body?: string) =>
  changeRequest('wallet', 'nonce', ({ headers }) => ({
    method,
    url: `https://issuer.example${path}`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    ...(body !== undefined && { body }),
  }))
const tokenFor = (type: string) => insteadOfNonce('POST', '/token', `grant_type=${encodeURIComponent(type)}&code=x`)
const authorization = insteadOfNonce('GET', '/authorize?response_type=code&client_id=wallet')

/** A request that nobody but a stranger could open. */
const ownRequest = writeJwe({
  plaintext: writeJson({ credential_identifier: 'dataset' }),
  header: { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'stranger-1' },
  key: unrelatedRsaKey,
  random: (octets) => Buffer.alloc(octets, 0x5a),
})
const forwarding = (request: string) =>
  replaceStep('identityApp', 'validate', (honest) => (session) => honest(session, request))

const page = '<!doctype html><form method="post"><input name="user"><input type="password" name="pass"></form>'
const sendingTo = (location: string) => ({ status: 302, headers: { location }, body: '' })
const html = { 'content-type': 'text/html; charset=utf-8' }

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(FLOW['CODE-FIRST'], 'pushes an offer before it asks for a code', early),
  fault(FLOW['SAME-CODE'], 'offers a code of its own', code('made-up-by-the-identity-app')),
  fault(FLOW['SAME-CODE'], 'offers a code in other letters', changeResult('identityApp', 'offer', change(`${grant}/pre-authorized_code`, (given) => String(given).toUpperCase()))),
  fault(FLOW.UNTOUCHED, 'puts another code into the offer', handedOn((offer) => offer.replace(/("pre-authorized_code":)"[^"]+"/, '$1"another"'))),
  fault(FLOW.UNTOUCHED, 'adds a member to the offer', handedOn((offer) => offer.replace(/^\{/, '{"manager":"1.0",'))),
  fault(FLOW.UNTOUCHED, 'adds something to the link', handedOn((offer) => (offer.startsWith('{') ? offer : `${offer}&manager=1.0`))),

  fault(FLOW.ORDER, 'sends its request without the offer that a URL leads to', withoutOffer),
  fault(FLOW.ORDER, 'sends its request without metadata', withoutMetadata),
  fault(FLOW.ORDER, 'sends its request without a nonce from the issuer', withoutNonce),
  fault(FLOW['ONE-GRANT'], 'asks for an access token with an authorization code', tokenFor('authorization_code'), { decisions: { 'flow.tokenEndpoint': 'openid4vci-1.0' } }),
  fault(FLOW['ONE-GRANT'], 'asks for an authorization', authorization, { alsoBreaks: [AUTH['NO-LOGIN']] }),
  fault(FLOW.DEEPLINK, 'asks a token endpoint for its nonce', tokenFor('urn:ietf:params:oauth:grant-type:pre-authorized_code')),
  fault(FLOW.DEEPLINK, 'asks the credential endpoint for its nonce', insteadOfNonce('POST', '/credential/validate', '{}')),
  fault(AUTH['NO-LOGIN'], 'sends the wallet to a page to log in', changeResponse('issuer', 'nonce', () => sendingTo('https://login.issuer.example/'))),
  fault(AUTH['NO-LOGIN'], 'asks for authorization before it answers', changeResponse('issuer', 'issuerMetadata', () => sendingTo('/oauth2/start?rd=%2F'))),
  fault(AUTH['NO-LOGIN'], 'shows the wallet a page that asks for a password', changeResponse('issuer', 'nonce', () => ({ status: 400, headers: html, body: page }))),

  fault(FLOW.FORWARDED, 'sends a request of its own', forwarding(ownRequest)),
  fault(FLOW.DELIVERED, 'does not deliver the credential', changeAction('identityApp', 'walletCallback', async () => {})),
  fault(FLOW.DELIVERED, 'delivers the credential twice', changeAction('identityApp', 'walletCallback', async (deed) => { await deed(); await deed() })),
  fault(FLOW.SOURCE, 'hands a credential to the wallet backend itself', callBackend('/credential-callback', '{"credential_identifier":"dataset","credentials":[{"Credential":"e30.e30.AAAA~"}]}')),
  fault(FLOW.FORMAT, 'issues credentials in JSON-LD', changeResult('issuer', 'joinDisclosures', () => '{"@context":"https://www.w3.org/2018/credentials/v1"}'), { alsoBreaks: [CRED.COMPACT] }),
]
