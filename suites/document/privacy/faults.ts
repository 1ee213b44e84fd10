import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import holders from '../../../fixtures/holders.json' with { type: 'json' }
import { setValue } from '../disclosure/edits.ts'
import { change, put } from '../kit/edits.ts'
import { describedFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeRequest, changeResponse, changeResult } from '../kit/mutations.ts'
import type { ActorMutation } from '../model/actors.ts'
import { type Fault, fault } from '../model/fault.ts'
import { OFFER } from '../offer/requirements.ts'
import { SILENT } from './requirements.ts'
import { readCode } from './secrets.ts'

/** The session token and identity number of the first account of every run. */
const token = 'session-token-of-nobody'
const uid = '000000000019'

/** Calls a URL with a further query parameter. */
const callWithQuery = (endpoint: 'issuerConfig' | 'validate' | 'walletCallback', query: string) =>
  changeRequest('identityApp', endpoint, (request) => ({ ...request, url: `${request.url}?${query}` }))

/** Calls the wallet backend with a further header field. */
const callBackWithHeader = (name: string, value: string) =>
  changeRequest('identityApp', 'walletCallback', (request) => ({
    ...request,
    headers: { ...request.headers, [name]: value },
  }))

/** Rejects every validation request with an error that contains the token. */
const leakTokenInError = changeResponse('issuer', 'validate', (response) => ({
  ...response,
  status: 401,
  body: JSON.stringify({ error: 'invalid_token', error_description: `${token} has expired` }),
}))

/** Rejects requests for the key set, which come after a credential, with an error that names the first holder. */
const nameHolderInError = changeResponse('issuer', 'jwks', (response) => ({
  ...response,
  status: 404,
  body: JSON.stringify({ error: 'not_found', holder: holders.asha.ResidentName }),
}))

/** Sends the pre-authorised code to the nonce endpoint, in the URL. */
const leakCodeToNonceEndpoint: ActorMutation = {
  wallet: (original) => {
    let code = '' // of the offer that this wallet received
    return {
      ...original,
      gather: (sources) =>
        original.gather({
          ...sources,
          offer: async () => {
            const offer = await sources.offer()
            code = String(readCode(offer))
            return offer
          },
        }),
      adjustRequest: (request, endpoint) =>
        original.adjustRequest(
          endpoint === 'nonce' ? { ...request, url: `${request.url}?code=${code}` } : request,
          endpoint,
        ),
    }
  },
}

const sha256 = createHash('sha256').update(uid).digest()

/** How a credential may contain the identity number. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['as it is', uid],
  ['with a prefix', `did:example:${uid}`],
  ['in groups of four digits', '0000 0000 0019'],
  ['in base64url', Buffer.from(uid).toString('base64url')],
  ['as a SHA-256 hash in hex', sha256.toString('hex')],
  ['as a SHA-256 hash in base64url', `urn:${sha256.toString('base64url')}`],
  ['as an MD5 hash', createHash('md5').update(uid).digest('hex').toUpperCase()],
])

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(SILENT.TOKEN, 'calls the wallet backend with the session token', callBackWithHeader('authorization', `Bearer ${token}`)),
  fault(SILENT.TOKEN, 'sends the wallet backend the session token in another header', callBackWithHeader('x-session', token), { decisions: { 'auth.walletCallback': 'bearer' } }),
  fault(SILENT.TOKEN, 'sends the wallet backend the session token in the callback', mutate.callback(put('/session_token', token))),
  fault(SILENT.TOKEN, 'puts the session token into the URL of the validation request', callWithQuery('validate', `session_token=${token}`)),
  fault(SILENT.TOKEN, 'puts the percent-encoded session token into a URL', callWithQuery('issuerConfig', `t=${token.replace('t', '%74')}`)),
  fault(SILENT.TOKEN, 'publishes a session token in the metadata', mutate.metadata(put('/session', token))),
  fault(SILENT.TOKEN, 'puts a session token into the offer', mutate.offer(put('/session_token', token))),
  fault(SILENT.TOKEN, 'repeats the session token in an error response', leakTokenInError),
  fault(SILENT.PERSON, 'sends the code to the nonce endpoint', leakCodeToNonceEndpoint),
  fault(SILENT.PERSON, 'puts the identity number into the URL of the Issuer Config request', callWithQuery('issuerConfig', `uid=${uid}`)),
  fault(SILENT.PERSON, 'puts a SHA-256 hash of the identity number into the URL of the callback', callWithQuery('walletCallback', `holder=${sha256.toString('hex')}`)),
  fault(SILENT.PERSON, 'puts an MD5 hash of the identity number into the offer that it pushes', changeResult('identityApp', 'offer', put('/login_hint', createHash('md5').update('000000041008').digest('base64')))),
  fault(SILENT.PERSON, 'puts the identity number into the URL of the callback', callWithQuery('walletCallback', `uid=${uid}`)),
  fault(SILENT.PERSON, 'puts the identity number into the offer that wallets fetch', mutate.offer(put('/login_hint', uid))),
  fault(SILENT.PERSON, 'makes codes of the identity number', mutate.configResponse(change('/nonce', (nonce) => `${uid}-${String(nonce)}`)), { alsoBreaks: [OFFER.MEANINGLESS, OFFER['SAME-CODE']] }),
  fault(SILENT.PERSON, 'puts the identity number into the callback', mutate.callback(put('/uid', uid))),
  fault(SILENT.PERSON, 'puts the identity number into the offer that it pushes', changeResult('identityApp', 'offer', put('/login_hint', '000000041008'))),
  fault(SILENT.PERSON, 'puts the identity number into the Issuer Config request', mutate.configRequest(put('/uid', uid))),
  fault(SILENT.PERSON, 'puts the identity number into the status response', mutate.statusPayload(put('/uid', uid))),
  fault(SILENT.PERSON, 'publishes an identity number in the metadata', mutate.metadata(put('/holders', [uid]))),
  fault(SILENT.PERSON, 'publishes an identity number in the key set', mutate.jwks(put('/holder', uid))),
  fault(SILENT.PERSON, 'sets a cookie with the identity number', changeHeaders('issuer', 'validate', { 'set-cookie': `holder=${uid}; Secure` })),
  fault(SILENT.DEVICE, 'puts the identifier of the device into the callback', mutate.callback(put('/device_id', 'device-0001'))),
  fault(SILENT.DEVICE, 'puts the identifier of the device into the offer that it pushes', changeResult('identityApp', 'offer', put('/device_id', 'device-0001'))),
  fault(SILENT.ERRORS, 'names the holder in an error response', nameHolderInError),
  fault(SILENT.NUMBER, 'sends the identity number as `sub`, as it is, encoded or hashed', describedFamily(fc.constantFrom(...spellings.keys()), (name) => name, (name) => mutate.credentialPayload(put('/sub', spellings.get(name) ?? '')))),
  fault(SILENT.NUMBER, 'sends the identity number as the number of the enrolment', setValue('EnrolmentNumber', uid)),
]
