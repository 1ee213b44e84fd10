import type { Deviation } from '../../src/model/actors.ts'
import { type Fault, fault } from '../../src/model/fault.ts'
import { answering, calling, headersOf, message, put } from '../deviations.ts'
import { BODY, SILENT } from './requirements.ts'
import { codeIn } from './secrets.ts'

/** Calls with a body that says something else of itself. */
const typed = (endpoint: 'issuerConfig' | 'validate' | 'walletCallback', type: string) =>
  calling('identityApp', endpoint, (asked) => ({ ...asked, headers: { ...asked.headers, 'content-type': type } }))

/** Calls without TLS. */
const inTheOpen = (role: 'wallet' | 'identityApp', endpoint: 'issuerMetadata' | 'walletCallback') =>
  calling(role, endpoint, (asked) => ({ ...asked, url: asked.url.replace(/^https:/, 'http:') }))

/** What the first account of every play goes by. */
const token = 'session-token-of-nobody'
const uid = '000000000019'

type Called = 'issuerConfig' | 'validate' | 'walletCallback'

/** Calls an address that says more. */
const asking = (endpoint: Called, more: string) =>
  calling('identityApp', endpoint, (asked) => ({ ...asked, url: `${asked.url}?${more}` }))

/** Calls the wallet backend with a further header. */
const callingBackWith = (name: string, value: string) =>
  calling('identityApp', 'walletCallback', (asked) => ({ ...asked, headers: { ...asked.headers, [name]: value } }))

/** Turns away, and says whom. */
const refusing = answering('issuer', 'validate', (replied) => ({
  ...replied,
  status: 401,
  body: JSON.stringify({ error: 'invalid_token', error_description: `${token} has expired` }),
}))

/** Shows its code where it asks for a nonce. */
const asksWithCode: Deviation = {
  wallet: (honest) => {
    let code = '' // of the offer that this wallet took
    return {
      ...honest,
      gather: (sources) =>
        honest.gather({
          ...sources,
          offer: async () => {
            const offer = await sources.offer()
            code = String(codeIn(offer))
            return offer
          },
        }),
      post: (asked, endpoint) =>
        honest.post(endpoint === 'nonce' ? { ...asked, url: `${asked.url}?code=${code}` } : asked, endpoint),
    }
  },
}

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(BODY.MEDIA, 'says that its keys are a text', headersOf('issuer', 'jwks', { 'content-type': 'text/plain; charset=utf-8' })),
  fault(BODY.MEDIA, 'says nothing of what its answer is', headersOf('issuer', 'validate', { 'content-type': undefined })),
  fault(BODY.MEDIA, 'says that a nonce is a JWT', headersOf('issuer', 'nonce', { 'content-type': 'application/jwt' })),
  fault(BODY.MEDIA, 'validates with JSON that it calls a form', typed('validate', 'application/x-www-form-urlencoded')),
  fault(BODY.MEDIA, 'calls back with JSON that it calls a text', typed('walletCallback', 'text/plain')),
  fault(BODY.MEDIA, 'speaks of JSON in an old way', typed('issuerConfig', 'text/json')),
  fault(BODY.TLS, 'announces a nonce endpoint without TLS', message.metadata(put('/nonce_endpoint', 'http://issuer.example/nonce'))),
  fault(BODY.TLS, 'fetches the metadata without TLS', inTheOpen('wallet', 'issuerMetadata')),
  fault(BODY.TLS, 'calls the wallet backend without TLS', inTheOpen('identityApp', 'walletCallback')),
  fault(SILENT.TOKEN, 'calls the wallet backend with the session token', callingBackWith('authorization', `Bearer ${token}`)),
  fault(SILENT.TOKEN, 'tells the wallet backend the session token in another header', callingBackWith('x-session', token), { given: { 'auth.walletCallback': 'bearer' } }),
  fault(SILENT.TOKEN, 'tells the wallet backend the session token in the callback', message.callback(put('/session_token', token))),
  fault(SILENT.TOKEN, 'puts the session token into the address of the validation', asking('validate', `session_token=${token}`)),
  fault(SILENT.TOKEN, 'escapes the session token in an address', asking('issuerConfig', `t=${token.replace('t', '%74')}`)),
  fault(SILENT.TOKEN, 'publishes a session token in the metadata', message.metadata(put('/session', token))),
  fault(SILENT.TOKEN, 'tells a session token in the offer', message.offer(put('/session_token', token))),
  fault(SILENT.TOKEN, 'repeats the session token where it turns away', refusing),
  fault(SILENT.PERSON, 'shows the code where it asks for a nonce', asksWithCode),
  fault(SILENT.PERSON, 'asks for an offer with the number in the address', asking('issuerConfig', `uid=${uid}`)),
  fault(SILENT.PERSON, 'calls the wallet backend with the number in the address', asking('walletCallback', `uid=${uid}`)),
  fault(SILENT.PERSON, 'says whose credential it is in the status', message.statusPayload(put('/uid', uid))),
  fault(SILENT.PERSON, 'publishes a number in the metadata', message.metadata(put('/holders', [uid]))),
  fault(SILENT.PERSON, 'publishes a number in the key set', message.jwks(put('/holder', uid))),
]
