import { type ArtefactCheck, type Check, checkArtefact, checkReadable } from '../../../model/check.ts'
import { finding, type Inspection, inconclusive, notApplicable, showValue } from '../../../model/finding.ts'
import { describeKind, isObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { NESTING } from '../encryption/decisions.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import {
  ATTESTATION_FORM,
  ATTESTATION_NEEDED,
  CREDENTIAL_FIELD,
  CREDENTIALS_FIELD,
  ID_FIELD,
  IDENTIFIERS,
  PROOF,
  PROOF_TYPES,
} from './decisions.ts'
import { issuanceChecks } from './issuance-checks.ts'
import { readProofs } from './proofs.ts'
import { PROOF_ROWS, REQ, RESP } from './requirements.ts'

const hasNoIdentifier = (request: { readonly [member: string]: JsonValue }): boolean =>
  request.credential_identifier === undefined && request.credential_configuration_id === undefined

const neither = checkArtefact(REQ.NEITHER, 'request', function* (request) {
  if (hasNoIdentifier(request)) yield finding('', '`credential_identifier` or `credential_configuration_id`', 'neither')
  return undefined
})

const exactlyOne = checkArtefact(REQ.ONE, 'request', function* (request, { decide }) {
  if (decide(IDENTIFIERS) !== 'exactly-one') return notApplicable('a request may carry neither identifier, by decision')
  if (hasNoIdentifier(request)) yield finding('', '`credential_identifier` or `credential_configuration_id`', 'neither')
  return undefined
})

const forms = { array: 'proof', object: 'proof', proofs: 'proofs' } as const

const array = checkArtefact(PROOF_ROWS.ARRAY, 'request', function* (request, context) {
  const form = context.decide(PROOF)
  if (form === 'proofs') return notApplicable('the request uses `proofs`, by decision')
  if (readProofs(request, context)) return undefined
  const expected = form === 'array' ? 'an array of one or more objects' : 'an object'
  yield finding('/proof', expected, describeElements(request.proof), explainForm(request))
  return undefined
})

const map = checkArtefact(PROOF_ROWS.MAP, 'request', function* (request, { decide }) {
  if (decide(PROOF) !== 'proofs') return notApplicable('the request uses `proof`, by decision')
  const { proofs } = request
  const lists = isObject(proofs) ? Object.values(proofs) : []
  const [list] = lists
  if (lists.length === 1 && Array.isArray(list) && list.length > 0) return undefined
  yield finding('/proofs', 'one member with a non-empty array', describeElements(proofs), explainForm(request))
  return undefined
})

function explainForm({ proof, proofs }: { readonly [member: string]: JsonValue }): string | undefined {
  if (isObject(proofs)) return 'this is the form of OpenID4VCI 1.0: request.proof = proofs'
  if (isObject(proof)) return 'this is the form of drafts up to 15: request.proof = object'
  return Array.isArray(proof) && proof.length > 0 ? 'this is the form of section 2.4: request.proof = array' : undefined
}

const describeElements = (value: JsonValue | undefined): string =>
  Array.isArray(value)
    ? `an array of ${value.length ? value.map(describeKind).join(', ') : 'nothing'}`
    : describeKind(value)

const types = {
  document: ['attestation', 'jwt', 'cose', 'sd-jwt'],
  'openid4vci-1.0': ['attestation', 'jwt', 'di_vp'],
} as const

const proofType = checkArtefact(PROOF_ROWS.TYPE, 'request', function* (request, context) {
  const proofs = readProofs(request, context)
  if (!proofs) return inconclusive(`\`${forms[context.decide(PROOF)]}\` does not have the form that was decided`)
  const allowed: readonly string[] = types[context.decide(PROOF_TYPES)]
  for (const { at, type } of proofs) {
    if (typeof type === 'string' && allowed.includes(type)) continue
    yield finding(`${at}/proof_type`, allowed.join(', '), showValue(type))
  }
  return undefined
})

const compact = /^[^.]+\.[^.]+\.[^.]*$/

const attestation = checkArtefact(PROOF_ROWS.ATTESTATION, 'request', function* (request, context) {
  const proofs = readProofs(request, context)
  if (!proofs) return inconclusive('the proofs could not be read')
  for (const { at, type, attestation: text } of proofs) {
    const one = context.decide(ATTESTATION_FORM) === 'list' && Array.isArray(text) && text.length === 1 ? text[0] : text
    if (type !== 'attestation' || (typeof one === 'string' && compact.test(one))) continue
    yield finding(
      `${at}/attestation`,
      'a compact JWS',
      typeof text === 'string' ? 'another string' : describeKind(text),
    )
  }
  return undefined
})

