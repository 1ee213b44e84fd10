import { type Fault, fault } from '../../src/model/fault.ts'
import type { JsonObject } from '../../src/protocol/json.ts'
import { RawJson, writeJson } from '../../src/protocol/json.ts'
import { after, answering, calling, drop, headersOf, message, put } from '../deviations.ts'
import { BODY } from '../silence/requirements.ts'
import { OFFER } from './requirements.ts'

const { offer } = message

const grant = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code'
const served = (type: string | undefined) => headersOf('issuer', 'offer', { 'content-type': type })
const body = (text: string) => answering('issuer', 'offer', (replied) => ({ ...replied, body: text }))
/** A code of its own choice: it has nothing to do with that of Issuer Config. */
const separate = { given: { 'nonce.relation': 'all-separate' } }

const notAnObject = { alsoBreaks: [BODY.JSON] }

const url = 'https://issuer.example/credential-offer/0'
const encode = encodeURIComponent
const bothWays = after(
  'identityApp',
  'offer',
  (made) =>
    new RawJson(
      `openid-credential-offer://?credential_offer=${encode(writeJson(made))}&credential_offer_uri=${encode(url)}`,
    ),
)

/** Puts something into the body of the validation call. */
const withValidation = (members: JsonObject) =>
  calling('identityApp', 'validate', (asked) => ({
    ...asked,
    body: JSON.stringify({ ...JSON.parse(asked.body ?? '{}'), ...members }),
  }))

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(OFFER.DEFINED, 'offers a template that its metadata do not define', offer(put('/credential_configuration_ids', ['identity_credential', 'another_credential']))),
  fault(OFFER.DEFINED, 'defines templates under other ids than it offers', message.metadata(put('/credential_configurations_supported', { 'identity-credential': { format: 'vc+sd-jwt' } }))),
  fault(OFFER['ONE-SESSION'], 'puts the same code into every offer', offer(put(`${grant}/pre-authorized_code`, 'the-same-for-all')), separate),
  fault(OFFER['MEDIA-TYPE'], 'serves offers as another kind of JSON', served('application/vnd.offer+json')),
  fault(OFFER['MEDIA-TYPE'], 'serves offers as `text/json`', served('text/json; charset=utf-8')),
  fault(OFFER['MEDIA-TYPE'], 'serves offers without a media type', served(undefined)),
  fault(OFFER.FETCHED, 'serves a list of offers', answering('issuer', 'offer', (replied) => ({ ...replied, body: `[${replied.body}]` })), notAnObject),
  fault(OFFER.FETCHED, 'serves something that is no offer', body('"see our app"'), notAnObject),
  fault(OFFER.FETCHED, 'serves offers without templates', offer(drop('/credential_configuration_ids')), { alsoBreaks: [OFFER.IDS] }),
  fault(OFFER.PUSHED, 'sends the offer along with the validation call', withValidation({ offer: { credential_issuer: 'https://issuer.example', credential_configuration_ids: [], grants: {} } })),
  fault(OFFER.PUSHED, 'sends a link to the offer along with the validation call', withValidation({ offer: `openid-credential-offer://?credential_offer_uri=${encode(url)}` })),
  fault(OFFER['ONE-WAY'], 'pushes the offer and a URL that leads to it', bothWays),
  fault(OFFER['ONE-WAY'], 'puts a URL into the offer that leads to it', after('identityApp', 'offer', put('/credential_offer_uri', url))),
]
