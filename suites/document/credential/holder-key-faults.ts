import * as fc from 'fast-check'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { isObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { ATT } from '../attestation/requirements.ts'
import { editOctets } from '../kit/compact-text.ts'
import { change, put } from '../kit/edits.ts'
import { describedFamily, notAString, valueFamily } from '../kit/family.ts'
import { type Fault, fault } from '../model/fault.ts'
import { editPayload } from './edits.ts'
import { CNF } from './requirements.ts'

const setInKey = (member: string, value: JsonValue | undefined) => editPayload(put(`/cnf/jwk/${member}`, value))

const { d: _, ...unrelatedPublicKey } = unrelatedKey

/** A coordinate of zeros, which some key stores return for a key that they do not have. */
const zero = encodeBase64url(Buffer.alloc(32))

/** Faults in one coordinate of the holder key. */
// biome-ignore format: a table, one row a line.
const createCoordinateFaults = (breaks: Fault['breaks'], name: 'x' | 'y'): readonly Fault[] => [
  fault(breaks, `leaves out ${name}`, setInKey(name, undefined)),
  fault(breaks, `pads ${name}`, editPayload(change(`/cnf/jwk/${name}`, (value) => `${value}=`))),
  fault(breaks, `truncates ${name}`, editPayload(change(`/cnf/jwk/${name}`, (value) => editOctets((all) => all.subarray(1))(String(value))))),
]

/** Faults in the holder key. */
// biome-ignore format: a table, one row a line.
export const holderKeyFaults: readonly Fault[] = [
  fault(CNF.PUBLIC, 'sends a private key', setInKey('d', unrelatedKey.d)),
  fault(CNF.PUBLIC, 'sends a shared secret beside the key', setInKey('k', 'AAAA')),
  fault(CNF.KTY, 'binds to a key of another type', describedFamily(fc.constantFrom('RSA', 'OKP', 'oct', 'ec'), String, (kty) => setInKey('kty', kty))),
  fault(CNF.KTY, 'leaves out the type of the key', setInKey('kty', undefined)),
  fault(CNF.CRV, 'binds to a key on another curve', describedFamily(fc.constantFrom('P-384', 'secp256k1', 'p-256'), String, (crv) => setInKey('crv', crv))),
  fault(CNF.CRV, 'leaves out the curve', setInKey('crv', undefined)),
  ...createCoordinateFaults(CNF.X, 'x'),
  ...createCoordinateFaults(CNF.Y, 'y'),
  fault(CNF.POINT, 'binds to a point off the curve', editPayload(change('/cnf/jwk', (jwk) => (isObject(jwk) ? { ...jwk, y: jwk.x ?? '' } : jwk)))),
  fault(CNF.POINT, 'binds to a point of zeros', editPayload(change('/cnf/jwk', (jwk) => (isObject(jwk) ? { ...jwk, x: zero, y: zero } : jwk)))),
  fault(CNF.KID, 'leaves out the key id', setInKey('kid', undefined)),
  fault(CNF.KID, 'sends anything but a string as the key id', valueFamily(notAString, (value) => setInKey('kid', value))),
  fault(CNF.ALG, 'leaves out the algorithm of the key', setInKey('alg', undefined)),
  fault(CNF.ALG, 'names another algorithm for the key', setInKey('alg', 'ES384')),
  fault(CNF.HOLDER, 'binds to a key that the wallet does not have', editPayload(put('/cnf/jwk', { ...unrelatedPublicKey, kid: 'holder', alg: 'ES256' })), { profile: 'document-openid4vci', alsoBreaks: [ATT.BOUND] }),
]
