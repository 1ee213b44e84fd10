import { type Check, cannotTell, check, finding, notHere } from '../../src/model/check.ts'
import type { Attestation } from '../../src/protocol/attestation.ts'
import { isObject, type JsonObject } from '../../src/protocol/json.ts'
import { faultOfPoint, secretsIn, thumbprint } from '../../src/protocol/jwk.ts'
import { leafKey } from '../../src/protocol/x509-chain.ts'
import { shaped } from '../shaped.ts'
import { onChain } from './chain-checks.ts'
import { KEYS } from './decisions.ts'
import { ATT } from './requirements.ts'

const keysOf = ({ jws }: Attestation): readonly JsonObject[] => {
  const { attested_keys: keys } = jws.payload
  return Array.isArray(keys) ? keys.filter(isObject) : []
}

const points = check(ATT.POINT, 'attestation', function* (attestation) {
  for (const [i, { kty, crv, x, y }] of keysOf(attestation).entries()) {
    if (kty !== 'EC' || crv !== 'P-256') continue
    const fault = faultOfPoint(x, y)
    if (fault === 'the point is not on P-256')
      yield finding(`/payload/attested_keys/${i}`, 'a point of P-256', 'another')
  }
  return undefined
})

const publicKeys = check(ATT.PUBLIC, 'attestation', function* (attestation) {
  for (const [i, key] of keysOf(attestation).entries()) {
    const secrets = secretsIn(key)
    if (secrets.length > 0)
      yield finding(`/payload/attested_keys/${i}`, 'a public key', `one with ${secrets.join(', ')}`)
  }
  return undefined
})

const leafAttested = onChain(ATT['LEAF-ATTESTED'], function* ([leaf], attestation, { decide }) {
  if (decide(KEYS) === 'free') return notHere('the attested keys may be any, by decision')
  const key = leaf && leafKey(leaf)
  if (!key || !('jwk' in key)) return cannotTell('the key of the device cannot be read')
  const attested = keysOf(attestation).map(thumbprint)
  if (!attested.includes(thumbprint(key.jwk)))
    yield finding('/payload/attested_keys', 'the key of the device', 'others')
  return undefined
})

/** What is asked of the attested keys. */
export const keyChecks: readonly Check[] = [
  shaped(ATT.KEYS, 'attestation'),
  shaped(ATT.KTY, 'attestation'),
  shaped(ATT.CRV, 'attestation'),
  shaped(ATT.X, 'attestation'),
  shaped(ATT.Y, 'attestation'),
  points,
  publicKeys,
  leafAttested,
]
