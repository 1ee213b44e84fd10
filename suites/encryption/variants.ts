import * as fc from 'fast-check'
import { type Variant, variant } from '../../model/fault.ts'
import { drop, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { editJweHeader, mutateJwe, responseEncryptions } from '../kit/jwe-mutations.ts'
import { mutate } from '../kit/message-mutations.ts'

const { request } = mutate

const encryption = '/credential_response_encryption'
const encryptions = fc.constantFrom('A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512', 'A128GCM', 'A192GCM', 'A256GCM')
const known = fc.constantFrom('A128GCM', 'A192GCM', 'A128CBC-HS256', 'A256CBC-HS512')
const same = mutateJwe.response((draft) => draft)
const literal = { 'encryption.zip': 'literal' }

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('CRE', 'asks for any content encryption', valueFamily(encryptions, (enc) => request(put(`${encryption}/enc`, enc)))),
  variant('CRE', 'does not say how to compress', request(drop(`${encryption}/zip`))),
  variant('CRE', 'asks for no compression', request(put(`${encryption}/zip`, 'none'))),
  variant('CRE', 'gives a key on a curve', request(put(`${encryption}/jwk`, responseEncryptions.onCurve.jwk))),
  variant('CRE', 'gives a key on a curve, to agree on the content key itself', request(put(`${encryption}/jwk`, { ...responseEncryptions.onCurve.jwk, alg: 'ECDH-ES' }))),
  variant('CRE', 'names its key with any text', valueFamily(fc.string({ minLength: 1, maxLength: 60 }), (kid) => request(put(`${encryption}/jwk/kid`, kid)))),
  variant('CRE', 'gives a key of 4096 bits', request(put(`${encryption}/jwk/n`, Buffer.alloc(512, 0xc5).toString('base64url')))),
  variant('CRE', 'gives a key with the exponent 3', request(put(`${encryption}/jwk/e`, 'Aw'))),
  variant('CRE', 'says more of its key', request(put(`${encryption}/jwk/key_ops`, ['wrapKey']))),

  variant('ENC', 'does not compress its request', mutateJwe.request(({ header: { zip: _, ...header }, ...draft }) => ({ ...draft, header }))),
  variant('ENC', 'encrypts the content of its request in any way', valueFamily(known, (enc) => mutateJwe.request((draft) => ({ ...draft, header: { ...draft.header, enc } })))),
  variant('ENC', 'says of what type its request is', mutateJwe.request(editJweHeader({ typ: 'JWT', cty: 'json' }))),
  variant('ENC', 'writes members into the header that nobody defined', mutateJwe.response(editJweHeader({ 'x-note': [1, { deep: true }], iss: 'https://issuer.example' }))),
  variant('ENC', 'says that a JWT is inside', mutateJwe.response(editJweHeader({ cty: 'JWT' }))),
  variant('ENC', 'answers to a key on a curve', same, { responseEncryption: responseEncryptions.onCurve }),
  variant('ENC', 'answers with the agreed key itself', same, { responseEncryption: { jwk: { ...responseEncryptions.onCurve.jwk, alg: 'ECDH-ES' } } }),
  variant('ENC', 'names the parties of the agreement', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, apu: 'QWxpY2U', apv: 'Qm9i' } })), { responseEncryption: responseEncryptions.onCurve }),
  variant('ENC', 'does not compress, as was asked', same, { responseEncryption: responseEncryptions.uncompressed }),
  variant('ENC', 'does not compress, and says so as was agreed', mutateJwe.response((draft) => ({ ...draft, header: { ...draft.header, zip: 'none' } })), { responseEncryption: responseEncryptions.uncompressed, decisions: literal }),
  variant('ENC', 'encrypts the content in any way that was asked', same, { responseEncryption: { enc: 'A256CBC-HS512' } }),
  variant('CRE', 'asks for RSA-OAEP', mutate.request(put('/credential_response_encryption/jwk/alg', 'RSA-OAEP'))),
  variant('ENC', 'leaves out the id of the key in its response', mutateJwe.response(editJweHeader({ kid: undefined }))),
  variant('ENC', 'encrypts first and signs then, as was agreed', {}, { decisions: { 'response.nesting': 'encrypt-then-sign' } }),
  variant('ENC', 'names the algorithm beside the key, as was agreed', {}, { decisions: { 'encryption.keyAlg': 'sibling' } }),
  variant('ENC', 'signs nothing but the credential, as was agreed', {}, { decisions: { 'response.nesting': 'credential-only' } }),
]
