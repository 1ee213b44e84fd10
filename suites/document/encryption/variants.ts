import * as fc from 'fast-check'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { signAgain, signOtherwise } from '../kit/compact-text.ts'
import { drop, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { editJweHeader, mutateJwe, responseEncryptions } from '../kit/jwe-mutations.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeResult } from '../kit/mutations.ts'
import { type Variant, variant } from '../model/fault.ts'

const { request } = mutate

const encryption = '/credential_response_encryption'
const encryptions = fc.constantFrom('A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512', 'A128GCM', 'A192GCM', 'A256GCM')
const known = fc.constantFrom('A128GCM', 'A192GCM', 'A128CBC-HS256', 'A256CBC-HS512')
const keepResponse = mutateJwe.response((draft) => draft)
const byOtherKey = { decisions: { 'response.signKey': 'other' } }
const literal = { 'encryption.zip': 'literal' }

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('CRE', 'requests any content encryption', valueFamily(encryptions, (enc) => request(put(`${encryption}/enc`, enc)))),
  variant('CRE', 'leaves out `zip`', request(drop(`${encryption}/zip`))),
  variant('CRE', 'leaves out `kid`', request(drop(`${encryption}/jwk/kid`))),
  variant('CRE', 'leaves out `use`', request(drop(`${encryption}/jwk/use`))),
  variant('CRE', 'requests no compression', request(put(`${encryption}/zip`, 'none'))),
  variant('CRE', 'sends an EC key', request(put(`${encryption}/jwk`, responseEncryptions.onCurve.jwk))),
  variant('CRE', 'sends an EC key for direct key agreement', request(put(`${encryption}/jwk`, { ...responseEncryptions.onCurve.jwk, alg: 'ECDH-ES' }))),
  variant('CRE', 'sends any string as `kid`', valueFamily(fc.string({ minLength: 1, maxLength: 60 }), (kid) => request(put(`${encryption}/jwk/kid`, kid)))),
  variant('CRE', 'sends an RSA key of 4096 bits', request(put(`${encryption}/jwk/n`, Buffer.alloc(512, 0xc5).toString('base64url')))),
  variant('CRE', 'sends an RSA key with the exponent 3', request(put(`${encryption}/jwk/e`, 'Aw'))),
  variant('CRE', 'sends a further member in its key', request(put(`${encryption}/jwk/key_ops`, ['wrapKey']))),

  variant('ENC', 'does not compress its request', mutateJwe.request(({ header: { zip: _, ...header }, ...draft }) => ({ ...draft, header }))),
  variant('ENC', 'uses any content encryption for its request', valueFamily(known, (enc) => mutateJwe.request((draft) => ({ ...draft, header: { ...draft.header, enc } })))),
  variant('ENC', 'sends `typ` and `cty` in the header of its request', mutateJwe.request(editJweHeader({ typ: 'JWT', cty: 'json' }))),
  variant('ENC', 'sends unknown header parameters in the response', mutateJwe.response(editJweHeader({ 'x-note': [1, { deep: true }], iss: 'https://issuer.example' }))),
  variant('ENC', 'sends `cty` `JWT` in the response', mutateJwe.response(editJweHeader({ cty: 'JWT' }))),
  variant('ENC', 'encrypts the response to an EC key', keepResponse, { responseEncryption: responseEncryptions.onCurve }),
  variant('ENC', 'encrypts the response with direct key agreement', keepResponse, { responseEncryption: { jwk: { ...responseEncryptions.onCurve.jwk, alg: 'ECDH-ES' } } }),
  variant('ENC', 'sends `apu` and `apv` in the response', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, apu: 'QWxpY2U', apv: 'Qm9i' } })), { responseEncryption: responseEncryptions.onCurve }),
  variant('ENC', 'does not compress, as requested', keepResponse, { responseEncryption: responseEncryptions.uncompressed }),
  variant('ENC', 'does not compress and sends `zip` `none`, as agreed', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, zip: 'none' } })), { responseEncryption: responseEncryptions.uncompressed, decisions: literal }),
  variant('ENC', 'uses another content encryption, as requested', keepResponse, { responseEncryption: { enc: 'A256CBC-HS512' } }),
  variant('CRE', 'requests RSA-OAEP', mutate.request(put('/credential_response_encryption/jwk/alg', 'RSA-OAEP'))),
  variant('ENC', 'leaves out `kid` in its request', mutateJwe.request(editJweHeader({ kid: undefined }))),
  variant('ENC', 'leaves out `kid` in its response', mutateJwe.response(editJweHeader({ kid: undefined }))),
  variant('ENC', 'signs the encrypted response, as agreed', {}, { decisions: { 'response.nesting': 'encrypt-then-sign' } }),
  variant('ENC', 'sends `alg` beside the key, as agreed', {}, { decisions: { 'encryption.keyAlg': 'sibling' } }),
  variant('ENC', 'signs its response with another key and names none, where that was agreed', changeResult('issuer', 'sign', signAgain(unrelatedKey, drop('/kid'))), byOtherKey),
  variant('ENC', 'signs its response with another algorithm, where that was agreed', changeResult('issuer', 'sign', signOtherwise), byOtherKey),
  variant('ENC', 'signs only the credential, as agreed', {}, { decisions: { 'response.nesting': 'credential-only' } }),
]
