import { type ArtefactCheck, checkArtefact } from '../../../model/check.ts'
import { finding, type Inspection, inconclusive } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { checkPoint, listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { CNF } from './requirements.ts'

const checkHolderKey = (requirement: Requirement, inspect: (jwk: JsonObject) => Inspection): ArtefactCheck =>
  checkArtefact(requirement, 'credential', function* ({ jws }) {
    const { cnf } = jws.payload
    if (!isObject(cnf) || !isObject(cnf.jwk)) return inconclusive('`cnf` has no key')
    return yield* inspect(cnf.jwk)
  })

const publicKey = checkHolderKey(CNF.PUBLIC, function* (jwk) {
  const members = listPrivateMembers(jwk)
  if (members.length > 0) yield finding('/payload/cnf/jwk', 'a public key', `a key with ${members.join(', ')}`)
  return undefined
})

const point = checkHolderKey(CNF.POINT, function* ({ kty, crv, x, y }) {
  if (kty !== 'EC' || crv !== 'P-256') return inconclusive('the key is not on P-256')
  if (checkPoint(x, y) === 'the point is not on P-256')
    yield finding('/payload/cnf/jwk', 'a point on P-256', 'another point')
  return undefined
})

/** Checks of the holder key. */
export const holderKeyChecks: readonly ArtefactCheck[] = [
  publicKey,
  point,
  checkSchema(CNF.KTY, 'credential'),
  checkSchema(CNF.CRV, 'credential'),
  checkSchema(CNF.X, 'credential'),
  checkSchema(CNF.Y, 'credential'),
  checkSchema(CNF.KID, 'credential'),
  checkSchema(CNF.ALG, 'credential'),
]
