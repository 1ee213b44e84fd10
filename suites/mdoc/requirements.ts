import { makeFacet } from '../../model/foundation/facet.ts'
import {
  interoperability,
  listRows,
  must,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../model/requirement.ts'
import { coseFoundation } from '../cose/header-rules.ts'
import { keyFoundation } from '../jose/key-rules.ts'
import { exposedKey } from '../kit/consequences.ts'

// ISO/IEC 18013-5:2021. Its text is not public: the rows follow its data model, which later specifications repeat.

const iso = (number: string): string => `ISO/IEC 18013-5:2021, section ${number}`

const unread = interoperability('Readers cannot read the document.')
const unverified = interoperability('Readers that follow the standard reject the document.')
const forged = security('An attacker makes or changes a document, and readers accept it.')
const guessed = privacy('Elements that are not shown can be guessed from their digests.')
const outdated = security('A document is accepted outside its validity period.')
const copied = security('An attacker who copies a document can present it.')

// biome-ignore format: a table, one row a line.
export const MDOC = section('MDOC', '8.3.2.1.2.2', {
  CBOR: stated('issuer', 'What the issuer signed is one CBOR data item: a map without repeated keys.', 'mdoc-issuer-signed', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
  AUTH: stated('issuer', '`issuerAuth` is present, and is a COSE_Sign1 message.', 'mdoc-issuer-signed', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
  SPACES: stated('issuer', '`nameSpaces`, if present, is a map of non-empty arrays.', 'mdoc-issuer-signed', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
  BYTES: stated('issuer', 'Every item is encoded CBOR in a byte string with tag 24.', 'mdoc-issuer-signed', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
  ITEM: stated('issuer', 'An item is a map with `digestID`, `random`, `elementIdentifier` and `elementValue`, each of its type.', 'mdoc-issuer-signed', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
  VALUES: stated('issuer', 'Elements of a driving licence in `org.iso.18013.5.1` have the types of the standard, such as a date with tag 1004.', 'mdoc-issuer-signed', { section: '7.2.1', standard: iso('7.2.1'), consequence: unread }),
  RANDOM: stated('issuer', '`random` has 16 octets or more.', 'mdoc-issuer-signed', { section: '9.1.2.5', standard: iso('9.1.2.5'), consequence: guessed }),
  'RANDOM-ONCE': stated('issuer', 'No two items have the same `random`.', 'mdoc-issuer-signed', { section: '9.1.2.5', standard: iso('9.1.2.5'), consequence: guessed }),
  'RANDOM-GUESSED': stated('issuer', '`random` cannot be computed from that of another item, from a number or from the time.', 'mdoc-issuer-signed', { section: '9.1.2.5', standard: iso('9.1.2.5'), consequence: guessed }),
})

// biome-ignore format: a table, one row a line.
export const MSO = section('MSO', '9.1.2.4', {
  BYTES: stated('issuer', 'The payload is the mobile security object, a map in a byte string with tag 24.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: unread }),
  VERSION: stated('issuer', '`version` is a text string: `1.0`, or a later version with the same first number.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: unverified }),
  ALGORITHM: stated('issuer', '`digestAlgorithm` is `SHA-256`, `SHA-384` or `SHA-512`.', 'mdoc-issuer-signed', { standard: iso('9.1.2.5'), consequence: unverified }),
  DIGESTS: stated('issuer', '`valueDigests` maps name spaces to digests by number; no map is empty.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: unread }),
  LENGTH: stated('issuer', 'Every digest has the length of its hash function.', 'mdoc-issuer-signed', { standard: iso('9.1.2.5'), consequence: unverified }),
  NUMBERS: should('issuer', 'The numbers of digests are below 2³¹.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: unread }),
  MATCHES: stated('issuer', 'The digest of every item, with its tag and its head, is the one at its number.', 'mdoc-issuer-signed', { section: '9.3.1', refusedBy: 'verifier', standard: iso('9.3.1'), consequence: forged }),
  KEY: stated('issuer', '`deviceKeyInfo` has `deviceKey`, a COSE key with a curve of its type.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: copied }),
  PUBLIC: stated('issuer', '`deviceKey` is a public key.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: exposedKey }),
  AUTHORIZED: stated('issuer', '`keyAuthorizations`, if present, has name spaces in `nameSpaces`, and elements of others in `dataElements`; `keyInfo`, if present, has numbers as keys.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: interoperability('Readers cannot tell what the device may sign.') }),
  TYPE: stated('issuer', '`docType` is a text string.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: unread }),
  VALIDITY: stated('issuer', '`validityInfo` has `signed`, `validFrom` and `validUntil`, and maybe `expectedUpdate`, each a time with tag 0.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: outdated }),
  TIMES: stated('issuer', 'Times are in UTC, written with `Z`, without fractions of seconds.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: unverified }),
  ORDER: stated('issuer', '`validFrom` is not before `signed`, and `validUntil` is after `validFrom`.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: outdated }),
  CURRENT: stated('issuer', 'The document is valid now.', 'mdoc-issuer-signed', { section: '9.3.1', refusedBy: 'verifier', standard: iso('9.3.1'), consequence: outdated }),
  STATUS: must('issuer', '`status`, if present, refers to at least one status mechanism, each by a text; its `status_list` has an `idx`, a whole number from 0, and a `uri`.', 'mdoc-issuer-signed', { standard: 'draft-ietf-oauth-status-list-20, section 6.3', consequence: security('A revoked document stays valid for readers that cannot read its status.') }),
})

// biome-ignore format: a table, one row a line.
export const MDAUTH = section('MDAUTH', '9.1.2.4', {
  UNTAGGED: stated('issuer', 'The COSE_Sign1 message has no tag.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: unverified }),
  ALG: stated('issuer', '`alg` is in the protected header: ES256, ES384, ES512 or EdDSA.', 'mdoc-issuer-signed', { standard: iso('9.1.2.4'), consequence: unverified }),
  CHAIN: stated('issuer', 'The certificates of the issuer are in `x5chain` of the unprotected header: one as octets, several in an array.', 'mdoc-issuer-signed', { standard: `${iso('9.1.2.4')}; RFC 9360, section 2`, consequence: unverified }),
  CHAINED: stated('issuer', 'Each certificate is certified by the next, and the first is that of the issuer.', 'mdoc-issuer-signed', { section: '9.3.3', refusedBy: 'verifier', standard: iso('9.3.3'), consequence: forged }),
  TRUSTED: stated('issuer', 'The certificate chain ends at a trusted root.', 'mdoc-issuer-signed', { section: '9.3.3', refusedBy: 'verifier', standard: iso('9.3.3'), consequence: forged }),
  SIGNED: stated('issuer', 'The signature was made with the key in the first certificate.', 'mdoc-issuer-signed', { section: '9.3.1', refusedBy: 'verifier', standard: iso('9.3.1'), consequence: forged }),
  DATED: stated('issuer', '`signed` is within the validity of the first certificate.', 'mdoc-issuer-signed', { section: '9.3.1', refusedBy: 'verifier', standard: iso('9.3.1'), consequence: outdated }),
  USAGE: stated('issuer', 'The key in the first certificate may be used for signatures.', 'mdoc-issuer-signed', { section: 'B.1.4', standard: iso('B.1.4'), consequence: forged }),
  PURPOSE: stated('issuer', 'For a driving licence, the first certificate has the extended key usage of driving licence issuers.', 'mdoc-issuer-signed', { section: 'B.1.4', standard: iso('B.1.4'), consequence: forged }),
  'PURPOSE-CRITICAL': should('issuer', 'For a driving licence, the extended key usage of the first certificate is marked as critical.', 'mdoc-issuer-signed', { section: 'B.1.4', standard: iso('B.1.4'), consequence: forged }),
})

// biome-ignore format: a table, one row a line.
export const MDDEV = section('MDDEV', '9.1.3', {
  READ: stated('wallet', 'A document is one CBOR data item: a map with `docType`, `issuerSigned` and `deviceSigned`.', 'mdoc-document', { section: '8.3.2.1.2.2', standard: iso('8.3.2.1.2.2'), consequence: unread }),
  TYPE: stated('wallet', '`docType` is that of the mobile security object.', 'mdoc-document', { section: '9.3.1', refusedBy: 'verifier', standard: iso('9.3.1'), consequence: forged }),
  SPACES: stated('wallet', '`nameSpaces` of the device is a map of non-empty maps, in a byte string with tag 24.', 'mdoc-document', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
  AUTHORIZED: should('wallet', 'The device signs only elements for which `keyAuthorizations` authorizes its key.', 'mdoc-document', { section: '9.1.2.4', standard: iso('9.1.2.4'), consequence: security('A holder makes up elements, and readers take them for those of the issuer.') }),
  ERRORS: stated('wallet', '`errors`, if present, has a whole number for each element, by name space.', 'mdoc-document', { section: '8.3.2.1.2.2', standard: iso('8.3.2.1.2.2'), consequence: unread }),
  AUTH: stated('wallet', '`deviceAuth` has either `deviceSignature` or `deviceMac`.', 'mdoc-document', { standard: iso('8.3.2.1.2.2'), consequence: copied }),
  DETACHED: stated('wallet', 'The payload of the signature or MAC is `null`.', 'mdoc-document', { standard: iso('9.1.3.4'), consequence: unverified }),
  ALG: stated('wallet', '`alg` is in the protected header, and suits the key of the device: HMAC 256/256 for a MAC.', 'mdoc-document', { standard: iso('9.1.3.5'), consequence: copied }),
  SIGNED: stated('wallet', 'The signature or the MAC was made with the key of the device, over the session, the type and the elements of the device.', 'mdoc-document', { refusedBy: 'verifier', standard: iso('9.1.3.6'), consequence: copied }),
})

// biome-ignore format: a table, one row a line.
export const MDRESP = section('MDRESP', '8.3.2.1.2.2', {
  READ: stated('wallet', 'A response is one CBOR data item: a map without repeated keys.', 'mdoc-response', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
  VERSION: stated('wallet', '`version` is a text string: `1.0`, or a later version with the same first number.', 'mdoc-response', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
  STATUS: stated('wallet', '`status` is a number: 0, 10, 11 or 12.', 'mdoc-response', { section: '8.3.2.1.2.3', standard: iso('8.3.2.1.2.3'), consequence: unread }),
  DOCUMENTS: stated('wallet', '`documents`, if present, is a non-empty array of maps.', 'mdoc-response', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
  ERRORS: stated('wallet', '`documentErrors`, if present, is a non-empty array of maps, each with a whole number for a type.', 'mdoc-response', { standard: iso('8.3.2.1.2.2'), consequence: unread }),
})

/** The key of the device, as a JWK. */
export const keysOfMdoc = makeFacet(keyFoundation, {
  kind: 'mdoc-issuer-signed',
  table: 'MSO',
  section: '9.1.2.4',
  binds: 'issuer',
  subject: '`deviceKey`',
  rulings: {
    'KEY-PUBLIC': { sharper: MSO.PUBLIC },
    'KEY-SIZE': { off: 'ISO/IEC 18013-5, section 9.1.5.2, has no RSA keys.' },
    'KEY-MEMBERS': { off: 'A COSE key has other members, and ISO/IEC 18013-5 gives them no meaning.' },
    'KEY-CERT': { off: 'A COSE key has no certificates (RFC 9052, section 7.1).' },
  },
})

/** The messages of COSE of an issuer, and of a device. */
export const coseOf = {
  issuer: makeFacet(coseFoundation, {
    kind: 'mdoc-issuer-signed',
    table: 'MDAUTH',
    section: '9.1.2.4',
    binds: 'issuer',
    refusedBy: ['verifier'],
    subject: '`issuerAuth`',
    rulings: { 'COSE-CHAIN': { sharper: MDAUTH.CHAIN } },
  }),
  device: makeFacet(coseFoundation, {
    kind: 'mdoc-document',
    table: 'MDDEV',
    section: '9.1.3',
    binds: 'wallet',
    refusedBy: ['verifier'],
    subject: '`deviceAuth`',
  }),
} as const

export const requirements = [
  ...listRows(MDOC, MSO, MDAUTH, MDDEV, MDRESP),
  ...[keysOfMdoc, coseOf.issuer, coseOf.device].flatMap((each) => each.requirements),
]
