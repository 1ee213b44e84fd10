import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { type JsonObject, RawJson, writeJson } from '../../../protocol/encoding/json.ts'
import { signCompact } from '../../../protocol/jose/jws.ts'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { BODY } from '../bodies/requirements.ts'
import { changeCode } from '../kit/change-code.ts'
import { editParts } from '../kit/compact-text.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { describedFamily, notAnArray, notAnObject, notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeRequest, changeResponse, changeResult } from '../kit/mutations.ts'
import { editHost, similarUrls } from '../kit/url-spellings.ts'
import { type Fault, fault } from '../model/fault.ts'
import { NONCE } from '../nonce/requirements.ts'
import { urn } from './offers.ts'
import { OFFER } from './requirements.ts'

const { offer } = mutate

const grant = `/grants/${urn}`
const setIssuer = (url: string) => offer(put('/credential_issuer', url))

const sendAsJwt = (header: { readonly [member: string]: string }, how = (text: string) => text) =>
  offer((content) => new RawJson(how(signCompact(header, writeJson(content), unrelatedKey))))

const removeSignature = editParts(([header = '', payload = '']) => [header, payload, ''])

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

/** Other URLs that lead to the server of the issuer. */
const otherUrls: Readonly<Record<string, (own: string) => string>> = {
  'a user before its host': editHost((host) => `user@${host}`),
  'a dot after its host': editHost((host) => `${host}.`),
  'two slashes after its host': (own) => own.replace(/(?<=^\w+:\/\/[^/]+)\/?/, '//'),
}
const changeIssuer = (how: (own: string) => string) => offer(change('/credential_issuer', (own) => how(String(own))))
const notTheUrn = fc.constantFrom(
  'urn:ietf:params:oauth:grant-type:pre-authorized-code',
  'urn:ietf:params:oauth:grant-type:pre_authorized_code',
  'URN:IETF:PARAMS:OAUTH:GRANT-TYPE:PRE-AUTHORIZED_CODE',
  'pre-authorized_code',
  `${urn} `,
  'authorization_code',
)

const setContentType = (type: string | undefined) => changeHeaders('issuer', 'offer', { 'content-type': type })

const setBody = (text: string) => changeResponse('issuer', 'offer', (response) => ({ ...response, body: text }))

/** The code is unrelated to Issuer Config. */
const separate = { decisions: { 'nonce.relation': 'all-separate' } }
const fetchedSeparately = { decisions: { ...separate.decisions, 'offer.delivery': 'reference' } }

const breaksJsonToo = { alsoBreaks: [BODY.JSON] }

const url = 'https://issuer.example/credential-offer/0'

const encode = encodeURIComponent

const pushBothWays = changeResult(
  'identityApp',
  'offer',
  (made) =>
    new RawJson(
      `openid-credential-offer://?credential_offer=${encode(writeJson(made))}&credential_offer_uri=${encode(url)}`,
    ),
)

/** Pushes the offer as the payload of a JWT. */
const pushAsJwt = (header: JsonObject) =>
  changeResult(
    'identityApp',
    'offer',
    (made) =>
      new RawJson(
        [header, made]
          .map((part) => encodeBase64url(writeJson(part)))
          .concat(header.alg === 'none' ? '' : 'AAAA')
          .join('.'),
      ),
  )

/** A number below 1000 that differs from code to code. */
const readNumber = (code: string): number => Buffer.from(code).subarray(-8).readUInt32BE() % 1_000

