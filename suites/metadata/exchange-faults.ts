import { type Fault, fault } from '../../src/model/fault.ts'
import { answering, change, headersOf, instead, message } from '../deviations.ts'
import { BODY } from '../silence/requirements.ts'
import { strangerSeal } from '../stranger.ts'
import { META } from './requirements.ts'

const served = (type: string | undefined) => headersOf('issuer', 'issuerMetadata', { 'content-type': type })
const elsewhere = (status: number) => answering('issuer', 'issuerMetadata', () => ({ status, headers: {}, body: '' }))

const literal = { 'metadata.path': 'literal' }
const inserted = { 'metadata.path': 'insertion' }

/** Names itself otherwise, at the same host. */
const named = (how: (own: string) => string) =>
  message.metadata(change('/credential_issuer', (own) => how(String(own))))

/** Takes a key of somebody else for the one that the metadata publish. */
const forStranger = instead('wallet', 'encrypt', (honest) => (request) => {
  const key = { ...strangerSeal, kid: 'stranger-1', alg: 'RSA-OAEP-256' }
  return honest(request, { credential_request_encryption: { jwks: { keys: [key] } } })
})

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(META.ADDRESS, 'has nothing at the well-known path', elsewhere(404), { under: 'openid4vci-1.0', alsoBreaks: [META.INSERTED] }),
  fault(META.ADDRESS, 'has nothing at the well-known path for the method that was agreed', elsewhere(404), { given: { ...literal, 'endpoints.issuerMetadata.method': 'POST' } }),
  fault(META.ADDRESS, 'had something at the well-known path once', elsewhere(410), { given: literal }),
  fault(META.INSERTED, 'has nothing where the well-known path stands behind its host', elsewhere(404), { given: inserted, alsoBreaks: [META.ADDRESS] }),
  fault(META.INSERTED, 'serves there what belongs to an identifier with a path', named((own) => `${own}/tenant`), { given: { ...inserted, 'metadata.profile': 'names' } }),
  fault(META.JSON, 'serves its metadata as another kind of JSON', served('application/ld+json')),
  fault(META.JSON, 'serves its metadata as `text/json`', served('text/json'), { alsoBreaks: [BODY.MEDIA] }),
  fault(META['KEY-USED'], 'encrypts with a key that the metadata do not publish', forStranger),
]
