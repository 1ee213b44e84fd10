import * as fc from 'fast-check'
import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import type { Compression } from '../../../protocol/encoding/deflate.ts'
import { isObject, type JsonObject, type JsonValue, writeJson } from '../../../protocol/encoding/json.ts'
import { refuse } from '../../../protocol/encoding/problem.ts'
import type { Random } from '../../../protocol/encoding/random.ts'
import { signEs256, toDer } from '../../../protocol/jose/es256.ts'
import type { JweDraft } from '../../../protocol/jose/jwe.ts'
import { type Jwk, listKeys } from '../../../protocol/jose/jwk.ts'
import { readSigned, signCompact } from '../../../protocol/jose/jws.ts'
import { unrelatedEcKey, unrelatedKey, unrelatedRsaKey } from '../../kit/unrelated-keys.ts'
import { LINK } from '../deeplink/requirements.ts'
import { editOctets, editPart, editParts, flipLastBit, respellLastCharacter, signAgain } from '../kit/compact-text.ts'
import { change, drop, type Edit, put } from '../kit/edits.ts'
import { describedFamily, notAnObject, notAString, valueFamily } from '../kit/family.ts'
import { editJweHeader, fillOctets, mutateJwe, responseEncryptions } from '../kit/jwe-mutations.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import type { ActorMutation } from '../model/actors.ts'
import { type Fault, fault } from '../model/fault.ts'
import { CRE, ENC } from './requirements.ts'

/** Compressions that a header can leave out. */
const undeclared = ['DEF', 'zlib'] as const

/** Compresses a plaintext, and names no compression in the header. */
const compressSilently =
  (zip: Compression) =>
  ({ header: { zip: _, ...header }, ...draft }: JweDraft): JweDraft => ({ ...draft, header, overrides: { zip } })

const { request, validationResponse } = mutate

const encryption = '/credential_response_encryption'
const jwk = `${encryption}/jwk`
const changeKey = (member: string, value: JsonValue | undefined) => request(put(`${jwk}/${member}`, value))

/** Changes the EC key that the issuer takes. To an issuer that takes none, nothing is sent. */
const changeEcKey = (members: { readonly [member: string]: JsonValue }) =>
  request(
    change(jwk, (key) =>
      isObject(key) && key.kty === 'EC' ? { ...key, ...members } : refuse('jwe-key', 'the issuer takes no EC key'),
    ),
  )

const onCurve = { responseEncryption: responseEncryptions.onCurve } as const

const changeEncryptedRequest = (how: (text: string) => string) => changeResult('wallet', 'encrypt', how)
const changeEncryptedResponse = (how: (text: string) => string) => changeResult('issuer', 'encrypt', how)
const changeSigned = (how: (text: string) => string) => changeResult('issuer', 'sign', how)
const skipEncryption = (how: (signed: string) => string) => replaceStep('issuer', 'encrypt', () => how)

/** One bit in a part other than the header. */
const anyBit = fc.record({ index: fc.integer({ min: 1, max: 4 }), at: fc.nat(100_000), bit: fc.nat(7) })
const flipBit = ({ index, at, bit }: { index: number; at: number; bit: number }) =>
  editPart(
    index,
    editOctets((all) => all.map((octet, i) => (i === at % all.length ? octet ^ (1 << bit) : octet))),
  )
const flipBits = (change: (how: (text: string) => string) => ReturnType<typeof changeEncryptedRequest>) =>
  describedFamily(
    anyBit,
    ({ index, at, bit }) => `part ${index}, octet ${at}, bit ${bit}`,
    (bit) => change(flipBit(bit)),
  )

