import { type Variant, variant } from '../../src/model/fault.ts'
import { answering, change, headersOf, message } from '../deviations.ts'
import { sealOnCurve } from '../stranger.ts'

const served = (type: string) => headersOf('issuer', 'issuerMetadata', { 'content-type': type })
const keys = '/credential_request_encryption/jwks/keys'

/** Names itself otherwise, at the same host. */
const named = (how: (own: string) => string) =>
  message.metadata(change('/credential_issuer', (own) => how(String(own))))

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('META', 'is not served for GET, where no method was agreed', answering('issuer', 'issuerMetadata', () => ({ status: 404, headers: {}, body: '' }))),
  variant('META', 'names itself with a slash at its end, where paths are inserted', named((own) => `${own}/`), { given: { 'metadata.path': 'insertion' } }),
  variant('META', 'names an identifier with a path, where the well-known path is at the end', named((own) => `${own}/tenant`), { given: { 'metadata.path': 'append' } }),
  variant('META', 'is served with a charset', served('application/json;charset=utf-8')),
  variant('META', 'is served with capitals in its media type', served('APPLICATION/JSON')),
  variant('META', 'publishes a key that nobody uses', message.metadata(change(keys, (all) => (Array.isArray(all) ? [...all, { ...sealOnCurve, kid: 'request-ec' }] : all)))),
]
