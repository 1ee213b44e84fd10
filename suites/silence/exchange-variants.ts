import { type Variant, variant } from '../../src/model/fault.ts'
import { calling, headersOf, message, put } from '../deviations.ts'

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('BODY', 'says in which letters its JSON is written', headersOf('issuer', 'validate', { 'content-type': 'Application/JSON;charset=UTF-8' })),
  variant('BODY', 'calls its keys by their own media type', headersOf('issuer', 'jwks', { 'content-type': 'application/jwk-set+json' })),
  variant('BODY', 'speaks of JSON in an old way, where that will do', headersOf('issuer', 'nonce', { 'content-type': 'text/json' }), { given: { 'bodies.mediaType': 'any' } }),
  variant('BODY', 'takes a callback without a word', headersOf('walletBackend', 'walletCallback', { 'content-type': undefined })),
  variant('BODY', 'calls a status what it likes', headersOf('statusService', 'status', { 'content-type': 'text/plain' })),
  variant('BODY', 'asks for a nonce without a body and says what it is', calling('wallet', 'nonce', (asked) => ({ ...asked, headers: { ...asked.headers, 'content-type': 'text/plain' } }))),
  variant('SILENT', 'calls the wallet backend with the token, as was agreed', {}, { given: { 'auth.walletCallback': 'bearer' } }),
  variant('SILENT', 'gives the session token a new life', headersOf('issuer', 'validate', { 'set-cookie': 'session=session-token-of-nobody; Secure; HttpOnly' })),
  variant('SILENT', 'gives the session token in Issuer Config', message.configResponse(put('/session_token', 'session-token-of-nobody'))),
  variant('SILENT', 'names its metadata with a longer number', message.metadata(put('/revision', '1000000000019'))),
]