/** Adds a header parameter after encryption. */
const changeHeader = editPart(0, (text) =>
  encodeBase64url(JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64url').toString()), x: 1 })),
)
/** Edits the header after encryption. */
const rewriteHeader = (target: typeof changeEncryptedRequest, how: Edit) =>
  target(editPart(0, (text) => encodeBase64url(writeJson(how(JSON.parse(Buffer.from(text, 'base64url').toString()))))))

const addToEpk = (header: JsonObject): JsonObject => ({
  ...header,
  epk: { ...(isObject(header.epk) && header.epk), d: unrelatedKey.d ?? '' },
})

/** The same octets for the first key that is made, others for everything after it. */
function repeatFirst(random: Random): Random {
  let calls = 0 // within one message
  return (octets) => (calls++ === 0 ? fillOctets(octets) : random(octets))
}

const swapParts = editParts(([header = '', wrapped = '', iv = '', content = '', tag = '']) => [
  header,
  wrapped,
  tag,
  content,
  iv,
])

const readCredential = (text: string): string => String(JSON.parse(readSigned(text).body).credentials[0].Credential)

/** Replaces the header and removes the signature. */
const makeUnsecured = (alg: string) => (text: string) =>
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
const responseKeyFaults: readonly Fault[] = [
  fault(CRE.JWK, 'leaves out `jwk`', request(drop(jwk))),
  fault(CRE.JWK, 'sends `jwk` as anything but an object', valueFamily(notAnObject, (value) => request(put(jwk, value)))),
  fault(CRE.KTY, 'leaves out `kty`', changeKey('kty', undefined)),
  fault(CRE.KTY, 'sends an unknown `kty`', valueFamily(notAKty, (value) => changeKey('kty', value))),
  fault(CRE.KTY, 'sends `kty` as anything but a string', valueFamily(notAString, (value) => changeKey('kty', value))),
  fault(CRE.KID, 'sends an empty `kid`', changeKey('kid', '')),
  fault(CRE.KID, 'sends `kid` as anything but a string', valueFamily(notAString, (value) => changeKey('kid', value))),
  fault(CRE.USE, 'sends `use` `sig`', changeKey('use', 'sig')),
  fault(CRE.USE, 'sends a key for signatures by its operations', changeKey('key_ops', ['verify']), { rejection: 'none' }),
  fault(CRE.USE, 'sends `use` in capitals', changeKey('use', 'ENC')),
  fault(CRE.USE, 'sends `use` as anything but a string', valueFamily(notAString, (value) => changeKey('use', value))),
  fault(CRE.ALG, 'leaves out `alg`', changeKey('alg', undefined), { rejection: 'none' }),
  fault(CRE.ALG, 'sends `alg` beside the key', request((all) => put(`${encryption}/alg`, 'RSA-OAEP-256')(drop(`${jwk}/alg`)(all))), { rejection: 'none' }),
  fault(CRE.ALG, 'sends an `alg` that does not match the key type', valueFamily(notAnAlg, (value) => changeKey('alg', value))),
  fault(CRE.ALG, 'sends an RSA `alg` with an EC key', changeEcKey({ alg: 'RSA-OAEP-256' }), onCurve),
  fault(CRE.ALG, 'sends `alg` as anything but a string', valueFamily(notAString, (value) => changeKey('alg', value)), { rejection: 'none' }),
  fault(CRE.RSA, 'leaves out `n`', changeKey('n', undefined)),
  fault(CRE.RSA, 'leaves out `e`', changeKey('e', undefined)),
  fault(CRE.RSA, 'sends an `e` that is not base64url', valueFamily(notBase64url, (value) => changeKey('e', value)), { rejection: 'none' }),
  fault(CRE.RSA, 'pads `n`', request(change(`${jwk}/n`, (n) => `${n}==`)), { rejection: 'none' }),
  fault(CRE.RSA, 'sends `e` as a number', changeKey('e', 65_537), { rejection: 'none' }),
  fault(CRE.ENC, 'leaves out `enc`', request(drop(`${encryption}/enc`))),
  fault(CRE.ENC, 'sends an unknown `enc`', valueFamily(notAnEnc, (value) => request(put(`${encryption}/enc`, value)))),
  fault(CRE.ENC, 'sends `enc` as anything but a string', valueFamily(notAString, (value) => request(put(`${encryption}/enc`, value)))),
  fault(CRE.ZIP, 'sends an unknown `zip`', valueFamily(otherZip.filter((zip) => zip !== 'none' && zip !== null), (value) => request(put(`${encryption}/zip`, value)))),
  fault(CRE.PUBLIC, 'sends an RSA key with private members', valueFamily(fc.constantFrom('d', 'p', 'q', 'dp', 'dq', 'qi'), (member) => changeKey(member, 'AQAB'))),
  fault(CRE.PUBLIC, 'sends an EC key with `d`', changeEcKey({ d: unrelatedKey.d ?? '' }), onCurve),
  fault(CRE.STRONG, 'sends the exponent one', changeKey('e', 'AQ'), { rejection: 'none' }),
  fault(CRE.STRONG, 'sends an even modulus', changeKey('n', Buffer.alloc(256, 0xc4).toString('base64url')), { rejection: 'none' }),
  fault(CRE.STRONG, 'sends an RSA key of 1024 bits', changeKey('n', Buffer.alloc(128, 0xc5).toString('base64url'))),
  fault(CRE.STRONG, 'sends an RSA key of 2047 bits', changeKey('n', Buffer.alloc(256, 0x55).toString('base64url'))),
  fault(CRE.STRONG, 'sends an RSA key of 1024 bits with leading zeros', changeKey('n', Buffer.concat([Buffer.alloc(128), Buffer.alloc(128, 0xc5)]).toString('base64url'))),
  fault(CRE.POINT, 'sends a point that is not on the curve', changeEcKey({ y: offCurve.y }), onCurve),
  fault(CRE.POINT, 'sends an EC key on another curve', valueFamily(fc.constantFrom('P-384', 'secp256k1', 'p-256', 'X25519', ''), (crv) => changeEcKey({ crv })), { ...onCurve, decisions: { 'encryption.responseKeys': 'rsa-or-p256' } }),
  fault(CRE.POINT, 'sends an EC key on a curve that RFC 7518 does not have', valueFamily(fc.constantFrom('P-999', 'secp256k1', 'p-256', ''), (crv) => changeEcKey({ crv })), { ...onCurve, unless: { 'encryption.responseKeys': 'rsa' } }),
  fault(CRE.POINT, 'sends a coordinate that is too short', changeEcKey({ x: 'AQAB' }), onCurve),
  fault(CRE.POINT, 'sends a coordinate as anything but a string', valueFamily(notAString, (x) => changeEcKey({ x })), onCurve),
  fault(CRE.POINT, 'sends a point with zero coordinates', changeEcKey({ x: 'A'.repeat(43), y: 'A'.repeat(43) }), onCurve),
  fault(CRE.POINT, 'sends an EC key where only RSA is allowed', request(put(jwk, responseEncryptions.onCurve.jwk)), { decisions: { 'encryption.responseKeys': 'rsa' } }),
]

// biome-ignore format: a table, one row a line.
const requestFaults: readonly Fault[] = [
  fault(ENC.REQUEST, 'does not encrypt its request', replaceStep('wallet', 'encrypt', () => (all) => writeJson(all)), { alsoBreaks: [LINK.CLOSED, LINK.ONE] }),
  fault(ENC.REQUEST, 'encodes its request in base64url instead of encrypting it', replaceStep('wallet', 'encrypt', () => (all) => encodeBase64url(writeJson(all))), { alsoBreaks: [LINK.CLOSED, LINK.ONE] }),
  fault(ENC.REQUEST, 'signs its request instead of encrypting it', replaceStep('wallet', 'encrypt', () => (all) => signCompact({ alg: 'ES256' }, writeJson(all), unrelatedKey)), { alsoBreaks: [LINK.CLOSED, LINK.ONE] }),
  fault(ENC.REQUEST, 'leaves out the authentication tag', changeEncryptedRequest(editParts((all) => all.slice(0, 4))), { alsoBreaks: [LINK.CLOSED, LINK.ONE] }),
  fault(ENC.REQUEST, 'pads the ciphertext', changeEncryptedRequest(editPart(3, (text) => `${text}=`)), { rejection: 'none' }),
  fault(ENC.REQUEST, 'encodes the initialization vector in base64', changeEncryptedRequest(editPart(2, () => 'ab+/ab+/ab+/ab+/'))),
  fault(ENC.REQUEST, 'sends a header that is not JSON', changeEncryptedRequest(editPart(0, () => encodeBase64url('{"alg":')))),
  fault(ENC.INTACT, 'flips one bit after the header', flipBits(changeEncryptedRequest)),
  fault(ENC.INTACT, 'changes the header after encryption', changeEncryptedRequest(changeHeader)),
  fault(ENC.INTACT, 'swaps initialization vector and authentication tag', changeEncryptedRequest(swapParts), { alsoBreaks: [ENC.FORM] }),
  fault(ENC.INTACT, 'truncates the authentication tag', changeEncryptedRequest(editPart(4, editOctets((all) => all.subarray(0, 12)))), { alsoBreaks: [ENC.FORM] }),
  fault(ENC.INTACT, 'leaves the encrypted key empty, or sends one where there is none', changeEncryptedRequest(editPart(1, (key) => (key === '' ? 'AAAA' : ''))), { alsoBreaks: [ENC.FORM] }),
  fault(ENC.INTACT, 'encrypts to an unrelated key', mutateJwe.request((draft) => ({ ...draft, key: unrelatedRsaKey }))),
  fault(ENC.INTACT, 'compresses with zlib', mutateJwe.request((draft) => ({ ...draft, header: { ...draft.header, zip: 'DEF' }, overrides: { zip: 'zlib' } }))),
  fault(ENC.INTACT, 'sends `zip` `DEF` without compressing', mutateJwe.request((draft) => ({ ...draft, header: { ...draft.header, zip: 'DEF' }, overrides: { zip: 'none' } }))),
  ...undeclared.map((zip) => fault(ENC.INTACT, `compresses by ${zip} and does not say so`, mutateJwe.request(compressSilently(zip)), { rejection: 'none' })),
  fault(ENC.INTACT, 'encrypts under a key of another length than `enc` asks for', mutateJwe.request((draft) => ({ ...draft, overrides: { enc: draft.header.enc === 'A256GCM' ? 'A128GCM' : 'A256GCM' } }))),
  fault(ENC.INTACT, 'wraps the key with another hash algorithm than in `alg`', mutateJwe.request((draft) => ({ ...draft, overrides: { alg: 'RSA-OAEP' } }))),
  fault(ENC.KID, 'leaves out `kid`', mutateJwe.request(editJweHeader({ kid: undefined })), { profile: 'document-openid4vci', decisions: { 'metadata.profile': 'openid4vci-1.0' } }),
  fault(ENC.KID, 'sends another `kid`', valueFamily(fc.string({ maxLength: 20 }), (kid) => mutateJwe.request(editJweHeader({ kid })))),
  fault(ENC.KID, 'uses RSA-OAEP with SHA-1', mutateJwe.request((draft) => ({ ...draft, header: { ...draft.header, alg: 'RSA-OAEP' }, overrides: { alg: 'RSA-OAEP' } }))),
  fault(ENC.HEADER, 'sends an unknown `zip`', valueFamily(otherZip, (zip) => mutateJwe.request((draft) => ({ ...draft, header: { ...draft.header, zip }, overrides: { zip: 'none' } })))),
  fault(ENC.FORM, 'leaves out `enc`', rewriteHeader(changeEncryptedRequest, drop('/enc'))),
  fault(ENC.FORM, 'sends an `enc` that no standard defines', rewriteHeader(changeEncryptedRequest, put('/enc', 'A256ECB'))),
  fault(ENC.FORM, 'lists a critical extension in the request', mutateJwe.request(editJweHeader({ crit: ['exp'] }))),
  fault(ENC.SAFE, 'sends an insecure `alg`', valueFamily(unsafe, (alg) => mutateJwe.request(editJweHeader({ alg })))),
  fault(ENC.SAFE, 'sends an `alg` for passwords', mutateJwe.request(editJweHeader({ alg: 'PBES2-HS256+A128KW', p2c: 2_147_483_647, p2s: 'AAAA' }))),
  fault(ENC.EPHEMERAL, 'sends an `epk` that is not on the curve', mutateJwe.requestOnCurve((draft) => ({ ...draft, header: { ...draft.header, epk: { kty: 'EC', crv: 'P-256', x: offCurve.x, y: offCurve.y } } }))),
  fault(ENC.EPHEMERAL, 'leaves out `epk`', combineMutations(mutateJwe.requestOnCurve((draft) => draft), rewriteHeader(changeEncryptedRequest, drop('/epk')))),
]

// biome-ignore format: a table, one row a line.
const responseFaults: readonly Fault[] = [
  fault(ENC.RESPONSE, 'returns the unencrypted credential', skipEncryption(readCredential)),
  fault(ENC.RESPONSE, 'signs the response without encrypting it', skipEncryption((text) => text)),
  fault(ENC.RESPONSE, 'returns the unencrypted response', skipEncryption((text) => readSigned(text).body)),
  fault(ENC.RESPONSE, 'encodes the response in base64url instead of encrypting it', skipEncryption((text) => encodeBase64url(text))),
  fault(ENC.RESPONSE, 'returns the unencrypted and unsigned response', validationResponse(put('/credential_response', '{"credentials":[]}')), { profile: 'document-openid4vci' }),
  fault(ENC.RESPONSE, 'leaves out the authentication tag of the response', changeEncryptedResponse(editParts((all) => all.slice(0, 4)))),
  fault(ENC.RESPONSE, 'pads the ciphertext of the response', changeEncryptedResponse(editPart(3, (text) => `${text}=`)), { rejection: 'none' }),

  fault(ENC.SIGNED, 'lists a critical extension in the response', changeResult('issuer', 'responseHeader', put('/crit', ['x']))),
  fault(ENC.SIGNED, 'does not sign the encrypted response', replaceStep('issuer', 'sign', () => (all) => writeJson(all)), { decisions: { 'response.nesting': 'encrypt-then-sign' } }),
  fault(ENC.SIGNED, 'encrypts an unsigned response', replaceStep('issuer', 'sign', () => (all) => writeJson(all))),
  fault(ENC.SIGNED, 'encrypts an unsecured JWT', describedFamily(fc.constantFrom('none', 'None', 'NONE'), (alg) => alg, (alg) => changeSigned(makeUnsecured(alg)))),
  fault(ENC.SIGNED, 'sends `alg` `ES256` and an empty signature', changeSigned(editParts(([header = '', payload = '']) => [header, payload, '']))),
  fault(ENC.SIGNED, 'signs with an unrelated key', changeSigned(signAgain(unrelatedKey))),
  fault(ENC.SIGNED, 'signs with an unrelated key in `jwk`', changeSigned(signAgain(unrelatedKey, put('/jwk', { kty: 'EC', crv: 'P-256', x: unrelatedKey.x ?? '', y: unrelatedKey.y ?? '' })))),
  fault(ENC.SIGNED, 'sends another `kid` than that of the signing key', changeSigned(signAgain(unrelatedKey, put('/kid', 'issuer-2027')))),
  fault(ENC.SIGNED, 'sends another `alg` for the signature', valueFamily(fc.constantFrom('HS256', 'RS256', 'ES384', 'es256', 'EdDSA', ''), (alg) => changeSigned(signAgain(unrelatedKey, put('/alg', alg))))),
  fault(ENC.SIGNED, 'names HS256 where any algorithm for signatures is allowed', changeSigned(signAgain(unrelatedKey, put('/alg', 'HS256'))), { decisions: { 'response.signKey': 'other' } }),
  fault(ENC.SIGNED, 'encodes the signature in DER', changeSigned(editPart(2, editOctets(toDer)))),
  fault(ENC.SIGNED, 'sends a signature of zeros', changeSigned(editPart(2, editOctets((all) => Buffer.alloc(all.length))))),
  fault(ENC.SIGNED, 'flips a bit of the signature', changeSigned(editPart(2, flipLastBit))),
  fault(ENC.SIGNED, 'pads the signature', changeSigned(editPart(2, (text) => `${text}==`))),
  fault(ENC.SIGNED, 'sends a signature whose last character has surplus bits', changeSigned(editPart(2, respellLastCharacter))),
  fault(ENC.SIGNED, 'sends a signature with the largest R and S', changeSigned(editPart(2, editOctets((all) => Buffer.alloc(all.length, 0xff))))),
  fault(ENC.SIGNED, 'changes the payload after signing', changeSigned(editPart(1, (body) => encodeBase64url(`${Buffer.from(body, 'base64url')} `)))),
  fault(ENC.SIGNED, 'sends the signature twice', changeSigned(editPart(2, editOctets((all) => Buffer.concat([all, all]))))),

  fault(ENC.KEY, 'encrypts the response to an unrelated key', mutateJwe.response((draft) => ({ ...draft, key: draft.key.kty === 'EC' ? unrelatedEcKey : unrelatedRsaKey }))),
  fault(ENC.KEY, 'encrypts the response to its own key', { issuer: (original) => ({ ...original, encrypt: (text, requested) => encryptToItself(original.metadata(), original.encrypt)(text, requested) }) }),
  fault(ENC.KEY, 'encrypts the response to another key of the wallet', mutateJwe.response((draft) => ({ ...draft, key: { ...unrelatedEcKey } })), onCurve),
  fault(ENC.KEY, 'encrypts the response to an unrelated key by the algorithm of that key', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, alg: 'RSA-OAEP-256' }, key: unrelatedRsaKey })), { ...onCurve, alsoBreaks: [ENC.ALG] }),
  fault(ENC.KEY, 'encrypts the response to the key of an earlier request', valueFamily(fc.constant('its first key'), encryptToFirst), { rejection: 'none', live: true }),
  fault(ENC.KEY, 'flips one bit of the response after its header', flipBits(changeEncryptedResponse)),
  fault(ENC.ALG, 'uses RSA-OAEP with SHA-1', mutateJwe.response((draft) => (draft.key.kty === 'EC' ? draft : { ...draft, header: { ...draft.header, alg: 'RSA-OAEP' }, overrides: { alg: 'RSA-OAEP' } }))),
  fault(ENC.ALG, 'uses another key agreement than was requested', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, alg: 'ECDH-ES' } })), onCurve),
  fault(ENC.ALG, 'sends another `kid` in the response', valueFamily(fc.string({ maxLength: 20 }), (kid) => mutateJwe.response(editJweHeader({ kid })))),
  fault(ENC.ENC, 'uses another content encryption than was requested', valueFamily(otherEnc, (enc) => mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, enc } })))),
  fault(ENC.DEFLATED, 'does not compress', mutateJwe.response(({ header: { zip: _, ...header }, ...draft }) => ({ ...draft, header }))),
  fault(ENC.DEFLATED, 'sends `zip` `DEF` without compressing', mutateJwe.response((draft) => ({ ...draft, overrides: { zip: 'none' } }))),
  fault(ENC.DEFLATED, 'compresses with zlib', mutateJwe.response((draft) => ({ ...draft, overrides: { zip: 'zlib' } }))),
  fault(ENC.PLAIN, 'compresses without request', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, zip: 'DEF' } })), { responseEncryption: responseEncryptions.uncompressed }),
  ...undeclared.map((zip) => fault(ENC.PLAIN, `compresses by ${zip} without request, and does not say so`, mutateJwe.response(compressSilently(zip)), { responseEncryption: responseEncryptions.uncompressed, rejection: 'none' })),
  fault(ENC.DEFLATED, 'compresses and does not say so', mutateJwe.response(compressSilently('DEF')), { rejection: 'none' }),
  fault(ENC.PLAIN, 'leaves out `zip` `none` where it was agreed on', mutateJwe.response(({ header: { zip: _, ...header }, ...draft }) => ({ ...draft, header })), { responseEncryption: responseEncryptions.uncompressed, decisions: { 'encryption.zip': 'literal' } }),
  fault(ENC.HEADER, 'sends `zip` `none` in the header', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, zip: 'none' } })), { responseEncryption: responseEncryptions.uncompressed }),
  fault(ENC.FORM, 'leaves out `enc` in the response', rewriteHeader(changeEncryptedResponse, drop('/enc')), { alsoBreaks: [ENC.ENC] }),
  fault(ENC.FORM, 'lists a critical extension in the encrypted response', mutateJwe.response(editJweHeader({ crit: ['exp'] }))),
  fault(ENC.FORM, 'shortens the authentication tag of the response', changeEncryptedResponse(editPart(4, editOctets((all) => all.subarray(0, 12)))), { alsoBreaks: [ENC.KEY] }),
  fault(ENC.FORM, 'sends the private ephemeral key with the response', changeEncryptedResponse(editPart(0, (text) => encodeBase64url(JSON.stringify(addToEpk(JSON.parse(Buffer.from(text, 'base64url').toString())))))), { ...onCurve, alsoBreaks: [ENC.KEY] }),
  fault(ENC.SAFE, 'sends an insecure `alg` in the response', valueFamily(unsafe, (alg) => mutateJwe.response(editJweHeader({ alg }))), { alsoBreaks: [ENC.ALG] }),
  fault(ENC.EPHEMERAL, 'sends an `epk` that is not on the curve in the response', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, epk: { kty: 'EC', crv: 'P-256', x: offCurve.x, y: offCurve.y } } })), onCurve),
]

