import * as fc from 'fast-check'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import type { JsonValue } from '../../../protocol/encoding/json.ts'
import { toDer } from '../../../protocol/jose/es256.ts'
import { writeJws } from '../../../protocol/jose/jws.ts'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { editOctets, editPart, flipLastBit, toSignedIntegers } from '../kit/compact-text.ts'
import { change, drop, put } from '../kit/edits.ts'
import { describedFamily, notAString, valueFamily } from '../kit/family.ts'
import {
  authenticateWithEmptyFile,
  listForms,
  removeSignature,
  signWithBoundKey,
  signWithKeyAtUrl,
  signWithOwnKey,
  signWithoutKeyId,
  signWithSecret,
  spellingsOfNone,
} from '../kit/forgeries.ts'
import { replaceStep } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { editHeader, editJwt, editSignature } from './edits.ts'
import { CRED } from './requirements.ts'

const otherAlgorithms = fc.constantFrom('ES384', 'HS256', 'none', 'es256', 'EdDSA')
const otherTypes = fc.constantFrom('JWT', 'kb+jwt', 'keyattestation+jwt')
/** The same media type to RFC 7515, section 4.1.9, and another text than section 2.9 has. */
const otherSpellings = fc.constantFrom('VC+SD-JWT', 'application/vc+sd-jwt')
const wrongCharacters = fc.tuple(fc.nat(2), fc.constantFrom('+', '/', '=', ' x', '\n'))

const swapHalves = (all: Buffer): Buffer => Buffer.concat([all.subarray(32), all.subarray(0, 32)])
const appendSpace = (part: string): string => encodeBase64url(`${Buffer.from(part, 'base64url').toString('utf8')} `)

/** `kid` is a hint (RFC 7515, section 4.1.4): a verifier may try every key of the issuer. */
const hinted = { rejection: 'none' } as const

