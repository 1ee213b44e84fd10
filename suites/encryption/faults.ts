import * as fc from 'fast-check'
import { type Fault, fault } from '../../model/fault.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonValue, writeJson } from '../../protocol/encoding/json.ts'
import { toDer } from '../../protocol/jose/es256.ts'
import { listKeys } from '../../protocol/jose/jwk.ts'
import { readSigned, signCompact } from '../../protocol/jose/jws.ts'
import { LINK } from '../deeplink/requirements.ts'
import { editOctets, editPart, editParts, flipLastBit, respellLastCharacter, signAgain } from '../kit/compact-text.ts'
import { change, drop, put } from '../kit/edits.ts'
import { describedFamily, notAnObject, notAString, valueFamily } from '../kit/family.ts'
import { editJweHeader, fillOctets, mutateJwe, responseEncryptions } from '../kit/jwe-mutations.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeResult, replaceStep } from '../kit/mutations.ts'
import { unrelatedEcKey, unrelatedKey, unrelatedRsaKey } from '../kit/unrelated-keys.ts'
import { CRE, ENC } from './requirements.ts'

const { request, validationResponse } = mutate

const encryption = '/credential_response_encryption'
const jwk = `${encryption}/jwk`
const key = (member: string, value: JsonValue | undefined) => request(put(`${jwk}/${member}`, value))
const onCurve = (members: { readonly [member: string]: JsonValue }) =>
  request(put(jwk, { ...responseEncryptions.onCurve.jwk, ...members }))

const sealedRequest = (how: (text: string) => string) => changeResult('wallet', 'encrypt', how)
const sealedResponse = (how: (text: string) => string) => changeResult('issuer', 'encrypt', how)
const signed = (how: (text: string) => string) => changeResult('issuer', 'sign', how)
const inClear = (how: (signed: string) => string) => replaceStep('issuer', 'encrypt', () => how)

/** One bit of one part of a message that is not its header. */
const anyBit = fc.record({ index: fc.integer({ min: 1, max: 4 }), at: fc.nat(100_000), bit: fc.nat(7) })
const withBit = ({ index, at, bit }: { index: number; at: number; bit: number }) =>
  editPart(
    index,
    editOctets((all) => all.map((octet, i) => (i === at % all.length ? octet ^ (1 << bit) : octet))),
  )
const flippedBits = (where: (how: (text: string) => string) => ReturnType<typeof sealedRequest>) =>
  describedFamily(
    anyBit,
    ({ index, at, bit }) => `part ${index}, octet ${at}, bit ${bit}`,
    (one) => where(withBit(one)),
  )