/** Encrypts to the key that the issuer publishes, under the key ID of the wallet's key. */
function encryptToItself(
  metadata: unknown,
  encrypt: (text: string, requested: { readonly [member: string]: JsonValue }) => string,
) {
  const published = isObject(metadata) ? metadata.credential_request_encryption : undefined
  const own = listKeys(isObject(published) ? published.jwks : undefined)[0] ?? {}
  return (text: string, requested: { readonly [member: string]: JsonValue }) => {
    const walletKey = isObject(requested.jwk) ? requested.jwk : {}
    // A key of another type would need another algorithm, which is another fault.
    return encrypt(
      text,
      walletKey.kty === own.kty ? { ...requested, jwk: { ...own, kid: walletKey.kid ?? '' } } : requested,
    )
  }
}

/** Encrypts to the first key of each type that it was given. */
function encryptToFirst(): ActorMutation {
  const known = new Map<unknown, JsonValue>()
  return replaceStep('issuer', 'encrypt', (original) => (text, requested) => {
    const { kty } = isObject(requested.jwk) ? requested.jwk : {}
    return original(text, { ...requested, jwk: known.getOrInsert(kty, requested.jwk ?? '') })
  })
}

/** Signs again with one secret number for all texts. */
function signWithOneNumber(text: string, key: Jwk): string {
  const { signingInput } = readSigned(text)
  return `${signingInput}.${signEs256(Buffer.from(signingInput, 'latin1'), key, [7n]).toString('base64url')}`
}

