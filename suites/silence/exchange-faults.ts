import { type Fault, fault } from '../../src/model/fault.ts'
import { calling, headersOf, message, put } from '../deviations.ts'
import { BODY } from './requirements.ts'

/** Calls with a body that says something else of itself. */
const typed = (endpoint: 'issuerConfig' | 'validate' | 'walletCallback', type: string) =>
  calling('identityApp', endpoint, (asked) => ({ ...asked, headers: { ...asked.headers, 'content-type': type } }))

/** Calls without TLS. */
const inTheOpen = (role: 'wallet' | 'identityApp', endpoint: 'issuerMetadata' | 'walletCallback') =>
  calling(role, endpoint, (asked) => ({ ...asked, url: asked.url.replace(/^https:/, 'http:') }))

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
]
