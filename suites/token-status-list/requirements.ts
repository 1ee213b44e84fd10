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
import { coseFoundation } from '../cose/header-rules.ts'
import { jwtFoundation } from '../jose/jwt-rules.ts'
import { keyFoundation } from '../jose/key-rules.ts'

const draft = (sections: string): string => `draft-ietf-oauth-status-list-20, section ${sections}`

const unread = interoperability(
  'Relying parties cannot read the status, and reject every token that refers to the list.',
)
const forged = security('An attacker makes a list in which a revoked token is valid.')
const stale = security('A revoked token is valid for as long as an old list is in use.')
const misread = security('Relying parties read the status of another token.')
const overloaded = interoperability('Relying parties fetch the list too often, or keep it for too long.')
const refetched = interoperability('Relying parties cannot plan when to fetch the list again.')

const token = 'status-list-token'
const reference = 'referenced-token'
const response = 'status-list-response'
const aggregation = 'status-list-aggregation'

// biome-ignore format: a table, one row a line.
export const TSL = section('TSL', '5', {
  JWT: must('status service', 'A Status List Token in JWT format is a compact JWS whose header and payload are JSON objects.', token, { section: '5.1', refusedBy: 'verifier', standard: draft('5.1'), consequence: unread }),
  CWT: must('status service', 'A Status List Token in CWT format is a COSE message with a protected header, a payload that is a map of claims, and one signature or MAC.', token, { section: '5.2', refusedBy: 'verifier', standard: draft('5.2'), consequence: unread }),
  'COSE-TAG': must('status service', 'A CWT is tagged as COSE_Sign1 (18) or COSE_Mac0 (17).', token, { section: '5.2', standard: draft('5.2'), consequence: unread }),
  'CWT-TAG': mustNot('status service', 'A CWT has no CWT tag (61).', token, { section: '5.2', standard: draft('5.2'), consequence: unread }),
  TYP: must('status service', 'The type is `statuslist+jwt` in a JWT, and `application/statuslist+cwt` or its CoAP Content-Format in the protected header of a CWT.', token, { section: '5.1', refusedBy: 'verifier', standard: draft('5.1 and 5.2'), consequence: security('A token of the same issuer that was made for another purpose is accepted as a list.') }),
  ALG: must('status service', 'The protected header names a signature or MAC algorithm, and not `none`.', token, { section: '5.1', refusedBy: 'verifier', standard: draft('5.1 and 5.2'), consequence: forged }),
  SIGNED: must('status service', 'The signature or the MAC was made with a key of the Status Issuer.', token, { section: '5.1', refusedBy: 'verifier', standard: draft('5.1 and 5.2'), consequence: forged }),
  CRIT: stated('status service', 'The header lists no undefined extension in `crit`.', token, { section: '8.3', refusedBy: 'verifier', standard: 'RFC 7515, section 4.1.11; RFC 9052, section 3.1', consequence: unread }),
  'CWT-CLAIMS': stated('status service', 'A list in CWT format has texts as `iss` and `aud`, and octets as `cti`, if present.', token, { section: '5.2', standard: 'RFC 8392, sections 3.1.1, 3.1.3 and 3.1.7', consequence: unread }),
  SUB: must('status service', '`sub` is the URI of the list.', token, { section: '5.1', refusedBy: 'verifier', standard: draft('5.1 and 5.2'), consequence: security('An attacker replaces the list with another list of the same issuer.') }),
  IAT: must('status service', '`iat` is the time of issue: a number of seconds since 1970, and not in the future.', token, { section: '5.1', refusedBy: 'verifier', standard: draft('5.1 and 5.2'), consequence: stale }),
  EXP: must('status service', '`exp` and `nbf`, if present, are numbers of seconds since 1970.', token, { section: '5.1', refusedBy: 'verifier', standard: draft('5.1 and 5.2'), consequence: stale }),
  'EXP-GIVEN': should('status service', '`exp` is present.', token, { section: '13.7', standard: draft('13.7'), consequence: stale }),
  CURRENT: must('status service', 'The list has not expired, and its `nbf`, if present, has passed.', token, { section: '8.3', refusedBy: 'verifier', standard: draft('8.3, step 4'), consequence: stale }),
  TTL: must('status service', '`ttl`, if present, is a positive number; in a CWT, an unsigned integer.', token, { section: '5.1', refusedBy: 'verifier', standard: draft('5.1 and 5.2'), consequence: overloaded }),
  'TTL-GIVEN': should('status service', '`ttl` is present.', token, { section: '13.7', standard: draft('13.7'), consequence: refetched }),
  LIST: must('status service', '`status_list` is an object; in a CWT, a map.', token, { section: '5.1', refusedBy: 'verifier', standard: draft('5.1 and 5.2'), consequence: unread }),
  BITS: must('status service', '`bits` is the integer 1, 2, 4 or 8.', token, { section: '4.1', refusedBy: 'verifier', standard: draft('4.1 to 4.3'), consequence: misread }),
  LST: must('status service', '`lst` is a string in unpadded base64url; in a CWT, a byte string.', token, { section: '4.2', refusedBy: 'verifier', standard: draft('4.2 and 4.3'), consequence: unread }),
  ZLIB: must('status service', 'The list is compressed with DEFLATE in the ZLIB format, complete and with the right checksum.', token, { section: '4.1', refusedBy: 'verifier', standard: draft('4.1, step 4'), consequence: unread }),
  LEVEL: should('status service', 'The list is compressed at the highest level.', token, { section: '4.1', standard: draft('4.1, step 4'), consequence: hygiene('Every relying party loads more than it needs.') }),
  BOUNDED: should('status service', 'The list grows to no more than 32 MiB: 268 million statuses of one bit.', token, { section: '13.4', standard: draft('13.4'), consequence: security('A relying party that opens the list runs out of memory.') }),
  TYPES: should('status service', 'Statuses have registered values, or values that are reserved for applications: 0 to 3 and 12 to 15.', token, { section: '7.1', standard: draft('7.1'), consequence: interoperability('Two relying parties read one value differently.') }),
  'AGGREGATION-URI': stated('status service', '`aggregation_uri`, if present, is a URI.', token, { section: '4.2', standard: draft('4.2 and 4.3'), consequence: interoperability('Relying parties cannot fetch the lists ahead of time.') }),
  'KEY-USE': should('status service', 'A certificate of a Status Issuer allows it to sign lists (extended key usage).', nowhere('the identifier of this key usage is not assigned yet'), { section: '10', standard: draft('11.3'), consequence: forged }),
  'WHOLE-OCTETS': should('status service', 'The list fills whole octets.', nowhere('a list that is decompressed always has whole octets'), { section: '13.4', standard: draft('13.4'), consequence: misread }),
  'ALLOCATED-ONCE': stated('status service', 'No two tokens have the same index in the same list, unless that is intended.', inExchange('collect many tokens and compare their indexes'), { section: '13.3', standard: draft('13.3'), consequence: privacy('A holder can be tracked by the index.') }),
  INITIAL: should('status service', 'Unused entries have the value that most tokens have.', nowhere('an unused entry cannot be distinguished from a used one'), { section: '13.3', standard: draft('13.3'), consequence: privacy('The list shows how many tokens were issued.') }),
})