const { device, issuer } = keys

// biome-ignore format: a table, one row a line.
const signedOnceFaults = [
  fault(ENC['SIGNED-ONCE'], 'signs all attestations with one secret number', changeResult('wallet', 'signAttestation', (text) => signWithOneNumber(text, device))),
  fault(ENC['SIGNED-ONCE'], 'signs all credentials with one secret number', changeResult('issuer', 'signCredential', (text) => signWithOneNumber(text, issuer))),
  fault(
    ENC['SIGNED-ONCE'],
    'signs all responses with one secret number',
    changeResult('issuer', 'sign', (text) => signWithOneNumber(text, issuer)),
    { profile: 'document-rfc9901' }, // by other profiles, responses are not signed
  ),
  fault(ENC['SIGNED-ONCE'], 'signs all statuses with one secret number', changeResult('statusService', 'sign', (text) => signWithOneNumber(text, issuer))),
]

// biome-ignore format: a table, one row a line.
export const faults = [
  ...responseKeyFaults,
  ...requestFaults,
  ...responseFaults,

  fault(ENC.FRESH, 'reuses the content encryption key and initialization vector in requests', mutateJwe.request((draft) => ({ ...draft, random: fillOctets })), { alsoBreaks: [ENC['CONTENT-KEY']] }),
  fault(ENC.FRESH, 'reuses the content encryption key and initialization vector in responses', mutateJwe.response((draft) => ({ ...draft, random: fillOctets })), { alsoBreaks: [ENC['CONTENT-KEY']] }),
  fault(ENC['CONTENT-KEY'], 'uses one content encryption key in all requests', mutateJwe.request((draft) => ({ ...draft, random: repeatFirst(draft.random) }))),
  fault(ENC['CONTENT-KEY'], 'uses one content encryption key in all responses', mutateJwe.response((draft) => ({ ...draft, random: repeatFirst(draft.random) }))),
  ...signedOnceFaults,
  fault(ENC['EPHEMERAL-ONCE'], 'uses one ephemeral key in all responses', mutateJwe.response((draft) => ({ ...draft, random: repeatFirst(draft.random) })), onCurve),
]
