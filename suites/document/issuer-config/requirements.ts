import {
  byProbes,
  gap,
  inExchange,
  info,
  interoperability,
  listRows,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { undefinedPoint } from '../../kit/consequences.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { PRESENTED } from '../offer/decisions.ts'
import { FIELDS, METHOD, PATH } from './decisions.ts'

const response = 'issuer-config-response'

const member = inExchange('look for the member')
const secretMember = inExchange('look for the member, then for its value in every later message')

// biome-ignore format: a table, one row a line.
export const CFG = section('CFG', '2.1', {
  DEVICE: stated('identity app', 'The Issuer Config request carries `device_id`, a string.', 'issuer-config-request', { consequence: interoperability('The issuer cannot tell for which device the session is.') }),
  'DEVICE-TELLS': should('identity app', '`device_id` distinguishes devices: it is not empty and does not change.', 'issuer-config-request', { consequence: security('The sessions of several devices get mixed up, and one device can use those of another.') }),
  'DEVICE-STABLE': should('identity app', 'A device sends the same `device_id` in every session; it is neither a fixed value nor an identity number.', inExchange('compare the sessions of several accounts'), { consequence: security('The issuer mixes up devices, or learns the person from the identifier of a device.') }),
  IDENTIFIER: stated('issuer', 'The Issuer Config response carries `credential_identifier`, a string.', response, { section: '2.2', refusedBy: 'identity app', consequence: interoperability('The wallet cannot say which dataset it requests.') }),
  NONCE: stated('issuer', 'The Issuer Config response carries `nonce`, a string.', response, { section: '2.2', refusedBy: 'identity app', consequence: interoperability('The request cannot be tied to the session.') }),
  CORRELATES: stated('issuer', 'The `nonce` binds the later credential request to this session.', byProbes('send the request of one session in another'), { refusedBy: 'issuer', dependsOn: [NONCE_RELATION, PRESENTED], consequence: security('The request of one session is accepted in another.') }),
  FRESH: should('issuer', 'Every Issuer Config response carries a new `nonce`.', inExchange('open several sessions and compare'), { consequence: security('The request of an earlier session is accepted again.') }),
  DATASET: should('wallet', 'If a credential request carries `credential_identifier`, it is the one of the Issuer Config response.', inExchange('compare Issuer Config response and request'), { refusedBy: 'issuer', consequence: security('The holder gets the dataset of another session.') }),
  CODE: info('issuer', 'The Issuer Config response also carries the pre-authorised code.', member, { dependsOn: FIELDS, agreedBy: FIELDS, consequence: undefinedPoint }),
  SECRET: info('issuer', 'The Issuer Config response also carries a secret, which no later message contains.', secretMember, { dependsOn: FIELDS, agreedBy: FIELDS, consequence: security('A secret that a later message shows protects nothing.') }),
  'C-NONCE': info('issuer', 'The Issuer Config response also carries a `c_nonce`.', member, { dependsOn: FIELDS, agreedBy: FIELDS, consequence: undefinedPoint }),
  TOKEN: info('issuer', 'The Issuer Config response also carries an access token, which no later message contains.', secretMember, { dependsOn: FIELDS, agreedBy: FIELDS, consequence: security('An attacker who reads the access token can act as the wallet.') }),
  KEY: info('issuer', 'The Issuer Config response also carries the public key that the request is encrypted to.', inExchange('look for the member; compare it with the metadata'), { dependsOn: FIELDS, agreedBy: FIELDS, consequence: undefinedPoint }),
  REDIRECT: info('issuer', 'The Issuer Config response also carries the address that the deeplink opens.', inExchange('look for the member; compare it with the deeplink'), { refusedBy: 'identity app', dependsOn: FIELDS, agreedBy: FIELDS, consequence: security('The request goes to an application that an attacker chose.') }),
  ENDPOINT: gap('issuer', 'The method and path of the Issuer Config endpoint are not defined.', fromConfiguration, { dependsOn: [METHOD, PATH], consequence: undefinedPoint }),
})

export const requirements = listRows(CFG)