// biome-ignore format: a table, one row a line.
export const TSREF = section('TSREF', '6', {
  FORM: must('issuer', 'A Referenced Token is a JWT, an SD-JWT or a CWT that can be read.', reference, { section: '6.2', refusedBy: 'verifier', standard: draft('8.3'), consequence: unread }),
  SIGNED: must('issuer', 'The token is signed by a key of its issuer.', reference, { section: '8.3', refusedBy: 'verifier', standard: draft('8.3'), consequence: security('A forged token is accepted, since its status is valid.') }),
  CURRENT: must('wallet', 'The token has not expired, whatever its status says.', reference, { section: '8.3', refusedBy: 'verifier', standard: draft('8.3'), consequence: security('An expired token is accepted, since its status is valid.') }),
  'CWT-CLAIMS': stated('issuer', 'A token in CWT format has texts as `iss`, `sub` and `aud`, numbers as `exp`, `nbf` and `iat`, and octets as `cti`, if present.', reference, { section: '6.3', standard: 'RFC 8392, section 3.1', consequence: unread }),
  STATUS: must('issuer', '`status` is an object that refers to at least one status mechanism.', reference, { section: '6.1', refusedBy: 'verifier', standard: draft('6.2 and 6.3'), consequence: security('The token cannot be revoked.') }),
  LIST: must('issuer', '`status_list`, if the status is in a list, is an object.', reference, { section: '6.2', refusedBy: 'verifier', standard: draft('6.2 and 6.3'), consequence: security('The token cannot be revoked.') }),
  IDX: must('issuer', '`idx` is an integer that is not negative.', reference, { section: '6.2', refusedBy: 'verifier', standard: draft('6.2 and 6.3'), consequence: misread }),
  URI: must('issuer', '`uri` is a URI.', reference, { section: '6.2', refusedBy: 'verifier', standard: draft('6.2 and 6.3'), consequence: unread }),
  SUB: must('status service', 'The `sub` of the list is the `uri` in the token.', reference, { section: '8.3', refusedBy: 'verifier', standard: draft('8.3, step 4'), consequence: security('An attacker replaces the list with another list of the same issuer.') }),
  BOUNDS: must('issuer', 'The list has an entry at `idx`.', reference, { section: '8.3', refusedBy: 'verifier', standard: draft('8.3, step 6'), consequence: security('A token that cannot be revoked is accepted.') }),
  VALID: should('wallet', 'A token that is presented has the status `VALID`.', reference, { section: '7.1', standard: draft('7.1'), consequence: security('A revoked token is presented.') }),
  FRESH: stated('issuer', 'A token that is issued again has a new entry.', inExchange('collect several issues of one token and compare their entries'), { section: '13.2', standard: draft('13.2'), consequence: privacy('A holder can be tracked by the index.') }),
  FIRST: stated('verifier', 'A relying party validates the token before it evaluates its status, and fetches no list for an invalid one.', nowhere('no artefact shows what a relying party does first'), { section: '8.3', standard: draft('8.3'), consequence: privacy('The status service sees who presents which token.') }),
  CACHE: stated('verifier', 'A relying party caches a list by its `exp` and `ttl` rather than by HTTP header fields.', nowhere('when a relying party fetches again takes hours to see'), { section: '8.2', standard: draft('8.2'), consequence: stale }),
  REDIRECTS: stated('verifier', 'A relying party that follows redirects guards against loops.', nowhere('no list is served to a relying party here'), { section: '11.4', standard: draft('11.4'), consequence: security('A redirect can keep a relying party busy forever.') }),
})

