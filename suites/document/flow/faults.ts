import { writeJson } from '../../../protocol/encoding/json.ts'
import { writeJwe } from '../../../protocol/jose/jwe.ts'
import { unrelatedRsaKey } from '../../kit/unrelated-keys.ts'
import { CALLBACK } from '../callback/requirements.ts'
import { CRED } from '../credential/requirements.ts'
import { change, put } from '../kit/edits.ts'
import { changeAction, changeRequest, changeResponse, changeResult, replaceStep } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { callBackend } from './backend-calls.ts'
import { AUTH, FLOW } from './requirements.ts'

const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'
const offerCode = (made: string) => changeResult('identityApp', 'offer', put(`${grant}/pre-authorized_code`, made))
const changeForwardedOffer = (how: (offer: string) => string) => changeResult('credentialManager', 'handOver', how)

const pushEarly = replaceStep('identityApp', 'share', () => async ({ requested, openSession, pushOffer }) => {
  await pushOffer({ ...requested, credentialIdentifier: 'dataset', code: 'made-up-before-issuer-config' })
  await openSession()
})

const skipOffer = replaceStep('wallet', 'gather', () => async ({ metadata, nonce }) => {
  const found = await metadata()
  return { offer: {}, metadata: found, nonce: await nonce(found) }
})
const skipMetadata = replaceStep('wallet', 'gather', () => async ({ offer, nonce }) => ({
  offer: await offer(),
  metadata: {},
  nonce: await nonce({}),
}))
const skipNonce = replaceStep('wallet', 'gather', () => async ({ offer, metadata }) => ({
  offer: await offer(),
  metadata: await metadata(),
  nonce: 'made-up-by-the-wallet',
}))

/** Calls another endpoint instead of the nonce endpoint. */
const callInsteadOfNonce = (method: string, path: string, body?: string) =>
  changeRequest('wallet', 'nonce', ({ headers }) => ({
    method,
    url: `https://issuer.example${path}`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    ...(body !== undefined && { body }),
  }))
const callTokenEndpoint = (type: string) =>
  callInsteadOfNonce('POST', '/token', `grant_type=${encodeURIComponent(type)}&code=x`)
const callAuthorizationEndpoint = callInsteadOfNonce('GET', '/authorize?response_type=code&client_id=wallet')

/** A request that is encrypted to an unrelated key. */
const unrelatedRequest = writeJwe({
  plaintext: writeJson({ credential_identifier: 'dataset' }),
  header: { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'unrelated-1' },
  key: unrelatedRsaKey,
  random: (octets) => Buffer.alloc(octets, 0x5a),
})
const forwardRequest = (request: string) =>
  replaceStep('identityApp', 'validate', (original) => (session) => original(session, request))

const passwordPage = '<!doctype html><form method="post"><input name="user"><input type="password" name="pass"></form>'
const redirectTo = (location: string) => ({ status: 302, headers: { location }, body: '' })
const refuse = (status: number, error: string) => () => ({ status, headers: json, body: JSON.stringify({ error }) })
const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html; charset=utf-8' }

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(FLOW['CODE-FIRST'], 'pushes an offer before it requests a code', pushEarly),
  fault(FLOW['SAME-CODE'], 'offers a made-up code', offerCode('made-up-by-the-identity-app')),
  fault(FLOW['SAME-CODE'], 'offers the code in upper case', changeResult('identityApp', 'offer', change(`${grant}/pre-authorized_code`, (given) => String(given).toUpperCase()))),
  fault(FLOW.UNTOUCHED, 'replaces the code in the offer', changeForwardedOffer((offer) => offer.replace(/("pre-authorized_code":)"[^"]+"/, '$1"another"'))),
  fault(FLOW.UNTOUCHED, 'adds a member to the offer', changeForwardedOffer((offer) => offer.replace(/^\{/, '{"manager":"1.0",'))),
  fault(FLOW.UNTOUCHED, 'adds a query parameter to the offer link', changeForwardedOffer((offer) => (offer.startsWith('{') ? offer : `${offer}&manager=1.0`))),

  fault(FLOW.ORDER, 'sends its request without fetching the offer', skipOffer),
  fault(FLOW.ORDER, 'sends its request without fetching the metadata', skipMetadata),
  fault(FLOW.ORDER, 'sends its request without fetching a nonce', skipNonce),
  fault(FLOW['ONE-GRANT'], 'sends a token request with an authorization code', callTokenEndpoint('authorization_code'), { decisions: { 'flow.tokenEndpoint': 'openid4vci-1.0' } }),
  fault(FLOW['ONE-GRANT'], 'sends an authorization request', callAuthorizationEndpoint, { alsoBreaks: [AUTH['NO-LOGIN']] }),
  fault(FLOW.DEEPLINK, 'calls a token endpoint instead of the nonce endpoint', callTokenEndpoint('urn:ietf:params:oauth:grant-type:pre-authorized_code')),
  fault(FLOW.DEEPLINK, 'calls the credential endpoint instead of the nonce endpoint', callInsteadOfNonce('POST', '/credential/validate', '{}')),
  fault(AUTH['NO-LOGIN'], 'redirects a nonce request to a login page', changeResponse('issuer', 'nonce', () => redirectTo('https://login.issuer.example/'))),
  fault(AUTH['NO-LOGIN'], 'redirects a metadata request to an authorization endpoint', changeResponse('issuer', 'issuerMetadata', () => redirectTo('/oauth2/start?rd=%2F'))),
  fault(AUTH['NO-LOGIN'], 'returns a page with a password field to a nonce request', changeResponse('issuer', 'nonce', () => ({ status: 400, headers: html, body: passwordPage }))),

  fault(FLOW.ANSWERED, 'refuses every Issuer Config request', changeResponse('issuer', 'issuerConfig', refuse(400, 'invalid_request'))),
  fault(FLOW.ANSWERED, 'refuses every nonce request', changeResponse('issuer', 'nonce', refuse(400, 'invalid_request'))),
  fault(FLOW.ANSWERED, 'refuses every credential request', changeResponse('issuer', 'validate', refuse(422, 'invalid_proof'))),
  fault(FLOW.RECEIVED, 'refuses every callback', changeResponse('walletBackend', 'walletCallback', refuse(400, 'invalid_request'))),

  fault(FLOW.FORWARDED, 'sends another request than that of the wallet', forwardRequest(unrelatedRequest)),
  fault(FLOW.DELIVERED, 'does not deliver the credential', changeAction('identityApp', 'walletCallback', async () => {})),
  fault(FLOW.DELIVERED, 'delivers the credential twice', changeAction('identityApp', 'walletCallback', async (act) => { await act(); await act() })),
  fault(FLOW.SOURCE, 'sends a credential to the wallet backend itself', callBackend('/credential-callback', '{"credential_identifier":"dataset","credentials":[{"Credential":"e30.e30.AAAA~"}]}')),
  fault(FLOW.FORMAT, 'issues credentials in JSON-LD', changeResult('issuer', 'joinDisclosures', () => '{"@context":"https://www.w3.org/2018/credentials/v1"}'), { alsoBreaks: [CRED.COMPACT, CALLBACK.STRING] }),
]
