import { makeFacet } from '../../model/foundation/facet.ts'
import {
  hygiene,
  inExchange,
  interoperability,
  listRows,
  must,
  mustNot,
  nowhere,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../model/requirement.ts'
import { keyFoundation } from '../jose/key-rules.ts'
import { exposedKey, rejectedElsewhere } from '../kit/consequences.ts'

// The text is draft-ietf-oauth-sd-jwt-vc-19, as its editors have it of August 2026. Its sections are written `VC 2.2`, since those
// of RFC 9901 are listed with them.

const draft = (number: string): string => `SD-JWT VC draft 19, section ${number}`

const confused = interoperability('Verifiers cannot tell the type of the credential.')
const mixedUp = security('A credential is mistaken for one of another type.')
const undisplayed = interoperability('Wallets cannot display the credential.')
const unusable = interoperability(
  'Verifiers and wallets that process type metadata reject every credential of the type.',
)
const swapped = security('The server of the document can change what the credential means.')
const looped = security('Software that follows the types never ends.')
const unwatched = nowhere('no artefact shows what a receiver does with a document')
const retrieval = inExchange('serve type metadata and issuer metadata, and watch how they are retrieved')
const unfound = interoperability('Verifiers cannot find the keys of the issuer.')
const impostor = security('Another party is mistaken for the issuer.')

// biome-ignore format: a table, one row a line.
export const SDVC = section('SDVC', 'VC 2.2', {
  'MEDIA-TYPE': stated('issuer', 'The media type of an SD-JWT VC is `application/dc+sd-jwt`.', inExchange('look at the header fields of responses with a credential'), { section: 'VC 2.1', standard: draft('2.1'), consequence: rejectedElsewhere }),
  TYP: must('issuer', 'The header has the `typ` `dc+sd-jwt`.', 'sd-jwt', { section: 'VC 2.2.1', standard: draft('2.2.1'), consequence: security('A token that was signed for another purpose is accepted as a credential.') }),
  VCT: must('issuer', 'The payload names the type of the credential in `vct`, a string.', 'sd-jwt', { section: 'VC 2.2.2.1', standard: draft('2.2.2.1'), consequence: confused }),
  'VCT-NAME': must('issuer', '`vct` is a collision-resistant name, such as a URI or a name below a domain.', 'sd-jwt', { section: 'VC 2.2.2.1', standard: draft('2.2.2.1'), consequence: mixedUp }),
  'VCT-INTEGRITY': must('issuer', '`vct#integrity`, if present, is integrity metadata: the name of a hash function, a hyphen and a digest in base64.', 'sd-jwt', { section: 'VC 5.3', standard: draft('5.3'), consequence: unusable }),
  AKA: must('issuer', '`aka_vcts`, if present, is an array of strings with at least one.', 'sd-jwt', { section: 'VC 2.2.2.2', standard: draft('2.2.2.2'), consequence: confused }),
  'AKA-NAME': must('issuer', 'Every type in `aka_vcts` is a collision-resistant name.', 'sd-jwt', { section: 'VC 2.2.2.2', standard: draft('2.2.2.2'), consequence: mixedUp }),
  'AKA-OTHER': mustNot('issuer', '`aka_vcts` does not contain the value of `vct`.', 'sd-jwt', { section: 'VC 2.2.2.2', standard: draft('2.2.2.2'), consequence: hygiene('The credential names one type twice.') }),
  PERMANENT: mustNot('issuer', '`iss`, `nbf`, `exp`, `cnf`, `vct`, `vct#integrity`, `aka_vcts` and `status` are in no disclosure, nor is anything inside them.', 'sd-jwt', { section: 'VC 2.2.2.3', standard: draft('2.2.2.3'), consequence: security('A holder hides that the credential has expired or was revoked, or whose it is.') }),
  BOUND: must('issuer', 'A credential that is presented with a Key Binding JWT has `cnf`.', 'sd-jwt', { section: 'VC 2.2.2.3', standard: draft('2.2.2.3'), consequence: security('An attacker who copies a credential can present it.') }),
  'CNF-JWK': should('issuer', '`cnf` has the key of the holder as a `jwk`.', 'sd-jwt', { section: 'VC 2.2.2.3', standard: draft('2.2.2.3'), consequence: interoperability('Verifiers cannot find the key of the holder.') }),
  'CNF-LOCAL': should('issuer', '`cnf` does not refer to a URL from which the key has to be fetched.', 'sd-jwt', { section: 'VC 8.3', standard: draft('8.3'), consequence: privacy('The issuer learns where the credential is presented.') }),
  STATUS: must('issuer', '`status`, if present, is an object with a status mechanism; its `status_list` has an `idx`, a whole number from 0, and a `uri`.', 'sd-jwt', { section: 'VC 2.2.2.3', standard: 'draft-ietf-oauth-status-list-20, section 6.2', consequence: security('A revoked credential stays valid for verifiers that cannot read its status.') }),
  'STATUS-JWT': must('issuer', 'The Status List Token of a credential is a JWT.', inExchange('retrieve the list that `status_list` names'), { section: 'VC 2.2.2.3', standard: draft('2.2.2.3'), consequence: interoperability('Verifiers cannot read the status.') }),
  'STATUS-CHECKED': should('verifier', 'A verifier checks the status of a credential that has one.', inExchange('serve the list that a credential names'), { section: 'VC 2.4', standard: draft('2.4'), consequence: security('A revoked credential is accepted.') }),
  BINARY: should('issuer', 'Binary data in a claim is a data URI.', 'sd-jwt', { section: 'VC 2.2.2.4', standard: draft('2.2.2.4'), consequence: interoperability('Wallets cannot tell what the data is.') }),
  PLAIN: mustNot('issuer', 'A credential without selectively disclosable claims has no `_sd`.', 'sd-jwt', { section: 'VC 2.2.2.5', standard: draft('2.2.2.5'), consequence: rejectedElsewhere }),
  'ISS-URL': must('issuer', '`iss` of an issuer with issuer metadata is an HTTPS URL without a query or fragment.', 'sd-jwt', { section: 'VC 4', standard: draft('4'), consequence: interoperability('Verifiers cannot find the keys of the issuer.') }),
  'ISS-METADATA': must('issuer', 'The issuer metadata is that of `iss`: its `issuer` is the same string.', 'sd-jwt', { section: 'VC 4.3', refusedBy: 'verifier', standard: draft('4.3'), consequence: impostor }),
  KID: should('issuer', 'The header names its key by a `kid` that is in the key set of the issuer metadata.', 'sd-jwt', { section: 'VC 4.2', standard: draft('4.2'), consequence: interoperability('Verifiers have to try every key of the issuer.') }),
  'TYPE-VCT': must('issuer', 'Type metadata has the `vct` of the reference that it was fetched for.', 'sd-jwt', { section: 'VC 5.3', refusedBy: 'verifier', standard: draft('5.3'), consequence: mixedUp }),
  'TYPE-INTEGRITY': must('issuer', 'Type metadata has the digest that `vct#integrity` or `extends#integrity` gives.', 'sd-jwt', { section: 'VC 6', refusedBy: 'verifier', standard: draft('6'), consequence: swapped }),
  'TYPE-CIRCULAR': must('issuer', 'The type of the credential does not extend itself, directly or through other types.', 'sd-jwt', { section: 'VC 7.4', refusedBy: 'verifier', standard: draft('7.4'), consequence: looped }),
  'TYPE-CLAIMS': must('issuer', 'The claim metadata of the type, and of what it extends, has the structure of the standard.', 'sd-jwt', { section: 'VC 5.6', refusedBy: 'verifier', standard: draft('5.7'), consequence: unusable }),
  'TYPE-PATH': must('issuer', 'Every path of the claim metadata can be followed in the credential.', 'sd-jwt', { section: 'VC 5.6.1', refusedBy: 'verifier', standard: draft('5.6'), consequence: unusable }),
  'TYPE-MANDATORY': must('issuer', 'Every claim that the type makes mandatory is in the credential, as far as a receiver can tell.', 'sd-jwt', { section: 'VC 5.6.3', refusedBy: 'verifier', standard: draft('5.6'), consequence: interoperability('Verifiers miss a claim on which they rely.') }),
  'TYPE-SD': must('issuer', 'Claims are selectively disclosable if the type says `always`, and not if it says `never`.', 'sd-jwt', { section: 'VC 5.6.4', refusedBy: 'verifier', standard: draft('5.6'), consequence: privacy('A holder has to show what the type lets them hide.') }),
  'AKA-EXTENDS': should('issuer', 'A type with type metadata extends each type in `aka_vcts` that has type metadata.', 'sd-jwt', { section: 'VC 5.4', standard: draft('5.4'), consequence: confused }),
})

// biome-ignore format: a table, one row a line.
export const VCTYPE = section('VCTYPE', 'VC 5.2', {
  READ: must('issuer', 'Type metadata is a JSON object.', 'type-metadata', { standard: draft('5.2'), consequence: unusable }),
  VCT: must('issuer', 'Type metadata names its type in `vct`, a string.', 'type-metadata', { standard: draft('5.2'), consequence: unusable }),
  TEXTS: stated('issuer', '`name` and `description`, if present, are strings.', 'type-metadata', { standard: draft('5.2'), consequence: undisplayed }),
  TYPES: stated('issuer', '`alt_text` of a logo, if present, is a string.', 'type-metadata', { section: 'VC 5.5.1.1', standard: draft('5.5.1.1'), consequence: undisplayed }),
  EXTENDS: stated('issuer', '`extends`, if present, is a URI.', 'type-metadata', { standard: draft('5.2'), consequence: unusable }),
  INTEGRITY: must('issuer', 'Every member whose name ends with `#integrity` is integrity metadata, that of a picture in a `data:` URI for its octets.', 'type-metadata', { section: 'VC 6', standard: draft('6'), consequence: unusable }),
  'EXTENDS-INTEGRITY': must('issuer', '`extends#integrity` is the digest of the type metadata that is extended.', 'type-metadata', { section: 'VC 6', standard: draft('6'), consequence: unusable }),
  CIRCULAR: mustNot('issuer', 'A type does not extend itself, directly or through other types.', 'type-metadata', { section: 'VC 7.4', standard: draft('7.4'), consequence: looped }),
  DISPLAY: must('issuer', '`display` is an array of objects, each with a `locale` and a `name`.', 'type-metadata', { section: 'VC 5.5', standard: draft('5.5'), consequence: undisplayed }),
  LOCALE: stated('issuer', 'Every `locale` is a language tag.', 'type-metadata', { section: 'VC 5.5', standard: draft('5.5'), consequence: undisplayed }),
  RENDERING: must('issuer', '`rendering` is an object: `simple` in it is an object, and so are its images; `svg_templates` is an array of objects.', 'type-metadata', { section: 'VC 5.5.1', standard: draft('5.5.1'), consequence: undisplayed }),
  URI: must('issuer', 'Every logo, background image and SVG template has a `uri`: an HTTPS URL or a data URI.', 'type-metadata', { section: 'VC 5.5.1', standard: draft('5.5.1'), consequence: security('An attacker on the network changes the picture.') }),
  COLOR: stated('issuer', '`background_color` and `text_color` are CSS RGB values.', 'type-metadata', { section: 'VC 5.5.1.1', standard: draft('5.5.1.1'), consequence: undisplayed }),
  SVG: must('issuer', 'Each of several SVG templates has `properties`.', 'type-metadata', { section: 'VC 5.5.1.2', standard: draft('5.5.1.2'), consequence: undisplayed }),
  'SVG-PROPERTIES': must('issuer', '`properties` of an SVG template has one of `orientation`, `color_scheme` and `contrast`, with a value that is defined.', 'type-metadata', { section: 'VC 5.5.1.2.1', standard: draft('5.5.1.2.1'), consequence: undisplayed }),
  'SVG-TEXT': must('issuer', 'Placeholders of an SVG template are in its text only, not in attributes or comments.', 'type-metadata', { section: 'VC 5.5.1.2.2', standard: draft('5.5.1.2.2'), consequence: security('A claim becomes markup or code in the picture.') }),
  'SVG-KNOWN': must('issuer', 'Placeholders of an SVG template are `svg_id`s of the claim metadata.', 'type-metadata', { section: 'VC 5.5.1.2.2', standard: draft('5.5.1.2.2'), consequence: undisplayed }),
  CLAIMS: must('issuer', '`claims` is an array of objects.', 'type-metadata', { section: 'VC 5.6', standard: draft('5.6'), consequence: unusable }),
  PATH: must('issuer', 'The `path` of a claim is a non-empty array of strings, `null` and whole numbers from 0.', 'type-metadata', { section: 'VC 5.6.1', standard: draft('5.6.1'), consequence: unusable }),
  'CLAIM-DISPLAY': must('issuer', '`display` of a claim is an array of objects, each with a `locale` and a `label`.', 'type-metadata', { section: 'VC 5.6.2', standard: draft('5.6.2'), consequence: unusable }),
  MANDATORY: stated('issuer', '`mandatory` of a claim is `true` or `false`.', 'type-metadata', { section: 'VC 5.6.3', standard: draft('5.6.3'), consequence: unusable }),
  SD: stated('issuer', '`sd` of a claim is `always`, `allowed` or `never`.', 'type-metadata', { section: 'VC 5.6.4', standard: draft('5.6.4'), consequence: unusable }),
  'SD-FIRM': should('issuer', '`sd` of a claim is `always` or `never`.', 'type-metadata', { section: 'VC 5.6.4', standard: draft('5.6.4'), consequence: privacy('Issuers of one type disagree on what a holder may hide.') }),
  'SVG-ID': must('issuer', 'An `svg_id` consists of letters, digits and underscores, and does not begin with a digit.', 'type-metadata', { section: 'VC 5.6', standard: draft('5.6'), consequence: unusable }),
  'SVG-ID-ONCE': must('issuer', 'Every `svg_id` occurs once.', 'type-metadata', { section: 'VC 5.6', standard: draft('5.6'), consequence: undisplayed }),
  'SD-KEPT': must('issuer', 'A type keeps `always` and `never` of the type that it extends.', 'type-metadata', { section: 'VC 5.6.5.1', standard: draft('5.6.5.1'), consequence: privacy('A derived type makes a holder show what the base type lets them hide.') }),
  'MANDATORY-KEPT': must('issuer', 'A claim that is mandatory in a type is mandatory in the types that extend it.', 'type-metadata', { section: 'VC 5.6.5.1', standard: draft('5.6.5.1'), consequence: interoperability('Verifiers miss a claim on which they rely.') }),
  'MEDIA-TYPE': stated('issuer', 'Type metadata is served with the media type `application/json`.', 'vc-http-response', { section: 'VC 5.3.1', standard: draft('5.3.1'), consequence: unusable }),
})

// biome-ignore format: a table, one row a line.
export const VCISSUER = section('VCISSUER', 'VC 4.2', {
  READ: stated('issuer', 'Issuer metadata is a JSON object.', 'vc-issuer-metadata', { standard: draft('4.2'), consequence: rejectedElsewhere }),
  ISSUER: must('issuer', 'Issuer metadata names the issuer in `issuer`: an HTTPS URL without a query or fragment.', 'vc-issuer-metadata', { standard: draft('4.2'), consequence: rejectedElsewhere }),
  SAME: must('issuer', '`issuer` is the requested issuer.', 'vc-issuer-metadata', { section: 'VC 4.3', standard: draft('4.3'), consequence: impostor }),
  KEYS: must('issuer', 'Issuer metadata has either `jwks` or `jwks_uri`, but not both.', 'vc-issuer-metadata', { standard: draft('4.2'), consequence: interoperability('Verifiers find no keys, or two sets that differ.') }),
  JWKS: must('issuer', '`jwks` is a JWK Set: an object with `keys`, an array of objects that each have a `kty`.', 'vc-issuer-metadata', { standard: draft('4.2'), consequence: interoperability('Verifiers cannot find the keys of the issuer.') }),
  PUBLIC: stated('issuer', '`jwks` has public keys only.', 'vc-issuer-metadata', { standard: draft('4.2'), consequence: exposedKey }),
  'JWKS-URI': must('issuer', '`jwks_uri` is an HTTPS URL.', 'vc-issuer-metadata', { standard: draft('3'), consequence: security('An attacker on the network replaces the keys of the issuer.') }),
  'MEDIA-TYPE': stated('issuer', 'Issuer metadata is served with the media type `application/json`.', 'vc-http-response', { standard: draft('4.2'), consequence: unfound }),
  PLACE: must('issuer', 'Issuer metadata is at `/.well-known/jwt-vc-issuer`, inserted between host and path of `iss`.', 'vc-http-response', { section: 'VC 4', standard: draft('4'), consequence: unfound }),
})

// biome-ignore format: a table, one row a line.
export const VCUSE = section('VCUSE', 'VC 3', {
  'ERROR-CONTENT': stated('verifier', 'The content of an error response is not used as a document.', retrieval, { standard: draft('3'), consequence: swapped }),
  REDIRECTS: stated('verifier', 'Redirects are limited in number, and lead to HTTPS URLs only.', retrieval, { standard: draft('3'), consequence: looped }),
  BOUNDS: stated('verifier', 'Retrieving a document is bounded in time and size.', retrieval, { standard: draft('3'), consequence: security('A server can keep the receiver busy forever.') }),
  INTERNAL: stated('verifier', 'No document is retrieved from an internal address.', retrieval, { section: 'VC 7.1', standard: draft('7.1'), consequence: security('A credential makes the receiver call services inside its network.') }),
  FRESHNESS: should('issuer', 'Responses with a document say how long it stays fresh.', 'vc-http-response', { standard: draft('3'), consequence: hygiene('Documents are retrieved more often than they change.') }),
  SNIFF: should('issuer', 'Responses with a document have `X-Content-Type-Options: nosniff` and a restrictive Content-Security-Policy.', 'vc-http-response', { section: 'VC 7.2', standard: draft('7.2'), consequence: security('A browser that opens a picture runs the code in it.') }),
  AUTHORISED: stated('verifier', 'An issuer is not authorised by the type that it names, nor by what that type extends.', unwatched, { section: 'VC 7.7', standard: draft('7.7'), consequence: impostor }),
  ESCAPED: stated('wallet', 'Claims are escaped before they are put into an SVG template.', unwatched, { section: 'VC 5.5.1.2.2', standard: draft('5.5.1.2.2'), consequence: security('A claim becomes markup or code in the picture.') }),
  INERT: stated('wallet', 'No code in an SVG template is executed, and no resource is fetched in a way that reveals the use of the credential.', unwatched, { section: 'VC 5.5.1.2.2', standard: draft('5.5.1.2.2'), consequence: privacy('A picture reports every use of the credential.') }),
  QUIET: should('wallet', 'Type metadata is retrieved in a way that does not show the use of a credential.', unwatched, { section: 'VC 8.4', standard: draft('8.4'), consequence: privacy('The issuer learns where the credential is presented.') }),
})

/** The keys that an issuer publishes. */
export const keysOfIssuer = makeFacet(keyFoundation, {
  kind: 'vc-issuer-metadata',
  table: 'VCISSUER',
  section: 'VC 4.2',
  binds: 'issuer',
  subject: 'Every key in `jwks`',
  rulings: { 'KEY-PUBLIC': { is: VCISSUER.PUBLIC } },
})

export const requirements = [...listRows(SDVC, VCTYPE, VCISSUER, VCUSE), ...keysOfIssuer.requirements]
