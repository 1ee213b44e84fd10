import { type ArtefactCheck, checkArtefact } from '../../../model/check.ts'
import { finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import type { Attestation } from '../../../protocol/artefacts/attestation.ts'
import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { checkPoint, computeThumbprint, listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import { readLeafKey } from '../../../protocol/x509/chain.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { checkChain } from './chain-checks.ts'
import { KEYS } from './decisions.ts'
import { ATT } from './requirements.ts'

const listAttestedKeys = ({ jws }: Attestation): readonly JsonObject[] => {
  const { attested_keys: keys } = jws.payload
  return Array.isArray(keys) ? keys.filter(isObject) : []
}

const points = checkArtefact(ATT.POINT, 'attestation', function* (attestation) {
  for (const [i, { kty, crv, x, y }] of listAttestedKeys(attestation).entries()) {
    if (kty !== 'EC' || crv !== 'P-256') continue
    const fault = checkPoint(x, y)
    if (fault === 'the point is not on P-256')
      yield finding(`/payload/attested_keys/${i}`, 'a point on P-256', 'a point that is not on the curve')
  }
  return undefined
})

const publicKeys = checkArtefact(ATT.PUBLIC, 'attestation', function* (attestation) {
  for (const [i, key] of listAttestedKeys(attestation).entries()) {
    const secrets = listPrivateMembers(key)
    if (secrets.length > 0)
      yield finding(`/payload/attested_keys/${i}`, 'a public key', `a key with ${secrets.join(', ')}`)
  }
  return undefined
})

const leafAttested = checkChain(ATT['LEAF-ATTESTED'], function* ([leaf], attestation, { decide }) {
  if (decide(KEYS) === 'free') return notApplicable('the device key need not be attested, by decision')
  const key = leaf && readLeafKey(leaf)
  if (!key || !('jwk' in key)) return inconclusive('the device key could not be read')
  const attested = listAttestedKeys(attestation).map(computeThumbprint)
  if (!attested.includes(computeThumbprint(key.jwk)))
    yield finding('/payload/attested_keys', 'the device key among the attested keys', 'other keys only')
  return undefined
})

/** The checks on the attested keys. */
export const keyChecks: readonly ArtefactCheck[] = [
  checkSchema(ATT.KEYS, 'attestation'),
  checkSchema(ATT.KTY, 'attestation'),
  checkSchema(ATT.CRV, 'attestation'),
  checkSchema(ATT.X, 'attestation'),
  checkSchema(ATT.Y, 'attestation'),
  points,
  publicKeys,
  leafAttested,
]
