import {
  type Check,
  cannotTell,
  check,
  finding,
  type Inspection,
  notHere,
  readable,
  same,
  show,
} from '../../src/model/check.ts'
import { SKEW } from '../credential/decisions.ts'
import { shaped } from '../shaped.ts'
import * as signatures from '../signatures.ts'
import { isTime, timestamp } from '../times.ts'
import { androidChecks } from './android-checks.ts'
import { chainChecks } from './chain-checks.ts'
import { EXPIRY, MAX_AGE, TYP } from './decisions.ts'
import { keyChecks } from './key-checks.ts'
import { ATT } from './requirements.ts'

const typ = check(ATT.TYP, 'attestation', function* ({ jws }, { decide }) {
  const decided = decide(TYP)
  const known = ['keyattestation+jwt', 'key-attestation+jwt']
  const { typ: actual } = jws.header
  if (decided === 'either' ? known.some((each) => each === actual) : actual === decided) return undefined
  const other = known.find((each) => each === actual)
  const diagnosis = other && `this is the name under attestation.typ = ${other}`
  yield finding('/header/typ', decided === 'either' ? known.join(' or ') : show(decided), show(actual), diagnosis)
  return undefined
})

const iat = check(ATT.IAT, 'attestation', function* ({ jws }, context) {
  yield* timestamp('/payload/iat', jws.payload.iat, context)
  return undefined
})

const fresh = check(ATT.FRESH, 'attestation', function* ({ jws }, { now, decide }) {
  const { iat: made } = jws.payload
  if (now === undefined) return cannotTell('the time of the request is not known: give --now')
  if (!isTime(made)) return cannotTell('`iat` is no time')
  const [skew, limit] = [Number(decide(SKEW)), Number(decide(MAX_AGE))]
  if (made > now + skew) yield finding('/payload/iat', 'a time that has come', `${made - now} s ahead`)
  if (made < now - limit - skew) yield finding('/payload/iat', `at most ${limit} s ago`, `${now - made} s ago`)
  return undefined
})

const expiry = check(ATT.EXP, 'attestation', function* ({ jws }, { now, decide }) {
  const { exp } = jws.payload
  if (exp === undefined || decide(EXPIRY) === 'none') return notHere('it has no `exp` that counts')
  if (!isTime(exp)) return yield* timestampOnly(exp)
  if (now === undefined) return cannotTell('the time of the request is not known: give --now')
  if (exp < now - Number(decide(SKEW))) yield finding('/payload/exp', 'a time to come', `${now - exp} s ago`)
  return undefined
})

function* timestampOnly(exp: unknown): Inspection {
  yield finding('/payload/exp', 'a number of seconds since 1970', show(exp))
  return undefined
}

const compact = check(ATT.COMPACT, 'attestation', function* ({ jws }) {
  yield* signatures.noCritical(jws)
  return undefined
})

const form = check(ATT.P1363, 'attestation', function* ({ jws }) {
  yield* signatures.form(jws)
  return undefined
})

const oneKey = check(ATT['ONE-KEY'], 'attestation', function* ({ jws }) {
  for (const name of ['jwk', 'jku', 'x5u']) yield* same(`/header/${name}`, jws.header[name], undefined)
  return undefined
})

export const checks: readonly Check[] = [
  typ,
  shaped(ATT.ALG, 'attestation'),
  shaped(ATT.X5C, 'attestation'),
  shaped(ATT.NONCE, 'attestation'),
  iat,
  fresh,
  compact,
  readable(ATT.COMPACT, 'attestation', ['jws-parts']),
  readable(ATT.ENCODED, 'attestation', ['base64url', 'utf8', 'json', 'not-an-object']),
  form,
  oneKey,
  expiry,
  ...chainChecks,
  ...keyChecks,
  ...androidChecks,
]
