import { deflateSync } from 'node:zlib'
import { CborFloat } from '../../protocol/cbor/decode.ts'
import { RawCbor } from '../../protocol/cbor/encode.ts'
import type { TokenClaims } from '../../protocol/status-list/secured-token.ts'
import { certifyAuthority, certifyKey } from '../jose/sample-certificate.ts'
import { type SampleVariant, sampleVariant } from '../kit/samples.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { jwtVariants, messageProofs, setChain, textProofs } from './foundation-faults.ts'
import { type ListChange, listUri, type StatusSampleChange, sampleIndex, type TokenChange } from './sample.ts'

const make = sampleVariant<StatusSampleChange>('TSL')

const put =
  (members: TokenClaims) =>
  (object: TokenClaims): TokenClaims => ({ ...object, ...members })

const section = (number: string): string => `draft-ietf-oauth-status-list-20, section ${number}`

const jwt = (description: string, list: ListChange): SampleVariant<StatusSampleChange> => make(description, { list })

const cwt = (description: string, list: ListChange): SampleVariant<StatusSampleChange> =>
  make(`${description}, as a CWT`, { list: { ...list, format: 'cwt' } })

const both = (description: string, list: ListChange): readonly SampleVariant<StatusSampleChange>[] => [
  jwt(description, list),
  cwt(description, list),
]

/** A token whose status has to be read; a relying party has to read it right. */
const token = (description: string, change: Omit<StatusSampleChange, 'about'>): SampleVariant<StatusSampleChange> =>
  make(description, { about: 'token', ...change }, section('8.3, step 6'))

const optional = (description: string, change: Omit<StatusSampleChange, 'about'>): SampleVariant<StatusSampleChange> =>
  make(description, { about: 'token', ...change })

const at = (idx: number): TokenChange => ({ claims: put({ status: { status_list: { idx, uri: listUri } } }) })

/** Every entry around the token is revoked, and it alone is not. */
const surround = (bits: 1 | 2 | 4 | 8): ListChange => ({
  bits,
  statuses: Object.fromEntries([-3, -2, -1, 1, 2, 3, 4, 5].map((step) => [sampleIndex + step, 1])),
})

const response = (description: string, change: Omit<StatusSampleChange, 'about'>): SampleVariant<StatusSampleChange> =>
  make(description, { about: 'response', ...change })

const request = { accept: 'application/statuslist+jwt' }

