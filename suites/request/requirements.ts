import {
  byProbes,
  gap,
  inExchange,
  info,
  listRows,
  mustNot,
  nowhere,
  section,
  should,
  stated,
} from '../../model/requirement.ts'
import { PARAMETER } from '../deeplink/decisions.ts'
import { UNASKED } from '../encryption/decisions.ts'
import {
  ATTESTATION_FORM,
  ATTESTATION_NEEDED,
  CERTIFICATES,
  COSE_FIELD,
  CREDENTIAL_FIELD,
  CREDENTIALS_FIELD,
  ID_FIELD,
  IDENTIFIERS,
  JWT_FIELD,
  PROOF,
  PROOF_TYPES,
  SD_JWT_FIELD,
} from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const REQ = section('REQ', '2.4', {
  OBJECT: stated('wallet', 'The decrypted credential request is a JSON object.', 'request', { refusedBy: 'issuer' }),
  IDENTIFIER: stated('wallet', '`credential_identifier`, where it is there, is a string that is not empty.', 'request', { refusedBy: 'issuer' }),
  EXCLUSIVE: mustNot('wallet', '`credential_configuration_id` MUST NOT be there when `credential_identifier` is.', 'request', { refusedBy: 'issuer' }),
  CONFIGURATION: stated('wallet', '`credential_configuration_id`, where it is there, is a string that is not empty.', 'request', { refusedBy: 'issuer' }),
  OFFERED: stated('wallet', '`credential_configuration_id` names a template that was offered.', inExchange('compare request and offer; ask for another template'), { refusedBy: 'issuer' }),
  NEITHER: info('wallet', 'A request names a dataset or a template; whether it may name neither is not said.', 'request', { refusedBy: 'issuer', dependsOn: IDENTIFIERS }),
  ENCRYPTION: stated('wallet', '`credential_response_encryption`, where it is there, is an object.', 'request', { refusedBy: 'issuer' }),
  REQUIRES: stated('issuer', 'Where `credential_response_encryption` is there, the credential comes encrypted.', inExchange('compare request and response'), { refusedBy: 'wallet' }),
  'NO-KEY': info('issuer', 'What happens to a request without `credential_response_encryption` is not said.', byProbes('send such a request'), { dependsOn: UNASKED }),

  ONE: stated('wallet', 'A request names either a dataset or a template.', 'request', { refusedBy: 'issuer', dependsOn: IDENTIFIERS, standard: 'OpenID4VCI 1.0, section 8.2' }),
  ERRORS: should('issuer', 'Unknown identifiers have error codes of their own.', byProbes('ask for unknown identifiers'), { standard: 'OpenID4VCI 1.0, section 8.3.1.2' }),
  EXTRAS: should('issuer', 'Members of a request that nobody defined are ignored.', byProbes('send further members'), { standard: 'OpenID4VCI 1.0, section 8.2' }),
  COVERED: stated('wallet', 'A request that asks for an encrypted response is encrypted itself.', inExchange('send such a request in clear'), { refusedBy: 'issuer', dependsOn: PARAMETER, standard: 'OpenID4VCI 1.0, section 8.2' }),
})

// biome-ignore format: a table, one row a line.
export const PROOF_ROWS = section('PROOF', '2.4', {
  ARRAY: stated('wallet', '`proof` is an array of one or more objects.', 'request', { refusedBy: 'issuer', dependsOn: PROOF }),
  TYPE: stated('wallet', 'Each proof has a `proof_type`: `attestation`, `jwt`, `cose` or `sd-jwt`.', 'request', { refusedBy: 'issuer', dependsOn: [PROOF, PROOF_TYPES] }),
  ATTESTATION: stated('wallet', 'A proof of type `attestation` carries `attestation`, a compact JWS.', 'request', { refusedBy: 'issuer', dependsOn: [PROOF, ATTESTATION_FORM] }),
  OWN: should('wallet', 'Only a proof of type `attestation` carries `attestation`.', 'request', { refusedBy: 'issuer', dependsOn: PROOF }),
  DEVICE: stated('wallet', 'A request proves trust in the device with a key attestation.', 'request', { section: '5', refusedBy: 'issuer', dependsOn: [PROOF, ATTESTATION_NEEDED] }),
  EACH: should('issuer', 'Every proof of a request has to hold, not only one of them.', byProbes('send a good and a bad proof, in either order')),
  JWT: gap('wallet', 'How a proof of type `jwt` is carried is not shown.', nowhere('there is nothing to hold it against'), { dependsOn: JWT_FIELD }),
  COSE: gap('wallet', 'How a proof of type `cose` is carried is not shown.', nowhere('there is nothing to hold it against'), { dependsOn: COSE_FIELD }),
  'SD-JWT': gap('wallet', 'How a proof of type `sd-jwt` is carried is not shown.', nowhere('there is nothing to hold it against'), { dependsOn: SD_JWT_FIELD }),

  MAP: stated('wallet', '`proofs` is an object with one proof type, which holds a list that is not empty.', 'request', { refusedBy: 'issuer', dependsOn: PROOF, standard: 'OpenID4VCI 1.0, section 8.2' }),
})

// biome-ignore format: a table, one row a line.
export const CERT = section('CERT', '2.4', {
  EACH: stated('wallet', 'There is one certificate for each attested key.', inExchange('count certificates and keys, where the configuration says that certificates are'), { dependsOn: CERTIFICATES }),
  KEY: stated('wallet', 'Each certificate is made by the key store of the device, for that key.', inExchange('compare the keys of the certificates with those attested'), { dependsOn: CERTIFICATES }),
  SEALED: stated('wallet', 'Each certificate is in base64, and then encrypted with the key for the response.', inExchange('open each element'), { dependsOn: CERTIFICATES }),
})

// biome-ignore format: a table, one row a line.
export const RESP = section('RESP', '2.4', {
  ID: stated('issuer', 'The response carries a credential id, a string.', 'response', { refusedBy: 'wallet', dependsOn: ID_FIELD }),
  'SAME-ID': stated('issuer', 'The credential id of the response is that of the request, where it had one.', inExchange('compare request and response'), { refusedBy: 'wallet', dependsOn: ID_FIELD }),
  CREDENTIALS: stated('issuer', 'The response carries one credential or more.', 'response', { refusedBy: 'wallet', dependsOn: [CREDENTIALS_FIELD, CREDENTIAL_FIELD] }),
  LASTING: info('issuer', 'The credential id serves later updates: it stays, and no two issuances share it.', inExchange('issue many times and compare'), { dependsOn: ID_FIELD }),

  SHAPE: should('issuer', 'The plaintext holds `credentials`, a list of objects with `credential`.', 'response', { refusedBy: 'wallet', dependsOn: CREDENTIAL_FIELD, standard: 'OpenID4VCI 1.0, section 8.3' }),
  REFUSED: should('identity app', 'The identity app delivers nothing out of an answer that is not as it should be.', byProbes('answer its calls in broken ways, between two good ones'), { standard: 'OpenID4VCI 1.0, section 8.3' }),
  EXTRAS: stated('identity app', 'Members of a response that nobody defined are ignored.', byProbes('answer with further members; see whether the credential is delivered'), { standard: 'OpenID4VCI 1.0, section 8.3' }),
})

export const requirements = listRows(REQ, PROOF_ROWS, CERT, RESP)