const own = checkArtefact(PROOF_ROWS.OWN, 'request', function* (request, context) {
  const proofs = readProofs(request, context)
  if (!proofs) return inconclusive('the proofs could not be read')
  for (const { at, type, attestation: text } of proofs) {
    const known = typeof type === 'string' && ['jwt', 'cose', 'sd-jwt'].includes(type)
    if (known && text !== undefined)
      yield finding(`${at}/attestation`, `no \`attestation\` in a proof of type ${type}`, describeKind(text))
  }
  return undefined
})

const device = checkArtefact(PROOF_ROWS.DEVICE, 'request', function* (request, context) {
  if (context.decide(ATTESTATION_NEEDED) === 'any-proof') return notApplicable('any proof type is enough, by decision')
  const proofs = readProofs(request, context)
  if (!proofs) return inconclusive('the proofs could not be read')
  const known = proofs.filter(({ type }) => typeof type === 'string' && types.document.some((each) => each === type))
  if (known.length === 0) return inconclusive('no proof has a known type')
  if (!known.some(({ type }) => type === 'attestation')) {
    yield finding('/proof', 'a proof of type attestation', known.map(({ type }) => type).join(', '))
  }
  return undefined
})

const id = checkArtefact(RESP.ID, 'response', function* (response, { decide }) {
  const field = decide(ID_FIELD)
  if (field === 'none') return notApplicable('a response has no credential ID, by decision')
  const value = response[field]
  if (typeof value === 'string' && value !== '') return undefined
  const other = ['credential_identifier', 'credential_id', 'id'].find((name) => typeof response[name] === 'string')
  const diagnosis = other && other !== field ? `there is one in \`${other}\`: response.idField = ${other}` : undefined
  yield finding(
    `/${field}`,
    'a string that is not empty',
    value === '' ? 'an empty string' : describeKind(value),
    diagnosis,
  )
  return undefined
})

const isReadable = checkReadable(RESP.CREDENTIALS, 'response', ['json', 'not-an-object', 'utf8'])

/** A response outside of the signature that was decided on is reported for that alone. */
const readable: ArtefactCheck = {
  ...isReadable,
  *inspect(artefact, context): Inspection {
    const place = context.decide(NESTING) === 'sign-then-encrypt' ? 'payload' : 'plaintext'
    const isInPlace = artefact.at === '' || artefact.at.endsWith(place)
    return isInPlace
      ? yield* isReadable.inspect(artefact, context)
      : inconclusive('it is not where it was decided to be')
  },
}

const credentials = checkArtefact(RESP.CREDENTIALS, 'response', function* (response, { decide }) {
  const field = decide(CREDENTIALS_FIELD)
  const list = response[field]
  if (!Array.isArray(list) || list.length === 0) {
    yield finding(`/${field}`, 'a non-empty array', Array.isArray(list) ? 'an empty array' : describeKind(list))
    return undefined
  }
  const name = decide(CREDENTIAL_FIELD)
  const names = name === 'either' ? ['Credential', 'credential'] : [name]
  const expected = name === 'none' ? 'a string' : `an object with ${names.join(' or ')}, a string`
  for (const [i, element] of list.entries()) {
    const texts = isObject(element) ? names.map((each) => element[each]) : name === 'none' ? [element] : []
    if (!texts.some((text) => typeof text === 'string'))
      yield finding(`/${field}/${i}`, expected, describeKind(element))
  }
  return undefined
})

const standardShape = checkArtefact(RESP.SHAPE, 'response', function* (response, { decide }) {
  if (decide(CREDENTIAL_FIELD) !== 'credential')
    return notApplicable('the member names are not those of OpenID4VCI, by decision')
  const name = decide(CREDENTIALS_FIELD)
  const list = response[name]
  const elements = Array.isArray(list) ? list : []
  if (!elements.every((element) => isObject(element) && element.credential !== undefined)) {
    yield finding(`/${name}`, 'an array of objects with `credential`', describeElements(list))
  }
  return undefined
})

export const checks: readonly Check[] = [
  checkReadable(REQ.OBJECT, 'request', ['json', 'not-an-object', 'utf8']),
  checkSchema(REQ.IDENTIFIER, 'request'),
  checkSchema(REQ.EXCLUSIVE, 'request'),
  checkSchema(REQ.CONFIGURATION, 'request'),
  neither,
  checkSchema(REQ.ENCRYPTION, 'request'),
  exactlyOne,
  array,
  map,
  proofType,
  attestation,
  own,
  device,
  id,
  readable,
  credentials,
  standardShape,
  ...issuanceChecks,
]
