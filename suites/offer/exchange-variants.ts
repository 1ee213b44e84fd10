import { type Variant, variant } from '../../src/model/fault.ts'
import { RawJson, writeJson } from '../../src/protocol/json.ts'
import { after, headersOf, message, put } from '../deviations.ts'

const served = (type: string) => headersOf('issuer', 'offer', { 'content-type': type })
const inLink = after(
  'identityApp',
  'offer',
  (made) => new RawJson(`openid-credential-offer://?credential_offer=${encodeURIComponent(writeJson(made))}`),
)

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('OFFER', 'is served with a charset', served('application/json; charset=utf-8')),
  variant('OFFER', 'is served with capitals in its media type', served('Application/JSON;Charset="UTF-8"')),
  variant('OFFER', 'stands in a link by value', inLink),
  variant('OFFER', 'is answered with a status that says created', { issuer: (honest) => ({ ...honest, reply: (replied, where) => ({ ...honest.reply(replied, where), ...(where === 'offer' && { status: 201 }) }) }) }),
  variant('OFFER', 'offers one of many templates', message.metadata(put('/credential_configurations_supported', { identity_credential: {}, another_credential: {} }))),
]
