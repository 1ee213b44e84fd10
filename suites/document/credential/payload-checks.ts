import { type ArtefactCheck, type Check, checkArtefact } from '../../../model/check.ts'
import { expectSame, finding, inconclusive, notApplicable, showValue } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { describeKind, isObject } from '../../../protocol/encoding/json.ts'
import { isSameUrl } from '../../../protocol/encoding/url.ts'
import { ALG_NAME } from '../disclosure/decisions.ts'
import { checkProbes } from '../kit/probe-checks.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { checkStartTime, checkTimestamp, checkValidityTimes, isLongAgo, isTimestamp } from '../kit/times.ts'
import { ISSUER_RELATION, SKEW, STATUS_FORM, VCDM, VCT } from './decisions.ts'
import { CRED } from './requirements.ts'

const issuer = checkArtefact(CRED.ISSUER, 'credential', function* ({ jws }, { issuer: known, decide }) {
  const isText = decide(ISSUER_RELATION) === 'equal'
  if (known === undefined) return inconclusive('the URL of the issuer is not known: pass --issuer')
  const { iss } = jws.payload
  if (typeof iss !== 'string' || iss === '') return inconclusive('the payload has no `iss`')
  if (!isText && isSameUrl(iss, known)) return undefined
  const isSameButSlash = iss.replace(/\/$/, '') === known.replace(/\/$/, '')
  yield* expectSame('/payload/iss', iss, known, isSameButSlash ? 'they differ only in the final slash' : undefined)
  return undefined
})

const createTimeCheck = (requirement: Requirement, name: 'iat' | 'exp'): ArtefactCheck =>
  checkArtefact(requirement, 'credential', function* ({ jws }, context) {
    yield* checkTimestamp(`/payload/${name}`, jws.payload[name], context)
    return undefined
  })

const notBefore = checkArtefact(CRED.NBF, 'credential', function* ({ jws }, context) {
  const { nbf } = jws.payload
  if (nbf === undefined) return notApplicable('the payload has no `nbf`')
  yield* checkStartTime('/payload/nbf', nbf, context)
  return undefined
})

const lasts = checkArtefact(CRED.LASTS, 'credential', function* ({ jws }) {
  const { iat, exp } = jws.payload
  if (!isTimestamp(iat) || !isTimestamp(exp)) return inconclusive('`iat` or `exp` is not a timestamp')
  if (exp <= iat) yield finding('/payload/exp', `a time after ${iat}`, String(exp))
  return undefined
})

const current = checkArtefact(CRED.CURRENT, 'credential', function* ({ jws }, { now, decide }) {
  const { iat, exp, nbf } = jws.payload
  if (now === undefined) return inconclusive('the time is not known: pass --now')
  if (!isTimestamp(iat) || !isTimestamp(exp) || exp <= iat)
    return inconclusive('`iat` and `exp` are not the start and end of a period')
  yield* checkValidityTimes(jws.payload, { now, skew: Number(decide(SKEW)) })
  return nbf === undefined || isTimestamp(nbf) || isLongAgo(nbf) ? undefined : inconclusive('`nbf` is not a timestamp')
})

const statusForms = {
  url: 'an absolute URL',
  object: 'an object that refers to a Token Status List',
} as const

const status = checkArtefact(CRED.STATUS, 'credential', function* ({ jws }, { decide }) {
  const { status: actual } = jws.payload
  const decided = decide(STATUS_FORM)
  const isUrl = typeof actual === 'string' && /^https?:\/\//i.test(actual) && URL.canParse(actual)
  const isList = isObject(actual) && isObject(actual.status_list)
  const form = isUrl ? 'url' : isList ? 'object' : undefined
  if (form === decided) return undefined
  const shown = typeof actual === 'string' ? showValue(actual) : describeKind(actual)
  yield finding('/payload/status', statusForms[decided], shown, form && `this is the form under status.form = ${form}`)
  return undefined
})

const hashName = checkArtefact(CRED['SD-ALG'], 'credential', function* ({ jws }, { decide }) {
  const decided = decide(ALG_NAME)
  const names = decided === 'either' ? ['SHA-256', 'sha-256'] : [decided]
  const { _sd_alg: actual } = jws.payload
  if (names.some((each) => each === actual)) return undefined
  const other = ['SHA-256', 'sha-256'].find((each) => each === actual)
  const diagnosis = other && `it is spelled as under sd.alg = ${other}`
  yield finding('/payload/_sd_alg', names.map(showValue).join(' or '), showValue(actual), diagnosis)
  return undefined
})

const credentialType = checkArtefact(CRED.VCT, 'credential', function* ({ jws }, { decide }) {
  if (decide(VCT) === 'absent') return notApplicable('a credential has no `vct`, by decision')
  const { vct: actual } = jws.payload
  if (typeof actual !== 'string' || actual === '')
    yield finding('/payload/vct', 'the type of the credential', describeKind(actual))
  return undefined
})

/** The properties of the W3C model, and the claims that map to them. */
const mappedProperties = [
  ['issuer', 'iss'],
  ['issuanceDate', 'iat'],
  ['expirationDate', 'exp'],
] as const

const model = checkArtefact(CRED.MODEL, 'credential', function* ({ jws }, { decide }) {
  if (decide(VCDM) === 'ignored') return notApplicable('the W3C model is not tested, by decision')
  for (const [property, name] of mappedProperties) {
    if (jws.payload[name] === undefined) yield finding('/payload', `a member for \`${property}\``, 'none')
  }
  return undefined
})

/** Checks of the payload, apart from the holder key. */
export const payloadChecks: readonly Check[] = [
  checkSchema(CRED.ISS, 'credential'),
  issuer,
  checkSchema(CRED.ID, 'credential'),
  createTimeCheck(CRED.IAT, 'iat'),
  createTimeCheck(CRED.EXP, 'exp'),
  notBefore,
  lasts,
  current,
  checkProbes(CRED.CURRENT),
  status,
  hashName,
  checkSchema(CRED.SD, 'credential'),
  checkSchema(CRED.CNF, 'credential'),
  credentialType,
  model,
]