// biome-ignore format: a table, one row a line.
export const TSHTTP = section('TSHTTP', '8', {
  GIVEN: must('status service', 'A GET request to the URI of a list is answered with the list, or with a redirect.', response, { section: '8.1', standard: draft('8.1'), consequence: unread }),
  STATUS: must('status service', 'A response with a Status List Token has a 2xx status code.', response, { section: '8.2', standard: draft('8.2'), consequence: unread }),
  TYPE: must('status service', 'The content type of a list is `application/statuslist+jwt` or `application/statuslist+cwt`, depending on its format.', response, { section: '8.2', standard: draft('8.2'), consequence: unread }),
  BODY: must('status service', 'The body is the token itself: the compact JWS, or the octets of the CWT.', response, { section: '8.2', standard: draft('8.2'), consequence: unread }),
  CODING: should('status service', 'A list in JWT format is sent with a content coding such as gzip to a client that accepts it.', response, { section: '8.2', standard: draft('8.2'), consequence: hygiene('Every relying party loads a third more than it needs.') }),
  CORS: should('status service', 'A response with a list allows a page of another origin to read it.', response, { section: '8.1', standard: draft('8.1'), consequence: interoperability('Relying parties in browsers cannot read the list.') }),
  TIME: should('status service', 'A response to a request with `time` has a list of that time, or is an error: 501 if `time` is not supported, 404 if there is no list of that time.', response, { section: '8.4', standard: draft('8.4'), consequence: security('A client mistakes the current status for a past one.') }),
  'AGGREGATION-GIVEN': stated('status service', '`aggregation_uri` leads to a Status List Aggregation.', response, { section: '9.2', standard: draft('4.2 and 9.2'), consequence: interoperability('Relying parties cannot fetch the lists ahead of time.') }),
  'AGGREGATION-TYPE': must('status service', 'The content type of a Status List Aggregation is `application/json`.', response, { section: '9.3', standard: draft('9.3'), consequence: unread }),
})

