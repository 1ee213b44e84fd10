import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { listInstances } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { CborFloat } from '../../protocol/cbor/decode.ts'
import { encodeCbor, RawCbor } from '../../protocol/cbor/encode.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { toDer } from '../../protocol/jose/es256.ts'
import type { ClaimValue, TokenClaims } from '../../protocol/status-list/secured-token.ts'
import { certifyAuthority, certifyKey } from '../jose/sample-certificate.ts'
import { dropMembers as drop, markTolerated, type SampleFault, sampleFault } from '../kit/samples.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { jwtFaults, messageProofs, setChain, textProofs } from './foundation-faults.ts'
import { coseOf, jwtsOf, TSAGG, TSHTTP, TSL, TSREF } from './requirements.ts'
import {
  type ListChange,
  listUri,
  makeListToken,
  type StatusSampleChange,
  sampleIndex,
  type TokenChange,
} from './sample.ts'

const make = sampleFault<StatusSampleChange>()

const put =
  (members: TokenClaims) =>
  (object: TokenClaims): TokenClaims => ({ ...object, ...members })

type Rest = readonly [alsoBreaks?: readonly Requirement[]]

/** A fault of a list in JWT format. */
const jwt = (
  breaks: Requirement,
  description: string,
  list: ListChange,
  ...rest: Rest
): SampleFault<StatusSampleChange> => make(breaks, description, { list }, ...rest)

/** A fault of a list in CWT format. */
const cwt = (
  breaks: Requirement,
  description: string,
  list: ListChange,
  ...rest: Rest
): SampleFault<StatusSampleChange> =>
  make(breaks, `${description}, as a CWT`, { list: { ...list, format: 'cwt' } }, ...rest)

/** The same fault in both formats. */
const both = (
  breaks: Requirement,
  description: string,
  list: ListChange,
  ...rest: Rest
): SampleFault<StatusSampleChange>[] => [
  jwt(breaks, description, list, ...rest),
  cwt(breaks, description, list, ...rest),
]

/** A fault of a token that refers to a list. */
const reference = (
  breaks: Requirement,
  description: string,
  token: TokenChange,
  ...rest: Rest
): SampleFault<StatusSampleChange> => make(breaks, description, { about: 'token', token }, ...rest)

/** The same fault in an SD-JWT and in a CWT. */
const references = (
  breaks: Requirement,
  description: string,
  token: TokenChange,
  ...rest: Rest
): SampleFault<StatusSampleChange>[] => [
  reference(breaks, description, token, ...rest),
  reference(breaks, `${description}, as a CWT`, { ...token, format: 'cwt' }, ...rest),
]

const response = (
  breaks: Requirement,
  description: string,
  change: Omit<StatusSampleChange, 'about'>,
  ...rest: Rest
): SampleFault<StatusSampleChange> => make(breaks, description, { about: 'response', ...change }, ...rest)

const aggregation = (
  breaks: Requirement,
  description: string,
  how: (aggregation: JsonObject) => JsonObject,
): SampleFault<StatusSampleChange> => make(breaks, description, { about: 'aggregation', aggregation: how })

const structure = (members: TokenClaims): ListChange => ({ structure: put(members) })

/** Changes the reference in a token. */
const refer = (how: (reference: TokenClaims) => ClaimValue): TokenChange => ({
  claims: (claims) => {
    const status = isObject(claims.status) ? claims.status : {}
    return { ...claims, status: { ...status, status_list: how(status.status_list as TokenClaims) } } // the usual one
  },
})

const claims = (how: (claims: TokenClaims) => TokenClaims): TokenChange => ({ claims: how })

