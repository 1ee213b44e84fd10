import { cannotTell, check, finding, notHere } from '../../src/model/check.ts'
import { kindOf } from '../../src/protocol/json.ts'
import { shaped } from '../shaped.ts'
import { FIELD, UID } from './decisions.ts'
import { VAL } from './requirements.ts'
import { hasCheckDigit } from './verhoeff.ts'

const spellings = ['encryted_credential_request', 'encrypted_credential_request'] as const

const field = check(VAL.FIELD, 'validation-request', function* (body, { decide }) {
  const decided = decide(FIELD)
  const names = decided === 'either' ? spellings : [decided]
  if (names.some((name) => typeof body[name] === 'string' && body[name] !== '')) return undefined
  const other = spellings.find((name) => body[name] !== undefined && !names.includes(name))
  const diagnosis = other && `it is spelled \`${other}\`: validate.field = ${other}`
  yield finding(`/${names[0]}`, 'a string that is not empty', kindOf(body[names[0] ?? '']), diagnosis)
  return undefined
})

const verhoeff = check(VAL.VERHOEFF, 'validation-request', function* ({ uid }, { decide }) {
  if (decide(UID) !== 'verhoeff') return notHere('the check digit is not looked at, by decision')
  if (typeof uid !== 'string' || !/^\d{12}$/.test(uid)) return cannotTell('`uid` is not twelve digits')
  if (!hasCheckDigit(uid)) yield finding('/uid', 'a check digit that fits', 'one that does not')
  return undefined
})

export const checks = [
  shaped(VAL.UID, 'validation-request'),
  verhoeff,
  field,
  shaped(VAL.RESPONSE, 'validation-response'),
]
