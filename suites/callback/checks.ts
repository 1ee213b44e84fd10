import { cannotTell, check, finding, notHere } from '../../src/model/check.ts'
import { isObject, type JsonObject, kindOf } from '../../src/protocol/json.ts'
import { CREDENTIAL_FORM } from '../encryption/decisions.ts'
import { CERTIFICATES } from '../request/decisions.ts'
import { shaped } from '../shaped.ts'
import { FIELD } from './decisions.ts'
import { CALLBACK } from './requirements.ts'

const spellings = ['Credential', 'credential'] as const

/** Each element of `credentials` that is an object, and where it stands. */
const elementsOf = ({ credentials }: JsonObject): readonly (readonly [at: string, element: JsonObject])[] =>
  (Array.isArray(credentials) ? credentials : []).flatMap((element, i) =>
    isObject(element) ? [[`/credentials/${i}`, element] as const] : [],
  )

const oneField = check(CALLBACK['ONE-FIELD'], 'callback', function* (body, { decide }) {
  const elements = elementsOf(body)
  if (elements.length === 0) return cannotTell('there is no credential')
  const decided = decide(FIELD)
  for (const [at, element] of elements) {
    const names = Object.keys(element)
    const allowed: readonly string[] = decided === 'either' ? spellings : [decided]
    if (names.length === 1 && allowed.includes(names[0] ?? '')) continue
    const other = spellings.find((name) => names.length === 1 && names[0] === name)
    const diagnosis = other && `it is spelled as under callback.field = ${other}`
    yield finding(at, `one field, ${allowed.join(' or ')}`, names.join(', ') || 'no field', diagnosis)
  }
  return undefined
})

const text = check(CALLBACK.STRING, 'callback', function* (body, { decide }) {
  const found = elementsOf(body).flatMap(([at, element]) =>
    spellings.flatMap((name) => (element[name] === undefined ? [] : [[`${at}/${name}`, element[name]] as const])),
  )
  if (found.length === 0) return notHere('there is no credential')
  const form = decide(CREDENTIAL_FORM)
  // A sealed text may then be a certificate.
  const isMixed = decide(CERTIFICATES) === 'callback'
  for (const [at, value] of found) {
    if (typeof value !== 'string' || value === '') yield finding(at, 'a string that is not empty', kindOf(value))
    else if (form !== 'either' && isSealed(value) !== (form === 'encrypted') && !(isMixed && isSealed(value))) {
      yield finding(at, form === 'encrypted' ? 'an encrypted credential' : 'a credential in clear', 'the other')
    }
  }
  return undefined
})

const isSealed = (value: string): boolean => !value.includes('~') && value.split('.').length === 5

export const checks = [shaped(CALLBACK.IDENTIFIER, 'callback'), shaped(CALLBACK.ARRAY, 'callback'), oneField, text]
