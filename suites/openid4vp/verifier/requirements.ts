import {
  byProbes,
  inExchange,
  interoperability,
  listRows,
  must,
  mustNot,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { nameSection } from '../texts.ts'

const replayed = security('A presentation that was made for another verifier, or another session, is accepted.')
const copied = security('A copied credential is presented by someone other than its holder.')
const forged = security('A credential that no trusted issuer signed is accepted.')
const unmatched = security('Someone gets in with a credential that the verifier does not accept for this purpose.')
const unusable = interoperability('Wallets that send more than the verifier knows cannot be used.')

const misread = security('The server of the document can change what the credential means.')

const rejected = nameSection('8.6')
const vc = (number: string): string => `SD-JWT VC draft 19, section ${number}`

// biome-ignore format: a table, one row a line.
export const VPUSE = section('VPUSE', '8.6', {
  NONCE: must('verifier', 'A presentation with another nonce than that of the request is rejected.', byProbes('presentations for another session, and a response that was sent before'), { standard: rejected, consequence: replayed }),
  AUDIENCE: must('verifier', 'A presentation for another client is discarded.', byProbes('presentations for other clients'), { standard: rejected, consequence: replayed }),
  BOUND: must('verifier', 'A presentation without holder binding is discarded, unless the request does not require it.', byProbes('a presentation without holder binding'), { standard: rejected, consequence: copied }),
  HOLDER: must('verifier', "A presentation that is signed with a key other than the holder's is discarded.", byProbes('presentations that another key signed'), { standard: `${rejected}; RFC 9901, section 7.3`, consequence: copied }),
  HASH: must('verifier', 'A Key Binding JWT for other disclosures is rejected.', byProbes('a disclosure that was taken away or added after the holder signed'), { standard: `${rejected}; RFC 9901, section 7.3`, consequence: copied }),
  TIME: must('verifier', 'A Key Binding JWT without `iat`, with one in the future, or outside its `nbf` and `exp` is rejected.', byProbes('Key Binding JWTs with other times'), { standard: 'RFC 9901, section 7.3; RFC 7519, sections 4.1.4 and 4.1.5', consequence: replayed }),
  CRIT: must('verifier', 'A presentation with a parameter in `crit` that the verifier does not know is rejected.', byProbes('credentials, Key Binding JWTs, mdocs and encrypted responses with critical parameters'), { standard: 'RFC 7515, section 4.1.11; RFC 7516, section 4.1.13; RFC 9052, section 3.1', consequence: security('A token is accepted without the condition under which it was signed.') }),
  DIGESTS: must('verifier', 'A credential with a repeated digest, or a disclosure whose name is reserved or already present, is rejected.', byProbes('credentials whose digests and disclosures do not fit'), { standard: 'RFC 9901, section 7.1', consequence: security('A holder replaces a claim that the issuer has signed.') }),
  UNUSED: must('verifier', 'Digests that no disclosure has are ignored.', byProbes('presentations with and without claims that stay hidden'), { section: '8.6', standard: 'RFC 9901, section 7.1', consequence: interoperability('No holder can hide a claim.') }),
  'DIGEST-TEXT': must('verifier', 'The digest of a disclosure is computed from its text as it was received.', byProbes('a credential whose disclosures have white space'), { standard: 'RFC 9901, sections 4.2.3 and 7.1', consequence: interoperability('Credentials of issuers that write JSON in another way are rejected.') }),
  STATE: should('verifier', 'A response whose `state` differs from that of the request is rejected.', byProbes('responses with another state, and without one'), { section: '14.3.2', standard: nameSection('14.3.2'), consequence: security('An attacker sends a presentation to the session of another user.') }),
  ALGORITHMS: stated('verifier', 'A Key Binding JWT by any algorithm in `kb-jwt_alg_values` is accepted.', byProbes('Key Binding JWTs by every algorithm in the request'), { section: 'B.3.4', standard: nameSection('B.3.4'), consequence: unusable }),
  TYP: must('verifier', 'A Key Binding JWT whose `typ` is not `kb+jwt` is rejected.', byProbes('a Key Binding JWT with another `typ`'), { standard: `${rejected}; RFC 9901, section 7.3`, consequence: security('A token that was signed for another purpose is accepted as a presentation.') }),
  SIGNED: must('verifier', 'A credential that its issuer has not signed is discarded.', byProbes('credentials with other signatures'), { standard: rejected, consequence: forged }),
  DISCLOSED: must('verifier', 'A presentation with a claim that the issuer has not signed is discarded.', byProbes('a presentation with a claim that was changed or invented'), { standard: rejected, consequence: forged }),
  CURRENT: must('verifier', 'A credential is discarded outside its validity period.', byProbes('credentials that have expired, and that are not valid yet'), { standard: `${rejected}; RFC 7519, sections 4.1.4 and 4.1.5`, consequence: security('A credential that has expired, or is not yet valid, is accepted.') }),
  TYPE: must('verifier', 'A credential whose type is not in the query is discarded.', byProbes('a credential of another type'), { standard: rejected, consequence: unmatched }),
  CLAIMS: must('verifier', 'A presentation without the claims of the query is discarded.', byProbes('a presentation without a claim'), { standard: rejected, consequence: unmatched }),
  COMPLETE: must('verifier', 'A VP Token without the credentials that the query requires is rejected.', byProbes('a VP Token without a credential, and an error'), { standard: rejected, consequence: unmatched }),
  INTACT: stated('verifier', 'An encrypted response that was altered after its encryption is rejected.', byProbes('encrypted responses with another authentication tag'), { section: '8.3', standard: 'RFC 7516, section 5.2; RFC 7518, section 5', consequence: security('An attacker can alter responses unnoticed.') }),
  PARTIES: must('verifier', 'An encrypted response with `apu` or `apv` is decrypted with the key that is derived with them.', byProbes('encrypted responses with `apu`, and with `apv`'), { section: '8.3', standard: 'RFC 7518, sections 4.6.1.2 and 4.6.1.3', consequence: unusable }),
  FORM: must('verifier', 'A VP Token is rejected unless it is an object of arrays, with one presentation of each credential unless the query has `multiple`.', byProbes('VP Tokens of other forms'), { standard: nameSection('8.1 and 8.6'), consequence: interoperability('Wallets and verifiers that read such a token differently disagree on what was presented.') }),
  'ENC-DEFAULT': must('verifier', 'A response with any content encryption that the metadata names is read, or with `A128GCM` if it names none.', byProbes('responses by each content encryption that a request names, or by A128GCM'), { section: '5.1', standard: nameSection('5.1'), consequence: unusable }),
  IGNORES: must('verifier', 'Parameters that the verifier does not know are ignored.', byProbes('requests and responses with another parameter'), { section: '5.10', standard: nameSection('5.10, 8.1 and 10.1'), consequence: unusable }),
  TLS: must('verifier', 'No document is fetched from a server whose TLS certificate is not valid for it.', byProbes('with --status-list and --tls, lists behind certificates that have expired, are self-signed, for another name or from an unknown authority'), { section: '14.6', standard: nameSection('14.6'), consequence: forged }),
  'ISSUER-SAME': must('verifier', 'Metadata of an issuer is not used if its `issuer` is not the `iss` of the credential.', byProbes('with --status-list and --issuer below its address, metadata with another `issuer`'), { section: '4.3', standard: 'SD-JWT VC draft 19, section 4.3', consequence: forged }),
  'ISSUER-KEY': must('verifier', 'A credential is rejected if no key in the metadata of its issuer signed it.', byProbes('with --status-list and --issuer below its address, metadata with another key'), { section: '2.5', standard: 'SD-JWT VC draft 19, section 2.5', consequence: forged }),
  'ISSUER-ERROR': must('verifier', 'Metadata of an issuer is not used if it comes with an error.', byProbes('with --status-list and --issuer below its address, metadata with the status 404'), { section: '3', standard: 'SD-JWT VC draft 19, section 3', consequence: forged }),
  'ISSUER-ASKED': must('verifier', 'Metadata of an issuer is requested with GET, below `/.well-known/jwt-vc-issuer` on the host of `iss`.', inExchange('how the metadata is requested'), { section: '4.1', standard: 'SD-JWT VC draft 19, section 4.1', consequence: interoperability('Issuers do not answer.') }),
  'ISSUER-LOOP': must('verifier', 'Endless redirects of issuer metadata are not followed without a limit.', byProbes('with --status-list and --issuer below its address, metadata that redirects to itself'), { section: '3', standard: 'SD-JWT VC draft 19, section 3', consequence: security('A credential can keep the verifier busy forever.') }),
  PLAIN: mustNot('verifier', 'Issuer metadata and type metadata are not requested without HTTPS, even if a redirect or another document leads there.', byProbes('with --tls, metadata that redirects to, or extends, an address without HTTPS'), { section: '3', standard: vc('3'), consequence: forged }),
  'TYPE-VCT': must('verifier', 'Type metadata is not used if its `vct` differs from the reference to it.', byProbes('with --status-list and a type below its address, metadata with another `vct`'), { section: '5.3', standard: vc('5.3'), consequence: misread }),
  'TYPE-ERROR': must('verifier', 'Type metadata is not used if it comes with an error.', byProbes('with --status-list and a type below its address, metadata with the status 404'), { section: '3', standard: vc('3'), consequence: misread }),
  'TYPE-INTEGRITY': must('verifier', 'Type metadata is not used if its digest by the strongest hash function is not the given one.', byProbes('with --status-list and a type below its address, other digests'), { section: '6', standard: vc('6'), consequence: misread }),
  'TYPE-READ': must('verifier', 'Type metadata is read as intended: unknown members are ignored, one of several digests is enough, and a mandatory claim may be hidden.', byProbes('with --status-list and a type below its address, unusual metadata'), { section: '5.2', standard: vc('5.2, 5.6 and 6'), consequence: interoperability('Credentials are rejected because their type is described in more detail.') }),
  'TYPE-CLAIMS': must('verifier', 'A credential is rejected if the claim metadata of its type does not allow it or is malformed.', byProbes('with --status-list and a type below its address, credentials that do not fit their type'), { section: '5.7', standard: vc('5.6 and 5.7'), consequence: unmatched }),
  'TYPE-EXTENDS': must('verifier', 'Type metadata is processed together with that of the types that it extends.', byProbes('with --status-list and a type below its address, a type that extends others'), { section: '5.4', standard: vc('5.4 and 5.7'), consequence: unmatched }),
  'TYPE-CIRCULAR': must('verifier', 'A credential is rejected if its type extends itself, directly or through others.', byProbes('with --status-list and a type below its address, types that extend each other'), { section: '7.4', standard: vc('7.4'), consequence: security('A credential can keep the verifier busy forever.') }),
  STATUS: should('verifier', 'A credential that its status list calls revoked or suspended is not accepted.', byProbes('with --status-list, credentials that are revoked and suspended'), { section: '2.4', standard: 'SD-JWT VC draft 19, section 2.4', consequence: security('A credential that its issuer has revoked is accepted.') }),
  LIST: should('verifier', 'A credential is rejected if its status list has expired, or has another `sub`, `typ` or signer.', byProbes('with --status-list, credentials with wrong lists'), { section: '8.3', standard: 'draft-ietf-oauth-status-list-20, section 8.3', consequence: security('An attacker replaces the list, and a revoked credential is accepted.') }),
  'LIST-FIRST': should('verifier', "A status list is not fetched if the signature of the credential is not its issuer's.", byProbes('with --status-list, credentials with a status list and other signatures'), { section: '8.3', standard: 'draft-ietf-oauth-status-list-20, section 8.3', consequence: security('An attacker can make the verifier call any address.') }),
  'LIST-READ': should('verifier', 'A status list that is behind a redirect, or compressed as the request allows, is read.', byProbes('with --status-list, a list behind a redirect, and one that is compressed'), { section: '8.2', standard: 'draft-ietf-oauth-status-list-20, section 8.2', consequence: interoperability('Credentials whose lists are served in another way cannot be used.') }),
  'LIST-LOOP': must('verifier', 'A status list that redirects endlessly is given up.', byProbes('with --status-list, a list that redirects to itself'), { section: '11.4', standard: 'draft-ietf-oauth-status-list-20, section 11.4', consequence: security('A credential can keep the verifier busy forever.') }),
  'LIST-AGGREGATED': should('verifier', 'If one status list of an aggregation cannot be used, the others are processed.', byProbes('with --status-list, a list whose aggregation names one that cannot be read, if the verifier fetches it'), { section: '9', standard: 'draft-ietf-oauth-status-list-20, section 9', consequence: interoperability('One wrong status list makes all the others out of date.') }),
  'LIST-ASKED': must('verifier', 'A status list is requested with GET, and `time` is a number of seconds.', inExchange('how the list is requested'), { section: '8.4', standard: 'draft-ietf-oauth-status-list-20, section 8.4', consequence: interoperability('Status services do not answer.') }),
  'LIST-TIME': must('verifier', 'A status list is rejected if it was not valid at the requested time.', byProbes('with --status-list, a list of another time, if the verifier asks for a time'), { section: '8.4', standard: 'draft-ietf-oauth-status-list-20, section 8.4', consequence: security('A credential is accepted because of a list of another time.') }),
  'LIST-END': must('verifier', 'A credential whose index is beyond the end of its status list is rejected.', byProbes('with --status-list, a credential whose index is too high'), { section: '8.3', standard: 'draft-ietf-oauth-status-list-20, section 8.3', consequence: security('A credential that cannot be revoked is accepted.') }),
  FETCHED: must('verifier', 'The `request_uri` of a request returns a request object.', inExchange('fetch the request'), { section: '5.10', standard: `${nameSection('5.10')}; RFC 9101, section 5.2.3`, consequence: interoperability('Wallets cannot read the request, and the presentation fails.') }),
})

export const verifierRequirements = listRows(VPUSE)