const removeHeader =
  (...names: readonly string[]) =>
  (fields: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

const otherList: ListChange = { claims: put({ sub: 'https://status.example/lists/2' }) }

const anyFormat: JsonObject = {
  ...{ accept: 'application/statuslist+jwt, application/statuslist+cwt' },
  ...{ 'accept-encoding': 'gzip', origin: 'https://page.example' },
}

const yesterday = sampleTime - 86_400

// biome-ignore format: a table, one fault a line.
export const faults: readonly SampleFault<StatusSampleChange>[] = [
  jwt(TSL.JWT, 'has two parts', { text: (text) => text.slice(0, text.lastIndexOf('.')) }),
  jwt(TSL.JWT, 'has padding in its signature', { text: (text) => `${text}==` }),
  jwt(TSL.JWT, 'has a payload that is an array', { payload: (octets) => Buffer.from(`[${octets}]`) }),
  markTolerated(jwt(TSL.JWT, 'has a claim twice', { payload: (octets) => Buffer.from(`{"sub":"${listUri}",${octets.subarray(1)}`) })), // RFC 7519, section 4: a parser may take the last
  jwt(TSL.JWT, 'is in the JSON serialization', { text: (text) => { const [head, body, signature] = text.split('.'); return JSON.stringify({ protected: head, payload: body, signature }) } }),
  cwt(TSL.CWT, 'is cut short', { octets: (octets) => octets.subarray(0, -8) }),
  cwt(TSL.CWT, 'has octets after its end', { octets: (octets) => Buffer.concat([octets, Buffer.of(0)]) }),
  cwt(TSL.CWT, 'has three parts', { parts: (parts) => parts.slice(0, 3) }),
  cwt(TSL.CWT, 'has a claim twice', { payload: (octets) => Buffer.concat([Buffer.of((octets[0] ?? 0) + 1), octets.subarray(1), encodeCbor(6), encodeCbor(1)]) }),
  cwt(TSL.CWT, 'has an array as its claims', { payload: (octets) => encodeCbor([new RawCbor(octets)]) }),
  cwt(TSL.CWT, 'has its claims as they are, not in a byte string', { parts: ([a = 0, b = 0, c, d = 0]) => [a, b, new RawCbor(c as Buffer), d] }),
  cwt(TSL['COSE-TAG'], 'has no tag', { tags: [] }),
  cwt(TSL['COSE-TAG'], 'is tagged as COSE_Sign', { tags: [98] }),
  cwt(TSL['CWT-TAG'], 'has the tag of a CWT', { tags: [61, 18] }),
  ...both(TSL.TYP, 'has no type', { header: drop('typ') }).map(markTolerated),
  ...both(TSL.TYP, 'has the type of another token', { header: put({ typ: 'JWT' }) }).map(markTolerated),
  markTolerated(cwt(TSL.TYP, 'has the type of a JWT', { header: put({ typ: 'statuslist+cwt' }) })),
  markTolerated(jwt(TSL.TYP, 'has the type of a CWT', { header: put({ typ: 'statuslist+cwt' }) })),
  jwt(TSL.ALG, 'has the algorithm `none`', { header: put({ alg: 'none' }), signature: () => Buffer.alloc(0) }, [TSL.SIGNED]),
  ...both(TSL.ALG, 'has no algorithm', { header: drop('alg') }),
  ...both(TSL.SIGNED, 'is signed by another key', { key: keys.other }),
  ...both(TSL.SIGNED, 'is signed by the issuer of the token, in the name of the Status Issuer', { key: keys.issuer }),
  ...both(TSL.SIGNED, 'has a signature with one changed bit', { signature: (octets) => Buffer.concat([octets.subarray(0, -1), Buffer.of((octets.at(-1) ?? 0) ^ 1)]) }),
  ...both(TSL.SIGNED, 'has a signature in DER', { signature: (octets) => toDer(octets) }),
  jwt(TSL.SIGNED, 'has a list that was changed after it was signed', { text: (text) => swapPayload(text, makeListToken({ statuses: { 5: 1 } })) }),
  ...both(TSL.SIGNED, 'has a MAC by another secret', { alg: 'HS256', signature: () => Buffer.alloc(32, 7) }),
  jwt(TSL.CRIT, 'has a critical extension', { header: put({ crit: ['x-note'], 'x-note': 1 }) }),
  cwt(TSL.CRIT, 'has a critical extension', { header: put({ crit: [-70_000], 'x-note': 1 }) }),
  ...both(TSL.SUB, 'has no `sub`', { claims: drop('sub') }),
  ...both(TSL.SUB, 'has a path as `sub`', { claims: put({ sub: '/lists/1' }) }),
  markTolerated(cwt(TSL['CWT-CLAIMS'], 'has a number as `iss`', { claims: put({ iss: 1 }) })),
  markTolerated(cwt(TSL['CWT-CLAIMS'], 'has a text as `cti`', { claims: put({ cti: 'a' }) })),
  markTolerated(cwt(TSL['CWT-CLAIMS'], 'has a number as `aud`', { claims: put({ aud: 1 }) })),
  reference(TSREF.STATUS, 'names its status mechanism by a number, as a CWT', { format: 'cwt', claims: put({ status: new RawCbor(encodeCbor(new Map([[1, new Map([[1, 5]])]]))) as never }) }),
  markTolerated(reference(TSREF['CWT-CLAIMS'], 'has a text as `exp`, as a CWT', { format: 'cwt', claims: put({ exp: '2030' }) })),
  markTolerated(reference(TSREF['CWT-CLAIMS'], 'has octets as `iss`, as a CWT', { format: 'cwt', claims: put({ iss: Buffer.from('a') }) })),
  ...listInstances(jwtsOf.list, 'JWS-KEYS').map((row) => markTolerated(jwt(row, 'has the certificate of another key', { header: put({ x5c: [certifyKey(toPublic(keys.other)).toString('base64')] }) }))),
  ...listInstances(coseOf.list, 'COSE-CHAIN').flatMap((row) => [
    markTolerated(cwt(row, 'has the certificate of another key', setChain(certifyKey(toPublic(keys.other))))),
    markTolerated(cwt(row, 'has its certificates in the wrong order', setChain(certifyAuthority(), certifyKey(toPublic(keys.holder))))),
  ]),
  jwt(TSL.SUB, 'has a number as `sub`', { claims: put({ sub: 1 }) }, listInstances(jwtsOf.list, 'JWT-NAMES')),
  cwt(TSL.SUB, 'has a number as `sub`', { claims: put({ sub: 1 }) }),
  ...both(TSL.IAT, 'has no `iat`', { claims: drop('iat') }),
  ...both(TSL.IAT, 'has `iat` in another time zone, two hours ahead', { claims: put({ iat: sampleTime + 7200 }) }).map(markTolerated),
  ...both(TSL.IAT, 'has `iat` as text', { claims: put({ iat: '2026-11-22T00:00:00Z' }) }).map(markTolerated),
  ...both(TSL.IAT, 'has `iat` in milliseconds', { claims: put({ iat: sampleTime * 1000 }) }).map(markTolerated),
  ...both(TSL.EXP, 'has `exp` as text', { claims: put({ exp: '2030-01-01' }) }).map(markTolerated),
  ...both(TSL.EXP, 'has `exp` in milliseconds', { claims: put({ exp: sampleTime * 1000 + 1 }) }).map(markTolerated),
  ...both(TSL['EXP-GIVEN'], 'has no `exp`', { claims: drop('exp') }),
  ...both(TSL.CURRENT, 'has expired', { claims: put({ exp: yesterday, iat: yesterday - 3600 }) }),
  ...both(TSL.CURRENT, 'is not yet valid', { claims: put({ nbf: sampleTime + 7200 }) }),
  ...both(TSL.TTL, 'has a `ttl` of 0', { claims: put({ ttl: 0 }) }).map(markTolerated),
  ...both(TSL.TTL, 'has a negative `ttl`', { claims: put({ ttl: -43_200 }) }).map(markTolerated),
  ...both(TSL.TTL, 'has `ttl` as text', { claims: put({ ttl: '43200' }) }).map(markTolerated),
  markTolerated(cwt(TSL.TTL, 'has a floating-point number as `ttl`', { claims: put({ ttl: new CborFloat(43_200) }) })),
  ...both(TSL['TTL-GIVEN'], 'has no `ttl`', { claims: drop('ttl') }),
  ...both(TSL.LIST, 'has no `status_list`', { claims: drop('status_list') }),
  ...both(TSL.LIST, 'has its list in an array', { claims: ({ status_list, ...all }) => ({ ...all, status_list: [status_list] }) }),
  jwt(TSL.LIST, 'has its list in `status`, as a token has its reference', { claims: ({ status_list, ...all }) => ({ ...all, status: { status_list } }) }),
  ...both(TSL.BITS, 'has statuses of three bits', structure({ bits: 3 })),
  ...both(TSL.BITS, 'has statuses of sixteen bits', structure({ bits: 16 })),
  ...both(TSL.BITS, 'has no `bits`', { structure: drop('bits') }),
  ...both(TSL.BITS, 'has `bits` as text', structure({ bits: '1' })).map(markTolerated),
  cwt(TSL.BITS, 'has a floating-point number as `bits`', structure({ bits: new CborFloat(1.5) })),
  ...both(TSL.LST, 'has no `lst`', { structure: drop('lst') }),
  markTolerated(jwt(TSL.LST, 'has `lst` in base64 with padding', { encode: (octets) => octets.toString('base64') })),
  jwt(TSL.LST, 'has `lst` in hexadecimal digits', { encode: (octets) => `${octets.toString('hex')}=` }),
  jwt(TSL.LST, 'has an array of numbers as `lst`', { encode: () => [0, 1, 0, 0] }),
  markTolerated(cwt(TSL.LST, 'has `lst` as base64url', { structure: ({ lst, ...all }) => ({ ...all, lst: (lst as Buffer).toString('base64url') }) })),
  ...both(TSL.ZLIB, 'is compressed as gzip', { compress: (octets) => gzipSync(octets) }).map(markTolerated),
  ...both(TSL.ZLIB, 'is compressed without the ZLIB format', { compress: (octets) => deflateRawSync(octets) }).map(markTolerated),
  ...both(TSL.ZLIB, 'is not compressed', { compress: (octets) => octets }),
  ...both(TSL.ZLIB, 'is cut short', { compress: (octets) => deflateSync(octets).subarray(0, -6) }),
  ...both(TSL.ZLIB, 'has a wrong checksum', { compress: (octets) => { const all = deflateSync(octets, { level: 9 }); all.writeUInt32BE(1, all.length - 4); return all } }),
  ...both(TSL.ZLIB, 'has octets after its end', { compress: (octets) => Buffer.concat([deflateSync(octets, { level: 9 }), Buffer.alloc(4)]) }).map(markTolerated),
  markTolerated(jwt(TSL.ZLIB, 'is encoded twice', { compress: (octets) => Buffer.from(deflateSync(octets).toString('base64url')) })),
  ...both(TSL.LEVEL, 'is stored, not compressed', { compress: (octets) => deflateSync(octets, { level: 0 }) }),
  ...both(TSL.BOUNDED, 'grows to sixty-four megabytes', { length: 64 << 23, compress: (octets) => deflateSync(octets, { level: 9 }) }),
  ...both(TSL.TYPES, 'has a status that is not registered', { bits: 4, statuses: { 9: 5 } }),
  ...both(TSL['AGGREGATION-URI'], 'has a path as `aggregation_uri`', structure({ aggregation_uri: '/lists' })),
  ...both(TSL['AGGREGATION-URI'], 'has a number as `aggregation_uri`', structure({ aggregation_uri: 1 })),

  reference(TSREF.FORM, 'refers to its list in a token of two parts', { text: (text) => `${text.slice(0, text.lastIndexOf('.'))}~` }),
  reference(TSREF.FORM, 'refers to its list in a CWT that is cut short', { format: 'cwt', octets: (octets) => octets.subarray(0, -3) }),
  ...references(TSREF.SIGNED, 'is a token that is signed by another key', { key: keys.other }),
  reference(TSREF.SIGNED, 'is a token with the algorithm `none`', { header: put({ alg: 'none' }), signature: () => Buffer.alloc(0) }),
  ...references(TSREF.CURRENT, 'is a token that has expired, with the status `VALID`', { claims: put({ exp: sampleTime - 3600 }) }),
  ...references(TSREF.CURRENT, 'is a token that is not yet valid', { claims: put({ nbf: sampleTime + 3600 }) }),
  ...references(TSREF.STATUS, 'is a token without `status`', claims(drop('status'))).map(markTolerated),
  ...references(TSREF.STATUS, 'is a token with a number as `status`', claims(put({ status: sampleIndex }))),
  ...references(TSREF.STATUS, 'is a token with an empty `status`', claims(put({ status: {} }))).map(markTolerated),
  ...references(TSREF.LIST, 'is a token with a URI as `status_list`', refer(() => listUri)),
  ...references(TSREF.IDX, 'is a token without `idx`', refer(drop('idx'))),
  ...references(TSREF.IDX, 'is a token with a negative `idx`', refer(put({ idx: -1 }))),
  ...references(TSREF.IDX, 'is a token with `idx` as text', refer(put({ idx: `${sampleIndex}` }))).map(markTolerated),
  ...references(TSREF.IDX, 'is a token with a fraction as `idx`', refer(put({ idx: 1.5 }))).map(markTolerated),
  ...references(TSREF.URI, 'is a token without `uri`', refer(drop('uri')), [TSREF.SUB]),
  ...references(TSREF.URI, 'is a token with a path as `uri`', refer(put({ uri: '/lists/1' })), [TSREF.SUB]),
  ...references(TSREF.SUB, 'refers to another list', refer(put({ uri: 'https://status.example/lists/2' }))),
  make(TSREF.SUB, 'refers to a list with another `sub`', { about: 'token', list: { claims: put({ sub: 'https://status.example/lists/2' }) } }),
  make(TSREF.SUB, 'refers to a list with the same `sub` and a slash', { about: 'token', list: { claims: put({ sub: `${listUri}/` }) } }),
  make(TSREF.SUB, 'refers to a list with the same `sub` in capitals', { about: 'token', list: { claims: put({ sub: listUri.replace('lists', 'LISTS') }) } }),
  make(TSREF.SUB, 'refers to an address whose list has another `sub`', { about: 'token', list: otherList, facts: { statusList: [makeListToken(otherList)], request: { url: listUri } } }),
  make(TSREF.SUB, 'refers to a list without `sub`', { about: 'token', list: { claims: drop('sub') } }),
  ...references(TSREF.BOUNDS, 'is a token beyond the end of its list', refer(put({ idx: 4096 }))),
  ...references(TSREF.BOUNDS, 'is a token far beyond the end of its list', refer(put({ idx: 2 ** 40 }))),
  make(TSREF.BOUNDS, 'is a token beyond the end of a list of eight bits', { about: 'token', list: { bits: 8, length: sampleIndex } }),
  make(TSREF.VALID, 'is a token that is revoked', { about: 'token', list: { statuses: { [sampleIndex]: 1 } } }),
  make(TSREF.VALID, 'is a token that is suspended', { about: 'token', list: { bits: 2, statuses: { [sampleIndex]: 2 } } }),
  make(TSREF.VALID, 'is a token that is revoked in a list as a CWT', { about: 'token', list: { format: 'cwt', statuses: { [sampleIndex]: 1 } } }),
  make(TSREF.VALID, 'is a token that is revoked at the last index', { about: 'token', token: refer(put({ idx: 4095 })), list: { statuses: { 4095: 1 } } }),
  make(TSREF.VALID, 'is a token that is revoked at the first index', { about: 'token', token: refer(put({ idx: 0 })), list: { statuses: { 0: 1 } } }),
  make(TSREF.VALID, 'is a token that is revoked, in a list of eight bits', { about: 'token', list: { bits: 8, statuses: { [sampleIndex]: 1 } } }),
  make(TSREF.VALID, 'is a token with a status of the application', { about: 'token', list: { bits: 4, statuses: { [sampleIndex]: 15 } } }),

  response(TSHTTP.GIVEN, 'is not there, at its URI', { response: { status: '404 Not Found', request: anyFormat, body: () => 'not found' } }),
  response(TSHTTP.GIVEN, 'cannot be made by the service', { response: { status: '500 Internal Server Error', request: anyFormat, body: () => '' } }),
  response(TSHTTP.GIVEN, 'is elsewhere, and the redirection does not say where', { response: { status: '302 Found', request: anyFormat, body: () => '' } }),
  response(TSHTTP['AGGREGATION-GIVEN'], 'has no aggregation at `aggregation_uri`', { response: { status: '404 Not Found', request: { accept: 'application/json' }, body: () => 'not found' } }),
  response(TSL.JWT, 'comes as JSON without a signature', { response: { headers: (all) => ({ ...all, 'content-type': 'application/json' }), body: () => JSON.stringify({ status_list: { bits: 1, lst: 'eNoDAAAAAAE' } }) } }, [TSHTTP.TYPE]),
  response(TSL.JWT, 'comes as JSON, with the content type of a JWT', { response: { body: () => JSON.stringify({ status_list: { bits: 1, lst: 'eNoDAAAAAAE' } }) } }),
  response(TSL.CURRENT, 'comes for a time in the past, and had expired by then', { list: { claims: put({ iat: yesterday - 7200, exp: yesterday - 3600 }) }, response: { request: historical(yesterday) } }, [TSHTTP.TIME]),
  response(TSHTTP.STATUS, 'comes with the status code 404', { response: { status: '404 Not Found' } }),
  response(TSHTTP.STATUS, 'comes with the status code 500, as a CWT', { response: { status: '500 Internal Server Error' }, list: { format: 'cwt' } }),
  response(TSHTTP.TYPE, 'comes as `application/jwt`', { response: { headers: (all) => ({ ...all, 'content-type': 'application/jwt' }) } }),
  response(TSHTTP.TYPE, 'comes with the content type of a CWT', { response: { headers: (all) => ({ ...all, 'content-type': 'application/statuslist+cwt' }) } }),
  response(TSHTTP.TYPE, 'comes as `application/cwt`, as a CWT', { list: { format: 'cwt' }, response: { headers: (all) => ({ ...all, 'content-type': 'application/cwt' }) } }),
  response(TSHTTP.BODY, 'comes as a JSON string', { response: { body: (body) => `"${body}"` } }, [TSL.JWT]),
  response(TSHTTP.BODY, 'comes as the text of a CWT in base64url', { list: { format: 'cwt' }, response: { body: (body) => Buffer.from(body, 'hex').toString('base64url') } }),
  response(TSHTTP.CODING, 'comes without a content coding, though gzip is accepted', { response: { headers: removeHeader('content-encoding') } }),
  response(TSHTTP.CORS, 'comes without a header field that lets pages read it', { response: { headers: removeHeader('access-control-allow-origin') } }),
  response(TSHTTP.CORS, 'lets only another page read it', { response: { headers: (all) => ({ ...all, 'access-control-allow-origin': 'https://other.example' }) } }),
  response(TSHTTP.TIME, 'is the present list, for a time in the past', { response: { request: historical(sampleTime - 30 * 86_400) } }),
  response(TSHTTP.TIME, 'is the present list, for a time in the future, as a CWT', { list: { format: 'cwt' }, response: { request: historical(sampleTime + 30 * 86_400) } }),
  response(TSL.SUB, 'comes from the address of another list', { response: { request: { ...anyFormat, url: `${listUri}-of-another` } } }),
  response(TSL.SUB, 'comes for a time from the address of another list', { response: { request: { ...historical(sampleTime), url: 'https://status.example/another?time=1' } } }),
  response(TSL.SIGNED, 'comes with a list that is signed by another key', { list: { key: keys.other } }),

  aggregation(TSAGG.LISTS, 'aggregates lists under another name', ({ status_lists: lists = [] }) => ({ lists })),
  response(TSAGG.JSON, 'comes as an array, for an aggregation', { response: { headers: (all) => ({ ...all, 'content-type': 'application/json' }), body: () => JSON.stringify([listUri]) } }),
  aggregation(TSAGG.LISTS, 'aggregates one list as text', () => ({ status_lists: listUri })),
  aggregation(TSAGG.LISTS, 'aggregates lists as objects', () => ({ status_lists: [{ uri: listUri }] })),
  aggregation(TSAGG.URIS, 'aggregates paths', () => ({ status_lists: ['/lists/1'] })),
  ...jwtFaults,
  ...textProofs.faults,
  ...messageProofs.faults,
]

function historical(time: number): JsonObject {
  return { accept: 'application/statuslist+jwt', 'accept-encoding': 'gzip', origin: 'https://page.example', time }
}

function swapPayload(text: string, other: string): string {
  const [head, , signature] = text.split('.')
  return [head, other.split('.')[1], signature].join('.')
}
