import * as fc from 'fast-check'
import { type Fault, fault } from '../../model/fault.ts'
import { type JsonObject, RawJson, writeJson } from '../../protocol/encoding/json.ts'
import { signCompact } from '../../protocol/jose/jws.ts'
import { BODY } from '../bodies/requirements.ts'
import { editParts } from '../kit/compact-text.ts'
import { drop, put, rename } from '../kit/edits.ts'
import { describedFamily, notAnArray, notAnObject, notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeRequest, changeResponse, changeResult } from '../kit/mutations.ts'
import { unrelatedKey } from '../kit/unrelated-keys.ts'
import { OFFER } from './requirements.ts'

const { offer } = mutate

const urn = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const grant = `/grants/${urn}`
const issuer = (url: string) => offer(put('/credential_issuer', url))

const asJwt = (header: { readonly [member: string]: string }, how = (text: string) => text) =>
  offer((content) => new RawJson(how(signCompact(header, writeJson(content), unrelatedKey))))

const unsigned = editParts(([header = '', payload = '']) => [header, payload, ''])

const notAUrl = fc.constantFrom(
  '',
  'issuer.example',
  '/issuer',
  '//issuer.example',
  'https://',
  'https:issuer',
  'urn:x:y',
  'ftp://issuer.example',
  'https://issuer example',
)
const otherUrl = fc.constantFrom(
  'https://issuer.example/',
  'https://Issuer.example',
  'https://issuer.example:443',
  'https://issuer.example:8443',
  'https://issuer.example/tenant',
  'https://issuer.example.org',
  'https://user@issuer.example',
  'HTTPS://issuer.example',
  'https://issuer.example.',
)
const notTheUrn = fc.constantFrom(
  'urn:ietf:params:oauth:grant-type:pre-authorized-code',
  'urn:ietf:params:oauth:grant-type:pre_authorized_code',
  'URN:IETF:PARAMS:OAUTH:GRANT-TYPE:PRE-AUTHORIZED_CODE',
  'pre-authorized_code',
  `${urn} `,
  'authorization_code',
)

const served = (type: string | undefined) => changeHeaders('issuer', 'offer', { 'content-type': type })

const body = (text: string) => changeResponse('issuer', 'offer', (replied) => ({ ...replied, body: text }))

/** A code of its own choice: it has nothing to do with that of Issuer Config. */
const separate = { decisions: { 'nonce.relation': 'all-separate' } }

const breaksJsonToo = { alsoBreaks: [BODY.JSON] }

const url = 'https://issuer.example/credential-offer/0'

const encode = encodeURIComponent

const bothWays = changeResult(
  'identityApp',
  'offer',
  (made) =>
    new RawJson(
      `openid-credential-offer://?credential_offer=${encode(writeJson(made))}&credential_offer_uri=${encode(url)}`,
    ),
)