// biome-ignore format: a table, one row a line.
export const variants: readonly SampleVariant<StatusSampleChange>[] = [
  ...both('is the usual list', {}),
  ...both('has statuses of two bits', { bits: 2, statuses: { 9: 2, 10: 3 } }),
  ...both('has statuses of four bits', { bits: 4, statuses: { 9: 2, 10: 12, 11: 15 } }),
  ...both('has statuses of eight bits', { bits: 8, statuses: { 9: 2, 10: 13 } }),
  ...both('has a million entries', { length: 1_000_000, statuses: { 999999: 1 } }),
  ...both('has eight entries', { length: 8 }),
  jwt('has a `ttl` of half a second', { claims: put({ ttl: 0.5 }) }),
  jwt('has times with fractions', { claims: put({ iat: sampleTime - 0.5, exp: sampleTime + 60.25 }) }),
  cwt('has floating-point times', { claims: put({ iat: new CborFloat(sampleTime - 0.5), exp: new CborFloat(sampleTime + 60) }) }),
  ...both('was issued by a clock that is ahead', { claims: put({ iat: sampleTime + 30 }) }),
  ...both('has an issuer and claims that are not known', { claims: put({ iss: 'https://issuer.example', jti: 'a', 'x-note': 'b' }) }),
  cwt('has registered claims of every type', { claims: put({ iss: 'https://issuer.example', aud: ['a', 'b'], cti: Buffer.alloc(4) }) }),
  jwt('has header parameters that are not known', { header: put({ 'x-note': [1, null], jku: 'https://other.example' }) }),
  ...both('has members of the list that are not known', { structure: put({ 'x-note': 1 }) }),
  ...both('has an `aggregation_uri`', { structure: put({ aggregation_uri: 'https://status.example/lists' }) }),
  ...both('has a URN as its name', { claims: put({ sub: 'urn:uuid:6c5c0a49-b589-431d-bae7-219122a9ec2c' }) }),
  ...both('is secured by HS256, without a `kid`', { alg: 'HS256', header: ({ kid: _, ...header }) => header }),
  ...both('is compressed in a small window', { compress: (octets) => deflateSync(octets, { level: 9, windowBits: 12 }) }),
  ...both('has no `kid`', { header: ({ kid: _, ...header }) => header }),
  ...(['ES384', 'ES512', 'EdDSA', 'PS256', 'RS256', 'HS256'] as const).flatMap((alg) => both(`is secured by ${alg}`, { alg })),
  jwt('has the whole name of its media type as `typ`', { header: put({ typ: 'application/statuslist+jwt' }) }),
  jwt('has its type in capitals', { header: put({ typ: 'StatusList+JWT' }) }),
  ...both('is compressed by another implementation, a little less well', { compress: (octets) => deflateSync(octets, { level: 9, memLevel: 8 }) }),
  cwt('is a map of indefinite length', { payload: (octets) => Buffer.concat([Buffer.of(0xbf), octets.subarray(1), Buffer.of(0xff)]) }),
  cwt('has numbers in more octets than they need', { claims: put({ ttl: new RawCbor(Buffer.from('1b000000000000a8c0', 'hex')) as never }) }),
  cwt('has `kid` among its protected parameters', { header: ({ kid, ...header }) => ({ ...header, kid }) }),
  cwt('has its certificate and that of its authority', setChain(certifyKey(toPublic(keys.holder)), certifyAuthority())),
  cwt('lists its type as critical', { header: put({ crit: [16] }) }),

  token('is the usual token', {}),
  ...([1, 2, 4, 8] as const).map((bits) => token(`is valid among revoked ones, in a list of ${bits} bits`, { list: surround(bits) })),
  token('is valid at the first index', { token: at(0), list: { statuses: { 1: 1, 7: 1, 8: 1 } } }),
  token('is valid at the last index', { token: at(4095), list: { statuses: { 4088: 1, 4094: 1 } } }),
  token('is valid in the middle of an octet', { token: at(12), list: { statuses: { 8: 1, 11: 1, 13: 1, 15: 1, 20: 1 } } }),
  token('is valid, and its list has claims that are not known', { list: { claims: put({ 'x-note': 1 }) } }),
  token('is valid in a list of a million entries', { token: at(777_777), list: { length: 1_000_000, statuses: { 777776: 1, 777778: 1 } } }),
  optional('is a token whose list has neither `exp` nor `ttl`', { list: { claims: ({ exp: _, ttl: __, ...all }) => all } }),
  optional('is a JWT', { token: { format: 'jwt' } }),
  optional('is a CWT', { token: { format: 'cwt' } }),
  optional('is a CWT without a tag', { token: { format: 'cwt', tags: [] } }),
  optional('is a CWT with its own tag', { token: { format: 'cwt', tags: [61, 18] } }),
  optional('is a CWT without a tag, which a MAC secures', { token: { format: 'cwt', tags: [], alg: 'HS256', header: ({ kid: _, ...header }) => header } }),
  optional('is a CWT whose list is one', { token: { format: 'cwt' }, list: { format: 'cwt' } }),
  optional('is a token whose list is a CWT', { list: { format: 'cwt' } }),
  optional('has another status mechanism beside the list', { token: { claims: (claims) => ({ ...claims, status: { ...(claims.status as TokenClaims), 'x-status': { uri: 'https://other.example' } } }) } }),
  optional('has members of the reference that are not known', { token: { claims: put({ status: { status_list: { idx: sampleIndex, uri: listUri, 'x-note': 1 } } }) } }),

  response('comes as the usual response', {}),
  response('comes as a CWT', { list: { format: 'cwt' } }),
  response('comes with the content type in capitals, and a parameter', { response: { headers: (all) => ({ ...all, 'content-type': 'Application/StatusList+JWT; charset=utf-8' }) } }),
  response('comes with the status code 203', { response: { status: '203 Non-Authoritative Information' } }),
  response('comes without a content coding, which was not asked for', { response: { request: { ...request, origin: 'https://page.example', 'accept-encoding': 'identity' }, headers: ({ 'content-encoding': _, ...all }) => all } }),
  response('lets this page read it', { response: { headers: (all) => ({ ...all, 'access-control-allow-origin': 'https://page.example' }) } }),
  response('comes for a time at which the list was valid', { response: { request: { ...request, time: sampleTime } } }),
  response('comes for a time at which it was valid, and has expired since', { list: { claims: put({ iat: sampleTime - 90_000, exp: sampleTime - 80_000 }) }, response: { request: { ...request, origin: 'https://page.example', 'accept-encoding': 'gzip', time: sampleTime - 86_400 } } }),
  response('says to a page that there is no list of this time, in what the page cannot read', { response: { status: '501 Not Implemented', request: { ...request, origin: 'https://page.example', time: 1 }, headers: () => ({}), body: () => '' } }),
  response('comes from its address', { response: { request: { ...request, origin: 'https://page.example', 'accept-encoding': 'gzip', url: listUri } } }),
  response('comes from a machine where it is tested', { response: { request: { ...request, origin: 'https://page.example', 'accept-encoding': 'gzip', url: 'http://127.0.0.1:8080/lists/1' } } }),
  response('comes for a time from its address', { response: { request: { ...request, origin: 'https://page.example', 'accept-encoding': 'gzip', time: sampleTime, url: `${listUri}?time=${sampleTime}` } } }),
  response('comes in another format than was asked for', { response: { status: '406 Not Acceptable', request, body: () => '' } }),
  response('comes with an aggregation that pages of others cannot read', { response: { request: { accept: 'application/json', origin: 'https://page.example' }, headers: () => ({ 'content-type': 'application/json' }), body: () => JSON.stringify({ status_lists: [listUri] }) } }),
  response('comes with an aggregation', { response: { headers: (all) => ({ ...all, 'content-type': 'application/json' }), body: () => JSON.stringify({ status_lists: [listUri] }) } }),
  response('redirects the client', { response: { status: '302 Found', headers: (all) => ({ ...all, location: 'https://cdn.example/lists/1' }), body: () => '' } }),
  response('says that there is no list of this time', { response: { status: '404 Not Found', request: { ...request, origin: 'https://page.example', time: 1 }, body: () => 'not found' } }),

  make('aggregates two lists', { about: 'aggregation' }),
  make('aggregates no list', { about: 'aggregation', aggregation: () => ({ status_lists: [] }) }),
  make('aggregates lists beside members that are not known', { about: 'aggregation', aggregation: (all) => ({ ...all, 'x-note': 1 }) }),
  make('has the keys of several issuers', { list: {}, facts: { jwks: { keys: [{ ...toPublic(keys.other), kid: 'x' }, { ...toPublic(keys.holder), kid: 'status-key' }, { ...toPublic(keys.issuer), kid: 'issuer-key' }] } } }),
  ...jwtVariants,
  ...textProofs.variants,
  ...messageProofs.variants,
]
