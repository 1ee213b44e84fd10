import { type Check, type Context, cannotTell, check, finding, type Inspection } from '../../src/model/check.ts'
import type { Requirement } from '../../src/model/requirement.ts'
import { isObject, type JsonObject } from '../../src/protocol/json.ts'
import { faultOfPoint, secretsIn } from '../../src/protocol/jwk.ts'
import { shaped } from '../shaped.ts'
import { CNF } from './requirements.ts'

/** A check on the key of the holder. */
const onHolderKey = (requirement: Requirement, inspect: (jwk: JsonObject, context: Context) => Inspection): Check =>
  check(requirement, 'credential', function* ({ jws }, context) {
    const { cnf } = jws.payload
    if (!isObject(cnf) || !isObject(cnf.jwk)) return cannotTell('there is no key in `cnf`')
    return yield* inspect(cnf.jwk, context)
  })

const publicKey = onHolderKey(CNF.PUBLIC, function* (jwk) {
  const secrets = secretsIn(jwk)
  if (secrets.length > 0) yield finding('/payload/cnf/jwk', 'a public key', `one with ${secrets.join(', ')}`)
  return undefined
})

const point = onHolderKey(CNF.POINT, function* ({ kty, crv, x, y }) {
  if (kty !== 'EC' || crv !== 'P-256') return cannotTell('it is no key on P-256')
  if (faultOfPoint(x, y) === 'the point is not on P-256')
    yield finding('/payload/cnf/jwk', 'a point of P-256', 'another')
  return undefined
})

/** What is asked of the key of the holder. */
export const holderKeyChecks: readonly Check[] = [
  publicKey,
  point,
  shaped(CNF.KTY, 'credential'),
  shaped(CNF.CRV, 'credential'),
  shaped(CNF.X, 'credential'),
  shaped(CNF.Y, 'credential'),
  shaped(CNF.KID, 'credential'),
  shaped(CNF.ALG, 'credential'),
]