/** Puts something into the body of the validation call. */
const withValidation = (members: JsonObject) =>
  changeRequest('identityApp', 'validate', (asked) => ({
    ...asked,
    body: JSON.stringify({ ...JSON.parse(asked.body ?? '{}'), ...members }),
  }))

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(OFFER.ISSUER, 'leaves out `credential_issuer`', offer(drop('/credential_issuer'))),
  fault(OFFER.ISSUER, 'names the issuer with a text that is no address', valueFamily(notAUrl, issuer)),
  fault(OFFER.ISSUER, 'names the issuer with anything but a string', valueFamily(notAString, (value) => offer(put('/credential_issuer', value)))),
  fault(OFFER.BASE, 'names another issuer', issuer('https://elsewhere.example')),
  fault(OFFER.BASE, 'names the issuer almost right', valueFamily(otherUrl, issuer)),

  fault(OFFER.IDS, 'leaves out `credential_configuration_ids`', offer(drop('/credential_configuration_ids'))),
  fault(OFFER.IDS, 'calls them `credentials`', offer(rename('credential_configuration_ids', 'credentials'))),
  fault(OFFER.IDS, 'gives anything but an array of ids', valueFamily(notAnArray, (value) => offer(put('/credential_configuration_ids', value)))),
  fault(OFFER.IDS, 'puts anything but a string among the ids', valueFamily(notAString, (value) => offer(put('/credential_configuration_ids', ['identity_credential', value])))),
  fault(OFFER.DISTINCT, 'names no template', offer(put('/credential_configuration_ids', []))),
  fault(OFFER.DISTINCT, 'names one template twice', offer(put('/credential_configuration_ids', ['identity_credential', 'identity_credential']))),

  fault(OFFER.GRANTS, 'leaves out `grants`', offer(drop('/grants'))),
  fault(OFFER.GRANTS, 'gives `grants` as anything but an object', valueFamily(notAnObject, (value) => offer(put('/grants', value)))),
  fault(OFFER['ONE-GRANT'], 'grants nothing', offer(put('/grants', {}))),
  fault(OFFER['ONE-GRANT'], 'misspells the grant', describedFamily(notTheUrn, (name) => name, (name) => offer(put('/grants', { [name]: { 'pre-authorized_code': 'code' } })))),
  fault(OFFER['ONE-GRANT'], 'offers the authorization code as well', offer(put('/grants/authorization_code', { issuer_state: 'x' }))),
  fault(OFFER['ONE-GRANT'], 'offers the authorization code alone', offer(put('/grants', { authorization_code: {} })), { profile: 'openid4vci-1.0' }),

  fault(OFFER.CODE, 'leaves out the code', offer(put(grant, {}))),
  fault(OFFER.CODE, 'spells the code with an underscore', offer(put(grant, { pre_authorized_code: 'code' }))),
  fault(OFFER.CODE, 'sends an empty code', offer(put(`${grant}/pre-authorized_code`, ''))),
  fault(OFFER.CODE, 'says the code with anything but a string', valueFamily(notAString, (value) => offer(put(`${grant}/pre-authorized_code`, value)))),
  fault(OFFER.CODE, 'puts the code where its object belongs', valueFamily(notAnObject, (value) => offer(put(grant, value)))),

  fault(OFFER['TX-CODE'], 'announces a further code with anything but an object', valueFamily(notAnObject, (value) => offer(put(`${grant}/tx_code`, value)))),
  fault(OFFER['TX-CODE'], 'wants a further code typed in a way that is not known', offer(put(`${grant}/tx_code`, { input_mode: 'voice' }))),
  fault(OFFER['TX-CODE'], 'says of how many signs a further code is in words', offer(put(`${grant}/tx_code`, { length: 'six' }))),
  fault(OFFER['TX-CODE'], 'describes a further code at great length', offer(put(`${grant}/tx_code`, { description: 'x'.repeat(301) }))),

  fault(OFFER.UNSIGNED, 'signs the offer', asJwt({ alg: 'ES256', typ: 'JWT' })),
  fault(OFFER.UNSIGNED, 'says that the offer is signed, and does not sign', asJwt({ alg: 'ES256', typ: 'oauth-authz-req+jwt' }, unsigned)),
  fault(OFFER['NOT-NONE'], 'sends the offer as a JWT that nobody signed', describedFamily(fc.constantFrom('none', 'None', 'NONE', 'nOnE'), (alg) => alg, (alg) => asJwt({ alg }, unsigned))),
  fault(OFFER['NOT-NONE'], 'signs a JWT that says `none`', asJwt({ alg: 'none', typ: 'JWT' })),

  fault(OFFER.SECURE, 'names the issuer without TLS', issuer('http://issuer.example'), { alsoBreaks: [OFFER.BASE] }),
  fault(OFFER.SECURE, 'names the issuer with a query', issuer('https://issuer.example?tenant=1'), { alsoBreaks: [OFFER.BASE] }),
  fault(OFFER.SECURE, 'names the issuer with a fragment', issuer('https://issuer.example#tenant'), { alsoBreaks: [OFFER.BASE] }),


  fault(OFFER.DEFINED, 'offers a template that its metadata do not define', offer(put('/credential_configuration_ids', ['identity_credential', 'another_credential']))),
  fault(OFFER.DEFINED, 'defines templates under other ids than it offers', mutate.metadata(put('/credential_configurations_supported', { 'identity-credential': { format: 'vc+sd-jwt' } }))),
  fault(OFFER['ONE-SESSION'], 'puts the same code into every offer', offer(put(`${grant}/pre-authorized_code`, 'the-same-for-all')), separate),
  fault(OFFER['MEDIA-TYPE'], 'serves offers as another kind of JSON', served('application/vnd.offer+json')),
  fault(OFFER['MEDIA-TYPE'], 'serves offers as `text/json`', served('text/json; charset=utf-8')),
  fault(OFFER['MEDIA-TYPE'], 'serves offers without a media type', served(undefined)),
  fault(OFFER.FETCHED, 'serves a list of offers', changeResponse('issuer', 'offer', (replied) => ({ ...replied, body: `[${replied.body}]` })), breaksJsonToo),
  fault(OFFER.FETCHED, 'serves something that is no offer', body('"see our app"'), breaksJsonToo),
  fault(OFFER.FETCHED, 'serves offers without templates', offer(drop('/credential_configuration_ids')), { alsoBreaks: [OFFER.IDS] }),
  fault(OFFER.PUSHED, 'sends the offer along with the validation call', withValidation({ offer: { credential_issuer: 'https://issuer.example', credential_configuration_ids: [], grants: {} } })),
  fault(OFFER.PUSHED, 'sends a link to the offer along with the validation call', withValidation({ offer: `openid-credential-offer://?credential_offer_uri=${encode(url)}` })),
  fault(OFFER['ONE-WAY'], 'pushes the offer and a URL that leads to it', bothWays),
  fault(OFFER['ONE-WAY'], 'puts a URL into the offer that leads to it', changeResult('identityApp', 'offer', put('/credential_offer_uri', url))),
]
