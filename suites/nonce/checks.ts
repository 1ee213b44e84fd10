import { cannotTell, check, finding, same } from '../../src/model/check.ts'
import { kindOf } from '../../src/protocol/json.ts'
import { FIELD } from './decisions.ts'
import { NONCE } from './requirements.ts'

const answer = check(NONCE.ANSWER, 'nonce-response', function* (body, { decide }) {
  const field = decide(FIELD)
  const names = field === 'either' ? ['c_nonce', 'nonce'] : [field]
  const values = names.map((name) => body[name]).filter((value) => value !== undefined)
  if (!values.some((value) => typeof value === 'string' && value !== '')) {
    yield finding(`/${names[0]}`, 'a string that is not empty', kindOf(values[0]))
  }
  return undefined
})

const attested = check(NONCE.ATTESTED, 'attestation', function* ({ jws }, { nonce }) {
  if (nonce === undefined) return cannotTell('the nonce that was given out is not known: give --nonce')
  const { nonce: actual } = jws.payload
  if (typeof actual !== 'string' || actual === '') return cannotTell('the attestation has no nonce')
  yield* same('/payload/nonce', actual, nonce)
  return undefined
})

export const checks = [answer, attested]
