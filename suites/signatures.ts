import type { KeyObject } from 'node:crypto'
import { cannotTell, type Finding, finding, type Inspection } from '../src/model/check.ts'
import { looksLikeDer } from '../src/protocol/es256.ts'
import type { JsonObject } from '../src/protocol/json.ts'
import { importP256, isP256, type Jwk, keysOf, keysWithId } from '../src/protocol/jwk.ts'
import { isSignedBy, type Signed } from '../src/protocol/jws.ts'

/** Keys are imported once: a key set is judged against many signatures. */
const imported = new WeakMap<Jwk, KeyObject>()

export function keyObject(jwk: Jwk): KeyObject {
  const known = imported.get(jwk)
  if (known) return known
  const key = importP256(jwk)
  imported.set(jwk, key)
  return key
}

/** The signature has the form of ES256; DER, which most platforms write by default, is named. */
export function* form(signed: Signed): Generator<Finding> {
  const { length } = signed.signature
  if (length === 64 || !looksLikeDer(signed.signature)) return
  yield finding('signature', '64 octets, R and S', `${length} octets`, 'this is a DER signature: convert it to R and S')
}

/** The signature is that of the key in the set that `kid` refers to. */
export function* bySet(signed: Signed, jwks: JsonObject | undefined, whose: string): Inspection {
  if (signed.signature.length === 0) {
    yield finding('signature', 'a signature', 'nothing')
    return undefined
  }
  if (looksLikeDer(signed.signature)) return cannotTell('the signature is in DER form')
  if (signed.signature.length !== 64) {
    yield finding('signature', '64 octets', `${signed.signature.length} octets`)
    return undefined
  }
  if (jwks === undefined) return cannotTell(`the keys of ${whose} are not known: give --jwks`)
  const keys = keysWithId(jwks, signed.header.kid)
  const [key] = keys
  if (!key || keys.length > 1) return cannotTell('`kid` does not refer to one key of the set')
  if (!isP256(key)) return cannotTell('the key that `kid` refers to is no P-256 key')
  if (!isSignedBy(signed, keyObject(key))) {
    yield finding('signature', 'a signature of the key that `kid` refers to', 'another', whoElse(signed, jwks, key))
  }
  return undefined
}

function whoElse(signed: Signed, jwks: JsonObject, tried: Jwk): string | undefined {
  const signer = keysOf(jwks).find((key) => key !== tried && isP256(key) && isSignedBy(signed, keyObject(key)))
  return signer ? `it is signed by the key \`${signer.kid}\` of the set` : undefined
}

/** Critical extensions: none is defined here, so none may be listed. */
export function* noCritical({ header }: Signed): Generator<Finding> {
  if (header.crit !== undefined) yield finding('/header/crit', 'nothing', JSON.stringify(header.crit).slice(0, 80))
}