/** The header still reads well, but it is not the one that was authenticated. */
const otherHeader = editPart(0, (text) =>
  encodeBase64url(JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64url').toString()), x: 1 })),
)
const swapped = editParts(([header = '', wrapped = '', iv = '', content = '', tag = '']) => [
  header,
  wrapped,
  tag,
  content,
  iv,
])

const credentialIn = (text: string): string => String(JSON.parse(readSigned(text).body).credentials[0].Credential)

/** A text that only looks signed. */
const unsigned = (alg: string) => (text: string) =>
  `${encodeBase64url(JSON.stringify({ alg, typ: 'JWT' }))}.${text.split('.')[1]}.`

const offCurve = { ...responseEncryptions.onCurve.jwk, y: unrelatedEcKey.y ?? '' }
const unsafe = fc.constantFrom(
  'RSA1_5',
  'dir',
  'A256KW',
  'A128GCMKW',
  'PBES2-HS256+A128KW',
  'none',
  'RSA-OAEP-256 ',
  'rsa-oaep-256',
)
const otherZip = fc.constantFrom<JsonValue>('none', 'def', 'DEFLATE', 'deflate', 'GZIP', 'gzip', 'br', '', true, null, [
  'DEF',
])
const notAnAlg = fc.constantFrom(
  'RSA1_5',
  'dir',
  'none',
  'ES256',
  'ECDH-ES',
  'ECDH-ES+A256KW',
  'rsa-oaep-256',
  'A256KW',
  '',
)
const notAnEnc = fc.constantFrom(
  'A256KW',
  'none',
  'a256gcm',
  'A256',
  'AES256',
  'A256CBC',
  'RSA-OAEP-256',
  '',
  'constructor',
)
const otherEnc = fc.constantFrom('A128GCM', 'A192GCM', 'A128CBC-HS256', 'A256CBC-HS512')
const notAKty = fc.constantFrom('OKP', 'oct', 'rsa', 'ec', 'Ec', '', 'constructor', '__proto__', 'toString')
const notBase64url = fc.constantFrom('AQAB=', 'AQ+/', '', 'AQA B', '0x10001', 'A')

// biome-ignore format: a table, one row a line.
const ofTheKey: readonly Fault[] = [
  fault(CRE.JWK, 'leaves out the key', request(drop(jwk))),
  fault(CRE.JWK, 'gives anything but an object for a key', valueFamily(notAnObject, (value) => request(put(jwk, value)))),
  fault(CRE.KTY, 'leaves out the type of the key', key('kty', undefined)),
  fault(CRE.KTY, 'gives a key of a type that is not known', valueFamily(notAKty, (value) => key('kty', value))),
  fault(CRE.KTY, 'says the type of the key with anything but a string', valueFamily(notAString, (value) => key('kty', value))),
  fault(CRE.KID, 'leaves out the id of the key', key('kid', undefined)),
  fault(CRE.KID, 'gives the key an empty id', key('kid', '')),
  fault(CRE.KID, 'says the id of the key with anything but a string', valueFamily(notAString, (value) => key('kid', value))),
  fault(CRE.USE, 'leaves out what the key is for', key('use', undefined)),
  fault(CRE.USE, 'gives a key for signatures', key('use', 'sig')),
  fault(CRE.USE, 'says `ENC`', key('use', 'ENC')),
  fault(CRE.USE, 'says what the key is for with anything but a string', valueFamily(notAString, (value) => key('use', value))),
  fault(CRE.ALG, 'leaves out the algorithm', key('alg', undefined)),
  fault(CRE.ALG, 'names the algorithm beside the key', request((all) => put(`${encryption}/alg`, 'RSA-OAEP-256')(drop(`${jwk}/alg`)(all)))),
  fault(CRE.ALG, 'names an algorithm that does not suit the key', valueFamily(notAnAlg, (value) => key('alg', value))),
  fault(CRE.ALG, 'names an algorithm for RSA with a key on a curve', onCurve({ alg: 'RSA-OAEP-256' })),
  fault(CRE.ALG, 'says the algorithm with anything but a string', valueFamily(notAString, (value) => key('alg', value))),
  fault(CRE.RSA, 'leaves out the modulus', key('n', undefined)),
  fault(CRE.RSA, 'leaves out the exponent', key('e', undefined)),
  fault(CRE.RSA, 'writes the exponent in something else than base64url', valueFamily(notBase64url, (value) => key('e', value))),
  fault(CRE.RSA, 'pads the modulus', request(change(`${jwk}/n`, (n) => `${n}==`))),
  fault(CRE.RSA, 'writes the exponent as a number', key('e', 65_537)),
  fault(CRE.ENC, 'leaves out the content encryption', request(drop(`${encryption}/enc`))),
  fault(CRE.ENC, 'asks for a content encryption that is none', valueFamily(notAnEnc, (value) => request(put(`${encryption}/enc`, value)))),
  fault(CRE.ENC, 'says the content encryption with anything but a string', valueFamily(notAString, (value) => request(put(`${encryption}/enc`, value)))),
  fault(CRE.ZIP, 'asks for a compression that is not known', valueFamily(otherZip.filter((zip) => zip !== 'none'), (value) => request(put(`${encryption}/zip`, value)))),
  fault(CRE.PUBLIC, 'gives its private key away', valueFamily(fc.constantFrom('d', 'p', 'q', 'dp', 'dq', 'qi'), (member) => key(member, 'AQAB'))),
  fault(CRE.PUBLIC, 'gives the private part of a key on a curve away', onCurve({ d: unrelatedKey.d ?? '' })),
  fault(CRE.STRONG, 'gives a key of 1024 bits', key('n', Buffer.alloc(128, 0xc5).toString('base64url'))),
  fault(CRE.STRONG, 'gives a key of 2047 bits', key('n', Buffer.alloc(256, 0x55).toString('base64url'))),
  fault(CRE.STRONG, 'makes a short key long with zeros', key('n', Buffer.concat([Buffer.alloc(128), Buffer.alloc(128, 0xc5)]).toString('base64url'))),
  fault(CRE.POINT, 'gives a point that is not on the curve', onCurve({ y: offCurve.y })),
  fault(CRE.POINT, 'gives a key on another curve', valueFamily(fc.constantFrom('P-384', 'secp256k1', 'p-256', 'X25519', ''), (crv) => onCurve({ crv })), { decisions: { 'encryption.responseKeys': 'rsa-or-p256' } }),
  fault(CRE.POINT, 'gives a coordinate that is too short', onCurve({ x: 'AQAB' })),
  fault(CRE.POINT, 'gives a point with anything but strings', valueFamily(notAString, (x) => onCurve({ x }))),
  fault(CRE.POINT, 'gives the point at zero', onCurve({ x: 'A'.repeat(43), y: 'A'.repeat(43) })),
  fault(CRE.POINT, 'gives a key on a curve where only RSA will do', onCurve({}), { decisions: { 'encryption.responseKeys': 'rsa' } }),
]

// biome-ignore format: a table, one row a line.
const ofTheRequest: readonly Fault[] = [
  fault(ENC.REQUEST, 'does not encrypt its request', replaceStep('wallet', 'encrypt', () => (all) => writeJson(all)), { alsoBreaks: [LINK.CLOSED, LINK.ONE] }),
  fault(ENC.REQUEST, 'takes base64url for encryption', replaceStep('wallet', 'encrypt', () => (all) => encodeBase64url(writeJson(all))), { alsoBreaks: [LINK.CLOSED, LINK.ONE] }),
  fault(ENC.REQUEST, 'signs its request and does not encrypt it', replaceStep('wallet', 'encrypt', () => (all) => signCompact({ alg: 'ES256' }, writeJson(all), unrelatedKey)), { alsoBreaks: [LINK.CLOSED, LINK.ONE] }),
  fault(ENC.REQUEST, 'leaves out the last part', sealedRequest(editParts((all) => all.slice(0, 4))), { alsoBreaks: [LINK.CLOSED, LINK.ONE] }),
  fault(ENC.REQUEST, 'pads a part', sealedRequest(editPart(3, (text) => `${text}=`))),
  fault(ENC.REQUEST, 'writes a part in base64', sealedRequest(editPart(2, () => 'ab+/ab+/ab+/ab+/'))),
  fault(ENC.REQUEST, 'writes a header that is no JSON', sealedRequest(editPart(0, () => encodeBase64url('{"alg":')))),
  fault(ENC.INTACT, 'changes one bit behind the header', flippedBits(sealedRequest)),
  fault(ENC.INTACT, 'changes the header afterwards', sealedRequest(otherHeader)),
  fault(ENC.INTACT, 'swaps two parts', sealedRequest(swapped)),
  fault(ENC.INTACT, 'shortens the tag', sealedRequest(editPart(4, editOctets((all) => all.subarray(0, 12))))),
  fault(ENC.INTACT, 'takes the encrypted key away', sealedRequest(editPart(1, () => ''))),
  fault(ENC.INTACT, "encrypts to a stranger's key", mutateJwe.request((draft) => ({ ...draft, key: unrelatedRsaKey }))),
  fault(ENC.INTACT, 'compresses with zlib', mutateJwe.request((draft) => ({ ...draft, overrides: { zip: 'zlib' } }))),
  fault(ENC.INTACT, 'says that it compressed, and did not', mutateJwe.request((draft) => ({ ...draft, overrides: { zip: 'none' } }))),
  fault(ENC.INTACT, 'wraps the key with another hash than it says', mutateJwe.request((draft) => ({ ...draft, overrides: { alg: 'RSA-OAEP' } }))),
  fault(ENC.KID, 'leaves out the id of the key', mutateJwe.request(editJweHeader({ kid: undefined }))),
  fault(ENC.KID, 'names another key', valueFamily(fc.string({ maxLength: 20 }), (kid) => mutateJwe.request(editJweHeader({ kid })))),
  fault(ENC.KID, 'wraps the key with SHA-1', mutateJwe.request((draft) => ({ ...draft, header: { ...draft.header, alg: 'RSA-OAEP' }, overrides: { alg: 'RSA-OAEP' } }))),
  fault(ENC.HEADER, 'writes a `zip` that is not known', valueFamily(otherZip, (zip) => mutateJwe.request((draft) => ({ ...draft, header: { ...draft.header, zip }, overrides: { zip: 'none' } })))),
  fault(ENC.SAFE, 'names a key management that is not safe', valueFamily(unsafe, (alg) => mutateJwe.request(editJweHeader({ alg })))),
  fault(ENC.SAFE, 'encrypts with a secret that somebody typed in', mutateJwe.request(editJweHeader({ alg: 'PBES2-HS256+A128KW', p2c: 2_147_483_647, p2s: 'AAAA' }))),
  fault(ENC.EPHEMERAL, 'agrees on a key with a point outside the curve', mutateJwe.request(editJweHeader({ alg: 'ECDH-ES', epk: { kty: 'EC', crv: 'P-256', x: offCurve.x, y: offCurve.y } }))),
  fault(ENC.EPHEMERAL, 'agrees on a key without an ephemeral one', mutateJwe.request(editJweHeader({ alg: 'ECDH-ES+A256KW' }))),
]

// biome-ignore format: a table, one row a line.
const ofTheResponse: readonly Fault[] = [
  fault(ENC.RESPONSE, 'hands out the credential bare', inClear(credentialIn)),
  fault(ENC.RESPONSE, 'signs the response and does not encrypt it', inClear((text) => text)),
  fault(ENC.RESPONSE, 'answers in clear', inClear((text) => readSigned(text).body)),
  fault(ENC.RESPONSE, 'takes base64url for encryption', inClear((text) => encodeBase64url(text))),
  fault(ENC.RESPONSE, 'answers in clear and unsigned', validationResponse(put('/credential_response', '{"credentials":[]}')), { profile: 'openid4vci-1.0' }),
  fault(ENC.RESPONSE, 'leaves out the last part of the response', sealedResponse(editParts((all) => all.slice(0, 4)))),
  fault(ENC.RESPONSE, 'pads a part of the response', sealedResponse(editPart(3, (text) => `${text}=`))),

  fault(ENC.SIGNED, 'lists a critical extension in its response', changeResult('issuer', 'responseHeader', put('/crit', ['x']))),
  fault(ENC.SIGNED, 'signs nothing where the signature was to be around', replaceStep('issuer', 'sign', () => (all) => writeJson(all)), { decisions: { 'response.nesting': 'encrypt-then-sign' } }),
  fault(ENC.SIGNED, 'encrypts plain JSON', replaceStep('issuer', 'sign', () => (all) => writeJson(all))),
  fault(ENC.SIGNED, 'encrypts a JWT that nobody signed', describedFamily(fc.constantFrom('none', 'None', 'NONE'), (alg) => alg, (alg) => signed(unsigned(alg)))),
  fault(ENC.SIGNED, 'says ES256 and does not sign', signed(editParts(([header = '', payload = '']) => [header, payload, '']))),
  fault(ENC.SIGNED, "signs with a stranger's key", signed(signAgain(unrelatedKey))),
  fault(ENC.SIGNED, 'signs with a key that it brings along', signed(signAgain(unrelatedKey, put('/jwk', { kty: 'EC', crv: 'P-256', x: unrelatedKey.x ?? '', y: unrelatedKey.y ?? '' })))),
  fault(ENC.SIGNED, 'names another key than it signs with', signed(signAgain(unrelatedKey, put('/kid', 'issuer-2027')))),
  fault(ENC.SIGNED, 'says that it signs with another algorithm', valueFamily(fc.constantFrom('HS256', 'RS256', 'ES384', 'es256', 'EdDSA', ''), (alg) => signed(signAgain(unrelatedKey, put('/alg', alg))))),
  fault(ENC.SIGNED, 'signs in DER', signed(editPart(2, editOctets(toDer)))),
  fault(ENC.SIGNED, 'signs with nothing but zeros', signed(editPart(2, editOctets((all) => Buffer.alloc(all.length))))),
  fault(ENC.SIGNED, 'spoils the signature', signed(editPart(2, flipLastBit))),
  fault(ENC.SIGNED, 'pads the signature', signed(editPart(2, (text) => `${text}==`))),
  fault(ENC.SIGNED, 'spells the signature in a way that only some read', signed(editPart(2, respellLastCharacter))),
  fault(ENC.SIGNED, 'signs with R and S as large as can be', signed(editPart(2, editOctets((all) => Buffer.alloc(all.length, 0xff))))),
  fault(ENC.SIGNED, 'signs another text', signed(editPart(1, (body) => encodeBase64url(`${Buffer.from(body, 'base64url')} `)))),
  fault(ENC.SIGNED, 'signs twice as long', signed(editPart(2, editOctets((all) => Buffer.concat([all, all]))))),

  fault(ENC.KEY, "encrypts the response to a stranger's key", mutateJwe.response((draft) => ({ ...draft, key: draft.key.kty === 'EC' ? unrelatedEcKey : unrelatedRsaKey }))),
  fault(ENC.KEY, 'encrypts the response to its own key', { issuer: (honest) => ({ ...honest, encrypt: (text, asked) => toItself(honest.metadata(), honest.encrypt)(text, asked) }) }),
  fault(ENC.KEY, 'encrypts the response to another key of the wallet', mutateJwe.response((draft) => ({ ...draft, key: { ...unrelatedEcKey } })), { responseEncryption: responseEncryptions.onCurve }),
  fault(ENC.KEY, 'changes one bit of the response behind its header', flippedBits(sealedResponse)),
  fault(ENC.ALG, 'wraps the key with SHA-1', mutateJwe.response((draft) => (draft.key.kty === 'EC' ? draft : { ...draft, header: { ...draft.header, alg: 'RSA-OAEP' }, overrides: { alg: 'RSA-OAEP' } }))),
  fault(ENC.ALG, 'agrees on a key another way than was asked', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, alg: 'ECDH-ES' } })), { responseEncryption: responseEncryptions.onCurve }),
  fault(ENC.ALG, 'names another key in the response', valueFamily(fc.string({ maxLength: 20 }), (kid) => mutateJwe.response(editJweHeader({ kid })))),
  fault(ENC.ENC, 'encrypts the content in another way than was asked', valueFamily(otherEnc, (enc) => mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, enc } })))),
  fault(ENC.DEFLATED, 'does not compress', mutateJwe.response(({ header: { zip: _, ...header }, ...draft }) => ({ ...draft, header }))),
  fault(ENC.DEFLATED, 'says that it compressed, and did not', mutateJwe.response((draft) => ({ ...draft, overrides: { zip: 'none' } }))),
  fault(ENC.DEFLATED, 'compresses with zlib', mutateJwe.response((draft) => ({ ...draft, overrides: { zip: 'zlib' } }))),
  fault(ENC.PLAIN, 'compresses unasked', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, zip: 'DEF' } })), { responseEncryption: responseEncryptions.uncompressed }),
  fault(ENC.PLAIN, 'does not say `none` where that was agreed', mutateJwe.response(({ header: { zip: _, ...header }, ...draft }) => ({ ...draft, header })), { responseEncryption: responseEncryptions.uncompressed, decisions: { 'encryption.zip': 'literal' } }),
  fault(ENC.HEADER, 'says `none` in the header', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, zip: 'none' } })), { responseEncryption: responseEncryptions.uncompressed }),
  fault(ENC.SAFE, 'answers with a key management that is not safe', valueFamily(unsafe, (alg) => mutateJwe.response(editJweHeader({ alg }))), { alsoBreaks: [ENC.ALG] }),
  fault(ENC.EPHEMERAL, 'answers with a point outside the curve', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, epk: { kty: 'EC', crv: 'P-256', x: offCurve.x, y: offCurve.y } } })), { responseEncryption: responseEncryptions.onCurve }),
]

/** Encrypts to the key that the issuer itself publishes; nothing in the header says so. */
function toItself(
  metadata: unknown,
  encrypt: (text: string, asked: { readonly [member: string]: JsonValue }) => string,
) {
  const published = isObject(metadata) ? metadata.credential_request_encryption : undefined
  const own = listKeys(isObject(published) ? published.jwks : undefined)[0] ?? {}
  return (text: string, asked: { readonly [member: string]: JsonValue }) => {
    const wanted = isObject(asked.jwk) ? asked.jwk : {}
    // A key of another type would take another algorithm: that is another lie.
    return encrypt(text, wanted.kty === own.kty ? { ...asked, jwk: { ...own, kid: wanted.kid ?? '' } } : asked)
  }
}

export const faults = [
  ...ofTheKey,
  ...ofTheRequest,
  ...ofTheResponse,

  fault(
    ENC.FRESH,
    'encrypts every request with one key and one initialisation vector',
    mutateJwe.request((draft) => ({ ...draft, random: fillOctets })),
  ),
  fault(
    ENC.FRESH,
    'encrypts every response with one key and one initialisation vector',
    mutateJwe.response((draft) => ({ ...draft, random: fillOctets })),
  ),
]