// biome-ignore format: a table, one row a line.
export const TSAGG = section('TSAGG', '9.3', {
  JSON: must('status service', 'A Status List Aggregation is a JSON object.', aggregation, { standard: draft('9.3'), consequence: unread }),
  LISTS: must('status service', '`status_lists` is an array of strings.', aggregation, { standard: draft('9.3'), consequence: unread }),
  ANNOUNCED: should('issuer', 'The metadata of an authorization server whose lists have an aggregation has `status_list_aggregation_endpoint`.', inExchange('fetch the list of a credential, and the metadata of the authorization server'), { section: '9.1', standard: draft('9.1'), consequence: interoperability('Relying parties cannot fetch the lists ahead of time.') }),
  URIS: must('status service', 'Each member is the URI of a list.', aggregation, { standard: draft('9.3'), consequence: unread }),
})

/** The tokens in CWT format. */
export const coseOf = {
  list: makeFacet(coseFoundation, {
    kind: token,
    table: 'TSL',
    section: '5.2',
    binds: 'status service',
    refusedBy: ['verifier'],
    subject: 'A Status List Token in CWT format',
    rulings: { 'COSE-CRIT': { is: TSL.CRIT } },
  }),
  reference: makeFacet(coseFoundation, {
    kind: reference,
    table: 'TSREF',
    section: '6.3',
    binds: 'issuer',
    refusedBy: ['verifier'],
    subject: 'A Referenced Token in CWT format',
  }),
} as const

/** The tokens in JWT format. Those in CWT format have headers of COSE. */
export const jwtsOf = {
  list: makeFacet(jwtFoundation, {
    kind: token,
    table: 'TSL',
    section: '5.1',
    binds: 'status service',
    refusedBy: ['verifier'],
    subject: 'A Status List Token',
    rulings: {
      'JWS-SIGNED': { sharper: TSL.SIGNED },
      'JWS-CRIT': { is: TSL.CRIT },
      'JWT-TIMES': { sharper: TSL.EXP },
      'JWT-CURRENT': { sharper: TSL.CURRENT },
      'JWT-IAT': { sharper: TSL.IAT },
      'X509-TIMES': {
        off: 'A past list may be signed with a past key; TSL-SIGNED looks at the times that it needs.',
      },
    },
  }),
  reference: makeFacet(jwtFoundation, {
    kind: reference,
    table: 'TSREF',
    section: '6.2',
    binds: 'issuer',
    refusedBy: ['verifier'],
    subject: 'A Referenced Token',
    rulings: {
      'JWS-SIGNED': { sharper: TSREF.SIGNED },
      'JWT-CURRENT': { sharper: TSREF.CURRENT },
      'X509-TIMES': {
        off: 'A token may outlive the certificate of its issuer; TSREF-SIGNED looks at the times of those that it needs.',
      },
    },
  }),
} as const

/** The keys that the header of a list shows. */
export const keysOfList = makeFacet(keyFoundation, {
  kind: token,
  table: 'TSL',
  section: '5.1',
  binds: 'status service',
  subject: 'Each key in the header of a Status List Token',
})

export const requirements = [
  ...listRows(TSL, TSREF, TSHTTP, TSAGG),
  ...jwtsOf.list.requirements,
  ...keysOfList.requirements,
  ...jwtsOf.reference.requirements,
  ...coseOf.list.requirements,
  ...coseOf.reference.requirements,
]