/** Faults in the header, the signature and the form of the issuer-signed JWT. */
// biome-ignore format: a table, one row a line.
export const headerFaults: readonly Fault[] = [
  fault(CRED.ALG, 'names another algorithm', describedFamily(otherAlgorithms, String, (alg) => editHeader(put('/alg', alg)))),
  fault(CRED.ALG, 'names no algorithm', editHeader(drop('/alg'))),
  ...spellingsOfNone.map((none, i) => fault(CRED.ALG, `sends no signature and the algorithm \`${none}\`, spelling ${i + 1}`, editJwt(removeSignature(none)), { alsoBreaks: [CRED.SIGNED] })),
  ...listForms().map((form) => fault(CRED.ALG, `authenticates with HS256 and ${form} as the secret`, editJwt(signWithSecret(form)), { alsoBreaks: [CRED.SIGNED] })),
  fault(CRED.ALG, 'names an empty file as its key and authenticates with an empty secret', editJwt(authenticateWithEmptyFile), { alsoBreaks: [CRED.RESOLVED, CRED.SIGNED] }),
  fault(CRED.TYP, 'has another `typ`', describedFamily(otherTypes, String, (typ) => editHeader(put('/typ', typ))), { rejection: 'advised' }),
  fault(CRED.TYP, 'has the `typ` of another kind of SD-JWT', editHeader(put('/typ', 'example+sd-jwt')), { rejection: 'advised', unless: { 'credential.typ': 'any' } }),
  fault(CRED.TYP, 'spells `typ` in another way', describedFamily(otherSpellings, String, (typ) => editHeader(put('/typ', typ))), { rejection: 'none' }),
  fault(CRED.TYP, 'leaves out `typ`', editHeader(drop('/typ')), { rejection: 'advised' }),
  fault(CRED.TYP, 'uses the `typ` of newer drafts', editHeader(put('/typ', 'dc+sd-jwt')), { rejection: 'none' }),
  fault(CRED.TYP, 'uses the `typ` of older drafts', editHeader(put('/typ', 'vc+sd-jwt')), { profile: 'document-sd-jwt-vc', rejection: 'none' }),
  fault(CRED.KID, 'leaves out `kid`', editHeader(drop('/kid')), { rejection: 'none' }),
  fault(CRED.KID, 'leaves out `kid` and signs with the key in its own header', editJwt(signWithoutKeyId), { alsoBreaks: [CRED.SIGNED] }),
  fault(CRED.KID, 'sends anything but a string as `kid`', valueFamily(notAString, (value) => editHeader(put('/kid', value))), hinted),
  fault(CRED.RESOLVED, 'names an unknown key', editHeader(put('/kid', 'issuer-1999')), hinted),
  fault(CRED.RESOLVED, 'names a key by a path', editHeader(change('/kid', (kid) => `../../keys/${kid}`)), hinted),
  fault(CRED.RESOLVED, 'names a key by the URL of a key set of its own', editJwt(signWithKeyAtUrl)),
  fault(CRED.RESOLVED, 'writes the `kid` in capitals', editHeader(change('/kid', (kid) => String(kid).toUpperCase())), hinted),
  fault(CRED.SIGNED, 'signs with the key in its own header', editJwt(signWithOwnKey('jwk'))),
  fault(CRED.SIGNED, 'signs with a key that `jku` refers to', editJwt(signWithOwnKey('jku'))),
  fault(CRED.SIGNED, 'signs with a key that `x5c` certifies', editJwt(signWithOwnKey('x5c'))),
  fault(CRED.SIGNED, 'signs with a key that `x5u` refers to', editJwt(signWithOwnKey('x5u'))),
  fault(CRED.SIGNED, 'signs with the key that it is bound to', editJwt(signWithBoundKey)),
  fault(CRED.SIGNED, 'names its next key and signs with the present one', editHeader(put('/kid', 'issuer-2027')), hinted),
  fault(CRED.SIGNED, 'signs with an unrelated key under its own `kid`', replaceStep('issuer', 'signCredential', () => (draft) => writeJws(draft.header, draft.payload, unrelatedKey))),
  fault(CRED.SIGNED, 'changes a bit of the signature', editSignature(flipLastBit)),
  fault(CRED.SIGNED, 'leaves the signature empty', editSignature(() => '')),
  fault(CRED.SIGNED, 'sends a signature of zeros', editSignature(() => encodeBase64url(Buffer.alloc(64)))),
  fault(CRED.P1363, 'truncates the signature', editSignature(editOctets((all) => all.subarray(1)))),
  fault(CRED.SIGNED, 'swaps the halves of the signature', editSignature(editOctets(swapHalves))),
  fault(CRED.SIGNED, 'changes the payload after signing', editJwt(editPart(1, appendSpace))),
  fault(CRED.COMPACT, 'pads a part', editJwt(editPart(1, (all) => `${all}=`))),
  fault(CRED.COMPACT, 'sends a fourth part', editJwt((all) => `${all}.YQ`)),
  fault(CRED.COMPACT, 'signs an array', replaceStep('issuer', 'signCredential', (sign) => (draft) => sign({ ...draft, payload: [] }))),
  fault(CRED.COMPACT, 'has a character that is not base64url', describedFamily(wrongCharacters, ([i, c]) => `${JSON.stringify(c)} in part ${i}`, ([i, c]) => editJwt(editPart(i, (all) => `${all.slice(0, 4)}${c}${all.slice(5)}`)))),
  fault(CRED.P1363, 'signs in DER form', editSignature(editOctets(toDer))),
  fault(CRED.P1363, 'writes R and S as signed integers of 33 octets', editSignature(editOctets(toSignedIntegers))),
  fault(CRED.CRIT, 'lists a critical extension', editHeader(put('/crit', ['b64']))),
  fault(CRED.CRIT, 'asks for an unencoded payload', valueFamily(fc.constantFrom<JsonValue>(false, 'false', null, 0), (value) => editHeader(put('/b64', value))), { rejection: 'none' }),
  fault(CRED.CRIT, 'has an empty `crit`', editHeader(put('/crit', []))),
]