/** Adds members to the body of the validation request. */
const addToValidationRequest = (members: JsonObject) =>
  changeRequest('identityApp', 'validate', (request) => ({
    ...request,
    body: JSON.stringify({ ...JSON.parse(request.body ?? '{}'), ...members }),
  }))

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(OFFER.ISSUER, 'leaves out `credential_issuer`', offer(drop('/credential_issuer'))),
  fault(OFFER.ISSUER, 'sends `credential_issuer` that is not a URL', valueFamily(notAUrl, setIssuer)),
  fault(OFFER.ISSUER, 'sends `credential_issuer` as anything but a string', valueFamily(notAString, (value) => offer(put('/credential_issuer', value)))),
  fault(OFFER.BASE, 'sends another `credential_issuer`', setIssuer('https://elsewhere.example')),
  fault(OFFER.BASE, 'sends a URL that resembles that of the issuer', describedFamily(fc.constantFrom(...Object.entries(similarUrls)), ([what]) => what, ([, how]) => changeIssuer(how))),
  fault(OFFER.BASE, 'sends another URL that leads to the server of the issuer', describedFamily(fc.constantFrom(...Object.entries(otherUrls)), ([what]) => what, ([, how]) => changeIssuer(how)), { rejection: 'none' }),

  fault(OFFER.IDS, 'leaves out `credential_configuration_ids`', offer(drop('/credential_configuration_ids'))),
  fault(OFFER.IDS, 'sends `credentials` instead of `credential_configuration_ids`', offer(rename('credential_configuration_ids', 'credentials')), { rejection: 'none' }),
  fault(OFFER.IDS, 'sends `credential_configuration_ids` as anything but an array', valueFamily(notAnArray, (value) => offer(put('/credential_configuration_ids', value)))),
  fault(OFFER.IDS, 'sends a configuration ID that is not a string after one that is', valueFamily(notAString, (value) => offer(change('/credential_configuration_ids', (ids) => (Array.isArray(ids) ? [...ids, value] : ids)))), { rejection: 'none' }),
  fault(OFFER.IDS, 'sends a configuration ID that is not a string', valueFamily(notAString, (value) => offer(put('/credential_configuration_ids', [value])))),
  fault(OFFER.DISTINCT, 'sends no configuration ID', offer(put('/credential_configuration_ids', []))),
  fault(OFFER.DISTINCT, 'sends a configuration ID twice', offer(put('/credential_configuration_ids', ['identity_credential', 'identity_credential']))),

  fault(OFFER.GRANTS, 'leaves out `grants`', offer(drop('/grants'))),
  fault(OFFER.GRANTS, 'sends `grants` as anything but an object', valueFamily(notAnObject, (value) => offer(put('/grants', value)))),
  fault(OFFER['ONE-GRANT'], 'sends empty `grants`', offer(put('/grants', {}))),
  fault(OFFER['ONE-GRANT'], 'misspells the grant type', describedFamily(notTheUrn, (name) => name, (name) => offer(put('/grants', { [name]: { 'pre-authorized_code': 'code' } })))),
  fault(OFFER['ONE-GRANT'], 'offers the authorization code grant as well', offer(put('/grants/authorization_code', { issuer_state: 'x' })), { decisions: { 'offer.grants': 'one' }, rejection: 'none' }),
  fault(OFFER['ONE-GRANT'], 'offers the authorization code grant only', offer(put('/grants', { authorization_code: {} })), { profile: 'document-openid4vci' }),

  fault(OFFER.CODE, 'leaves out the code', offer(put(grant, {}))),
  fault(OFFER.CODE, 'sends `pre_authorized_code` instead of `pre-authorized_code`', offer(put(grant, { pre_authorized_code: 'code' })), { rejection: 'none' }),
  fault(OFFER.CODE, 'sends an empty code', offer(put(`${grant}/pre-authorized_code`, ''))),
  fault(OFFER.CODE, 'sends the code as anything but a string', valueFamily(notAString, (value) => offer(put(`${grant}/pre-authorized_code`, value)))),
  fault(OFFER.CODE, 'sends the grant as anything but an object', valueFamily(notAnObject, (value) => offer(put(grant, value)))),

  fault(OFFER['TX-CODE'], 'sends `tx_code` as anything but an object', valueFamily(notAnObject, (value) => offer(put(`${grant}/tx_code`, value)))),
  fault(OFFER['TX-CODE'], 'sends an unknown `input_mode` in `tx_code`', offer(put(`${grant}/tx_code`, { input_mode: 'voice' }))),
  fault(OFFER['TX-CODE'], 'sends the `length` in `tx_code` as a word', offer(put(`${grant}/tx_code`, { length: 'six' }))),
  fault(OFFER['TX-CODE'], 'sends a `description` in `tx_code` that is too long', offer(put(`${grant}/tx_code`, { description: 'x'.repeat(301) }))),

  fault(OFFER.UNSIGNED, 'signs the offer', sendAsJwt({ alg: 'ES256', typ: 'JWT' })),
  fault(OFFER.UNSIGNED, 'sends the offer as a JWT with an empty signature', sendAsJwt({ alg: 'ES256', typ: 'oauth-authz-req+jwt' }, removeSignature)),
  fault(OFFER['NOT-NONE'], 'sends the offer as an unsecured JWT', describedFamily(fc.constantFrom('none', 'None', 'NONE', 'nOnE'), (alg) => alg, (alg) => sendAsJwt({ alg }, removeSignature))),
  fault(OFFER['NOT-NONE'], 'sends the offer as a signed JWT with `alg` `none`', sendAsJwt({ alg: 'none', typ: 'JWT' })),

  fault(OFFER.SECURE, 'sends `credential_issuer` as an http URL', setIssuer('http://issuer.example'), { alsoBreaks: [OFFER.BASE] }),
  fault(OFFER.SECURE, 'sends `credential_issuer` with a query', changeIssuer((own) => `${own}?tenant=1`), { alsoBreaks: [OFFER.BASE] }),
  fault(OFFER.SECURE, 'sends `credential_issuer` with a fragment', changeIssuer((own) => `${own}#tenant`), { alsoBreaks: [OFFER.BASE] }),

  fault(OFFER.DEFINED, 'offers a configuration ID that its metadata do not define', offer(put('/credential_configuration_ids', ['identity_credential', 'another_credential']))),
  fault(OFFER.DEFINED, 'defines other configuration IDs in its metadata than it offers', mutate.metadata(put('/credential_configurations_supported', { 'identity-credential': { format: 'vc+sd-jwt' } })), { alsoBreaks: [OFFER['PUSHED-DEFINED']] }),
  fault(OFFER['ONE-SESSION'], 'uses the same code in every offer', offer(put(`${grant}/pre-authorized_code`, 'the-same-for-all')), fetchedSeparately),
  fault(OFFER.GUESSLESS, 'uses codes of four digits', changeCode((code) => `${1000 + readNumber(code)}`)),
  fault(OFFER.GUESSLESS, 'uses a counter as the code', changeCode((code) => `pre-authorised-code-of-the-issuer-${readNumber(code)}`)),
  fault(OFFER.GUESSLESS, 'uses the encoded device and the time as the code', changeCode((code) => encodeBase64url(`device-of-the-holder:${1_795_000_000_000 + readNumber(code)}`))),
  fault(OFFER.GUESSLESS, 'uses the MD5 digest of the time as the code', changeCode((code) => hash('md5', `${1_795_000_000_000 + readNumber(code)}`, 'hex'))),
  fault(OFFER.MEANINGLESS, 'uses an unsecured JWT about the holder as the code', changeCode((code) => [{ alg: 'none' }, { sub: '000000000019', jti: code }].map((part) => encodeBase64url(JSON.stringify(part))).join('.'))),
  fault(OFFER.MEANINGLESS, 'uses the encoded device as a part of the code', changeCode((code) => Buffer.from(`device-0001|${code}`).toString('hex'))),
  fault(OFFER.MEANINGLESS, 'uses a digest of the identity number as the credential identifier', mutate.configResponse(change('/credential_identifier', (id) => `${hash('sha256', '000000000019')}-${id}`))),
  fault(OFFER['SAME-CODE'], 'offers another code at its URL than it returned', offer(change(`${grant}/pre-authorized_code`, (code) => `${code}-of-the-offer`))),
  fault(OFFER['SAME-CODE'], 'offers the code in upper case at its URL', offer(change(`${grant}/pre-authorized_code`, (code) => String(code).toUpperCase()))),
  fault(OFFER.UNCACHED, 'lets caches keep its offers', changeHeaders('issuer', 'offer', { 'cache-control': 'public, max-age=86400' })),
  fault(OFFER.UNCACHED, 'lets caches keep its nonces', changeHeaders('issuer', 'nonce', { 'cache-control': 'max-age=60' }), { alsoBreaks: [NONCE.UNCACHED] }),
  fault(OFFER['MEDIA-TYPE'], 'serves offers as `application/vnd.offer+json`', setContentType('application/vnd.offer+json')),
  fault(OFFER['MEDIA-TYPE'], 'serves offers as `text/json`', setContentType('text/json; charset=utf-8')),
  fault(OFFER['MEDIA-TYPE'], 'serves offers without a media type', setContentType(undefined)),
  fault(OFFER.FETCHED, 'serves an array of offers', changeResponse('issuer', 'offer', (response) => ({ ...response, body: `[${response.body}]` })), breaksJsonToo),
  fault(OFFER.FETCHED, 'serves a string instead of an offer', setBody('"see our app"'), breaksJsonToo),
  fault(OFFER.FETCHED, 'serves offers without `credential_configuration_ids`', offer(drop('/credential_configuration_ids')), { alsoBreaks: [OFFER.IDS] }),
  fault(OFFER.PUSHED, 'sends the offer with the validation request', addToValidationRequest({ offer: { credential_issuer: 'https://issuer.example', credential_configuration_ids: [], grants: {} } })),
  fault(OFFER.PUSHED, 'sends a link to the offer with the validation request', addToValidationRequest({ offer: `openid-credential-offer://?credential_offer_uri=${encode(url)}` })),
  fault(OFFER['PUSHED-PLAIN'], 'pushes a signed offer', pushAsJwt({ alg: 'ES256', typ: 'JWT' }), { alsoBreaks: [OFFER.UNSIGNED] }),
  fault(OFFER['PUSHED-PLAIN'], 'pushes an unsecured JWT', pushAsJwt({ alg: 'none' }), { alsoBreaks: [OFFER['NOT-NONE']] }),
  fault(OFFER['PUSHED-DEFINED'], 'offers a configuration ID that nothing defines', changeResult('identityApp', 'offer', put('/credential_configuration_ids', ['university_degree']))),
  fault(OFFER['ONE-WAY'], 'pushes the offer both by value and by reference', pushBothWays),
  fault(OFFER['ONE-WAY'], 'pushes an offer that contains `credential_offer_uri`', changeResult('identityApp', 'offer', put('/credential_offer_uri', url))),
]
