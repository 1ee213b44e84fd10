import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import { RawJson, writeJson } from '../../src/protocol/json.ts'
import { sign } from '../../src/protocol/jws.ts'
import { drop, message, parts, put, rename } from '../deviations.ts'
import { each, family, notAnArray, notAnObject, notAString } from '../family.ts'
import { stranger } from '../stranger.ts'
import { OFFER } from './requirements.ts'

const { offer } = message

const urn = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const grant = `/grants/${urn}`
const issuer = (url: string) => offer(put('/credential_issuer', url))

const asJwt = (header: { readonly [member: string]: string }, how = (text: string) => text) =>
  offer((content) => new RawJson(how(sign(header, writeJson(content), stranger))))

const unsigned = parts(([header = '', payload = '']) => [header, payload, ''])

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

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(OFFER.ISSUER, 'leaves out `credential_issuer`', offer(drop('/credential_issuer'))),
  fault(OFFER.ISSUER, 'names the issuer with a text that is no address', each(notAUrl, issuer)),
  fault(OFFER.ISSUER, 'names the issuer with anything but a string', each(notAString, (value) => offer(put('/credential_issuer', value)))),
  fault(OFFER.BASE, 'names another issuer', issuer('https://elsewhere.example')),
  fault(OFFER.BASE, 'names the issuer almost right', each(otherUrl, issuer)),

  fault(OFFER.IDS, 'leaves out `credential_configuration_ids`', offer(drop('/credential_configuration_ids'))),
  fault(OFFER.IDS, 'calls them `credentials`', offer(rename('credential_configuration_ids', 'credentials'))),
  fault(OFFER.IDS, 'gives anything but an array of ids', each(notAnArray, (value) => offer(put('/credential_configuration_ids', value)))),
  fault(OFFER.IDS, 'puts anything but a string among the ids', each(notAString, (value) => offer(put('/credential_configuration_ids', ['identity_credential', value])))),
  fault(OFFER.DISTINCT, 'names no template', offer(put('/credential_configuration_ids', []))),
  fault(OFFER.DISTINCT, 'names one template twice', offer(put('/credential_configuration_ids', ['identity_credential', 'identity_credential']))),

  fault(OFFER.GRANTS, 'leaves out `grants`', offer(drop('/grants'))),
  fault(OFFER.GRANTS, 'gives `grants` as anything but an object', each(notAnObject, (value) => offer(put('/grants', value)))),
  fault(OFFER['ONE-GRANT'], 'grants nothing', offer(put('/grants', {}))),
  fault(OFFER['ONE-GRANT'], 'misspells the grant', family(notTheUrn, (name) => name, (name) => offer(put('/grants', { [name]: { 'pre-authorized_code': 'code' } })))),
  fault(OFFER['ONE-GRANT'], 'offers the authorization code as well', offer(put('/grants/authorization_code', { issuer_state: 'x' }))),
  fault(OFFER['ONE-GRANT'], 'offers the authorization code alone', offer(put('/grants', { authorization_code: {} })), { under: 'openid4vci-1.0' }),

  fault(OFFER.CODE, 'leaves out the code', offer(put(grant, {}))),
  fault(OFFER.CODE, 'spells the code with an underscore', offer(put(grant, { pre_authorized_code: 'code' }))),
  fault(OFFER.CODE, 'sends an empty code', offer(put(`${grant}/pre-authorized_code`, ''))),
  fault(OFFER.CODE, 'says the code with anything but a string', each(notAString, (value) => offer(put(`${grant}/pre-authorized_code`, value)))),
  fault(OFFER.CODE, 'puts the code where its object belongs', each(notAnObject, (value) => offer(put(grant, value)))),

  fault(OFFER['TX-CODE'], 'announces a further code with anything but an object', each(notAnObject, (value) => offer(put(`${grant}/tx_code`, value)))),
  fault(OFFER['TX-CODE'], 'wants a further code typed in a way that is not known', offer(put(`${grant}/tx_code`, { input_mode: 'voice' }))),
  fault(OFFER['TX-CODE'], 'says of how many signs a further code is in words', offer(put(`${grant}/tx_code`, { length: 'six' }))),
  fault(OFFER['TX-CODE'], 'describes a further code at great length', offer(put(`${grant}/tx_code`, { description: 'x'.repeat(301) }))),

  fault(OFFER.UNSIGNED, 'signs the offer', asJwt({ alg: 'ES256', typ: 'JWT' })),
  fault(OFFER.UNSIGNED, 'says that the offer is signed, and does not sign', asJwt({ alg: 'ES256', typ: 'oauth-authz-req+jwt' }, unsigned)),
  fault(OFFER['NOT-NONE'], 'sends the offer as a JWT that nobody signed', family(fc.constantFrom('none', 'None', 'NONE', 'nOnE'), (alg) => alg, (alg) => asJwt({ alg }, unsigned))),
  fault(OFFER['NOT-NONE'], 'signs a JWT that says `none`', asJwt({ alg: 'none', typ: 'JWT' })),

  fault(OFFER.SECURE, 'names the issuer without TLS', issuer('http://issuer.example'), { alsoBreaks: [OFFER.BASE] }),
  fault(OFFER.SECURE, 'names the issuer with a query', issuer('https://issuer.example?tenant=1'), { alsoBreaks: [OFFER.BASE] }),
  fault(OFFER.SECURE, 'names the issuer with a fragment', issuer('https://issuer.example#tenant'), { alsoBreaks: [OFFER.BASE] }),
]
