import {
  byProbes,
  gap,
  hygiene,
  inExchange,
  info,
  interoperability,
  listRows,
  mustNot,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { extensionBreaks, forgedAttestation, lostRequest, undefinedPoint } from '../../kit/consequences.ts'
import { PARAMETER } from '../deeplink/decisions.ts'
import { UNASKED } from '../encryption/decisions.ts'
import { noExpectation } from '../kit/gap-reasons.ts'
import {
  ATTESTATION_FORM,
  ATTESTATION_NEEDED,
  CERTIFICATES,
  CREDENTIAL_FIELD,
  CREDENTIALS_FIELD,
  ID_FIELD,
  IDENTIFIERS,
  PROOF,
  PROOF_TYPES,
  TEMPLATE,
} from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const REQ = section('REQ', '2.4', {
  OBJECT: stated('wallet', 'The decrypted credential request is a JSON object.', 'request', { refusedBy: 'issuer', consequence: lostRequest }),
  IDENTIFIER: stated('wallet', '`credential_identifier`, if present, is a string that is not empty.', 'request', { refusedBy: 'issuer', consequence: lostRequest }),
  EXCLUSIVE: mustNot('wallet', '`credential_configuration_id` MUST NOT be present together with `credential_identifier`.', 'request', { refusedBy: 'issuer', consequence: security('Two parties read two different datasets out of the same request.') }),
  CONFIGURATION: stated('wallet', '`credential_configuration_id`, if present, is a string that is not empty.', 'request', { refusedBy: 'issuer', consequence: lostRequest }),
  OFFERED: stated('wallet', '`credential_configuration_id` is one of those in the offer.', inExchange('compare request and offer; request another configuration ID'), { refusedBy: 'issuer', consequence: security('The wallet gets a credential that was not offered.') }),
  NEITHER: info('wallet', 'A request carries `credential_identifier` or `credential_configuration_id`; whether it may carry neither is not defined.', 'request', { refusedBy: 'issuer', dependsOn: IDENTIFIERS, agreedBy: IDENTIFIERS, consequence: undefinedPoint }),
  TEMPLATE: stated('issuer', 'The issuer accepts a request for a template that the offer names.', byProbes('request a template of the offer instead of a dataset'), { dependsOn: TEMPLATE, consequence: interoperability('A wallet that knows no dataset gets no credential.') }),
  ENCRYPTION: stated('wallet', '`credential_response_encryption`, if present, is an object.', 'request', { refusedBy: 'issuer', consequence: lostRequest }),
  REQUIRES: stated('issuer', 'If the request carries `credential_response_encryption`, the credential is returned encrypted.', inExchange('compare request and response'), { refusedBy: 'wallet', consequence: privacy('The credential, with all its claims, travels in plaintext through the identity app.') }),
  'NO-KEY': info('issuer', 'The answer to a request without `credential_response_encryption` is not defined.', byProbes('send such a request'), { dependsOn: UNASKED, agreedBy: UNASKED, consequence: privacy('The credential may travel in plaintext.') }),

  ONE: stated('wallet', 'A request carries either `credential_identifier` or `credential_configuration_id`.', 'request', { refusedBy: 'issuer', dependsOn: IDENTIFIERS, standard: 'OpenID4VCI 1.0, section 8.2', consequence: security('Two parties read two different datasets out of the same request.') }),
  ERRORS: should('issuer', 'The issuer rejects an unknown identifier with the error code for it.', byProbes('send requests with unknown identifiers'), { standard: 'OpenID4VCI 1.0, section 8.3.1.2', consequence: hygiene('The wallet cannot tell its user what was wrong.') }),
  EXTRAS: should('issuer', 'The issuer ignores unknown members of a request.', byProbes('send requests with unknown members'), { standard: 'OpenID4VCI 1.0, section 8.2', consequence: extensionBreaks }),
  COVERED: stated('wallet', 'A request for an encrypted response is encrypted itself.', inExchange('send such a request unencrypted'), { refusedBy: 'issuer', dependsOn: PARAMETER, standard: 'OpenID4VCI 1.0, section 8.2', consequence: security('An attacker replaces the key that the response is encrypted with.') }),
})

const undefinedProof = (type: string) =>
  gap('wallet', `How a request carries a proof of type \`${type}\` is not defined.`, noExpectation, {
    consequence: undefinedPoint,
  })

// biome-ignore format: a table, one row a line.
export const PROOF_ROWS = section('PROOF', '2.4', {
  ARRAY: stated('wallet', '`proof` is an array of one or more objects.', 'request', { refusedBy: 'issuer', dependsOn: PROOF, consequence: lostRequest }),
  TYPE: stated('wallet', 'Each proof has a `proof_type`: `attestation`, `jwt`, `cose` or `sd-jwt`.', 'request', { refusedBy: 'issuer', dependsOn: [PROOF, PROOF_TYPES], consequence: lostRequest }),
  ATTESTATION: stated('wallet', 'A proof of type `attestation` carries `attestation`, a compact JWS.', 'request', { refusedBy: 'issuer', dependsOn: [PROOF, ATTESTATION_FORM], consequence: lostRequest }),
  OWN: should('wallet', 'Only a proof of type `attestation` carries `attestation`.', 'request', { refusedBy: 'issuer', dependsOn: PROOF, consequence: interoperability('The issuer cannot tell which proof it has to verify.') }),
  DEVICE: stated('wallet', 'A request contains a key attestation, which proves trust in the device.', 'request', { section: '5', refusedBy: 'issuer', dependsOn: [PROOF, ATTESTATION_NEEDED], consequence: forgedAttestation }),
  EACH: should('issuer', 'The issuer accepts a request only if every proof in it is valid.', byProbes('send a valid and an invalid proof, in either order'), { consequence: security('One valid proof carries a forged one past the issuer.') }),
  JWT: undefinedProof('jwt'),
  COSE: undefinedProof('cose'),
  'SD-JWT': undefinedProof('sd-jwt'),

  MAP: stated('wallet', '`proofs` is an object with one member, named after the proof type, whose value is a non-empty array.', 'request', { refusedBy: 'issuer', dependsOn: PROOF, standard: 'OpenID4VCI 1.0, section 8.2', consequence: lostRequest }),
})

// biome-ignore format: a table, one row a line.
export const CERT = section('CERT', '2.4', {
  EACH: stated('wallet', 'There is one certificate for each attested key.', inExchange('count certificates and keys, at the configured place'), { dependsOn: CERTIFICATES, consequence: security('A key without a certificate has no proof of its origin.') }),
  KEY: stated('wallet', 'Each certificate is issued by the key store of the device for an attested key.', inExchange('compare the keys of the certificates with the attested keys'), { dependsOn: CERTIFICATES, consequence: security('A key outside secure hardware counts as protected.') }),
  SEALED: stated('wallet', 'Each certificate is base64-encoded and then encrypted to the response encryption key.', inExchange('decrypt each element'), { dependsOn: CERTIFICATES, consequence: privacy('The certificates identify the device to everyone in between.') }),
})

// biome-ignore format: a table, one row a line.
export const RESP = section('RESP', '2.4', {
  ID: stated('issuer', 'The response carries a credential ID, a string.', 'response', { refusedBy: 'wallet', dependsOn: ID_FIELD, consequence: interoperability('The wallet cannot tell which credential it received.') }),
  'SAME-ID': stated('issuer', 'The credential ID in the response is the `credential_identifier` of the request, if it had one.', inExchange('compare request and response'), { refusedBy: 'wallet', dependsOn: ID_FIELD, consequence: interoperability('The wallet assigns the credential to another request.') }),
  CREDENTIALS: stated('issuer', 'The response carries at least one credential.', 'response', { refusedBy: 'wallet', dependsOn: [CREDENTIALS_FIELD, CREDENTIAL_FIELD], consequence: interoperability('The holder gets no credential.') }),
  LASTING: info('issuer', 'The credential ID is used for later updates: it does not change, and it is unique to an issuance.', inExchange('issue several credentials and compare'), { dependsOn: ID_FIELD, consequence: interoperability('A later update reaches the wrong credential.') }),

  SHAPE: should('issuer', 'The plaintext carries `credentials`, an array of objects with `credential`.', 'response', { refusedBy: 'wallet', dependsOn: [CREDENTIAL_FIELD, CREDENTIALS_FIELD], agreedBy: CREDENTIAL_FIELD, standard: 'OpenID4VCI 1.0, section 8.3', consequence: interoperability('Wallets that follow the standard cannot read the response.') }),
  REFUSED: should('identity app', 'The identity app delivers nothing from an invalid response.', byProbes('return invalid responses between two valid ones'), { standard: 'OpenID4VCI 1.0, section 8.3', consequence: interoperability('The wallet backend gets what it cannot use.') }),
  EXTRAS: stated('identity app', 'The identity app ignores unknown members of a response.', byProbes('return unknown members; see whether the credential is delivered'), { standard: 'OpenID4VCI 1.0, section 8.3', consequence: extensionBreaks }),
})

export const requirements = listRows(REQ, PROOF_ROWS, CERT, RESP)
