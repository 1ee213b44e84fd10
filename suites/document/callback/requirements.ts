import {
  byProbes,
  gap,
  inExchange,
  interoperability,
  listRows,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { undefinedPoint } from '../../kit/consequences.ts'
import { CREDENTIAL_FORM } from '../encryption/decisions.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { CERTIFICATES, CREDENTIALS_FIELD, ID_FIELD } from '../request/decisions.ts'
import { FIELD, METHOD, PATH } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const CALLBACK = section('CALLBACK', '2.8', {
  IDENTIFIER: stated('identity app', 'The callback has `credential_identifier`, a string.', 'callback', { refusedBy: 'wallet backend', consequence: interoperability('The wallet backend cannot assign the credential.') }),
  'SAME-ID': should('identity app', 'The `credential_identifier` of the callback is the credential id of the response.', inExchange('compare the response and the callback'), { refusedBy: 'wallet backend', dependsOn: ID_FIELD, consequence: security('The credential is stored for another request, possibly of another holder.') }),
  ARRAY: stated('identity app', 'The callback has `credentials`, a non-empty array of objects.', 'callback', { refusedBy: 'wallet backend', consequence: interoperability('The wallet backend finds no credential.') }),
  'ONE-FIELD': stated('identity app', 'Each element of `credentials` has exactly one member, `Credential`.', 'callback', { dependsOn: FIELD, consequence: interoperability('The wallet backend finds no credential.') }),
  STRING: stated('identity app', '`Credential` is a string: the credential.', 'callback', { refusedBy: 'wallet backend', dependsOn: [FIELD, CREDENTIAL_FORM, CERTIFICATES], consequence: interoperability('The wallet backend finds no credential.') }),
  COUNT: should('identity app', 'The callback has as many credentials as the response.', inExchange('compare the response and the callback'), { refusedBy: 'wallet backend', dependsOn: CERTIFICATES, consequence: interoperability('A credential is lost in transit.') }),
  EXACT: stated('identity app', 'The callback delivers every credential of the response unchanged.', inExchange('compare each credential in the response and in the callback'), { section: '1', refusedBy: 'wallet backend', dependsOn: [CREDENTIALS_FIELD, CERTIFICATES], consequence: security('The wallet holds a credential that does not verify, lacks claims or belongs to another session.') }),
  VERIFIED: should('wallet backend', 'The wallet backend rejects a credential that does not verify.', byProbes('send callbacks with invalid credentials'), { consequence: security('A forged credential is stored as genuine.') }),
  READABLE: should('wallet backend', 'The wallet backend rejects a callback that lacks the identifier or a credential, or whose credential has another form than it should.', byProbes('send callbacks of other shapes, and genuine credentials of other forms'), { consequence: interoperability('A credential is lost, and the identity app treats it as delivered.') }),
  ENDPOINT: gap('wallet backend', 'The method and path of the callback endpoint are not defined.', fromConfiguration, { dependsOn: [METHOD, PATH], consequence: undefinedPoint }),
})

export const requirements = listRows(CALLBACK)
