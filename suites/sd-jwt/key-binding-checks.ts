import { type Check, checkArtefact } from '../../model/check.ts'
import {
  type CheckContext,
  explainClock,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  showValue,
} from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import type { Jws } from '../../protocol/jose/jws.ts'
import { isSignatureAlgorithm, verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import { describeUnsoundKey } from '../../protocol/jose/sound-key.ts'
import { chooseHash } from '../../protocol/sd-jwt/hash-functions.ts'
import type { AnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../protocol/sd-jwt/processing.ts'
import { locateHeaderKeys } from '../jose/key-rules.ts'
import { inspectType } from '../jose/media-type.ts'
import { checkCriticalParameters } from '../kit/signatures.ts'
import { jwtsOf, KBJWT, keysOfBinding } from './requirements.ts'

const needed = checkArtefact(KBJWT.NEEDED, 'sd-jwt', function* ({ keyBinding }, { keyBinding: policy = 'allowed' }) {
  if (policy !== 'required') return notApplicable('no key binding is required: see --key-binding')
  if (!keyBinding) yield finding('the end', 'a Key Binding JWT', 'nothing')
  return undefined
})

const notIssued = checkArtefact(KBJWT['NOT-ISSUED'], 'sd-jwt', function* ({ keyBinding }, { keyBinding: policy }) {
  if (policy !== 'refused') return notApplicable('a presentation may have a Key Binding JWT: see --key-binding')
  if (keyBinding) yield finding('the end', 'nothing', 'a Key Binding JWT')
  return undefined
})

/** The Key Binding JWT that is judged, or why none is. */
function selectBinding({ keyBinding }: AnySdJwt, { keyBinding: policy }: CheckContext) {
  if (!keyBinding) return { none: notApplicable('there is no Key Binding JWT here') }
  if (policy === 'refused') return { none: notApplicable('KBJWT-NOT-ISSUED is about a Key Binding JWT here') }
  return { keyBinding }
}

const form = checkArtefact(KBJWT.FORM, 'sd-jwt', function* (sdJwt, context) {
  const { keyBinding, none } = selectBinding(sdJwt, context)
  if (!keyBinding) return none
  if ('problem' in keyBinding) yield finding('the Key Binding JWT', 'a compact JWS', keyBinding.problem)
  return undefined
})

/** A check on a Key Binding JWT that can be read. */
const checkBinding = (
  requirement: Requirement,
  inspect: (jws: Jws, sdJwt: AnySdJwt, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(requirement, 'sd-jwt', function* (sdJwt, context) {
    const { keyBinding, none } = selectBinding(sdJwt, context)
    if (!keyBinding) return none
    if ('problem' in keyBinding) return inconclusive(`the Key Binding JWT cannot be read: ${keyBinding.problem}`)
    return yield* inspect(keyBinding.jws, sdJwt, context)
  })

const typ = checkBinding(KBJWT.TYP, ({ header }) => inspectType(header.typ, 'kb+jwt', 'kb_jwt/header/typ'))

const alg = checkBinding(KBJWT.ALG, function* ({ header }) {
  const isUnknown = typeof header.alg === 'string' && !/^(none|HS\d+)$/i.test(header.alg)
  if (isSignatureAlgorithm(header.alg)) return undefined
  if (isUnknown) return inconclusive(`Assay does not know the algorithm ${showValue(header.alg)}`)
  yield finding('kb_jwt/header/alg', 'a digital signature algorithm', showValue(header.alg))
  return undefined
})

const crit = checkBinding(KBJWT.CRIT, function* (jws) {
  yield* checkCriticalParameters(jws)
  return undefined
})

const iat = checkBinding(KBJWT.IAT, function* ({ payload }) {
  if (payload.iat === undefined) yield finding('kb_jwt/payload/iat', 'a number of seconds since 1970', 'nothing')
  return undefined
})

const tokens = checkFacet(jwtsOf.keyBinding, (sdJwt, context) => {
  const { keyBinding } = selectBinding(sdJwt, context)
  if (!keyBinding || 'problem' in keyBinding) return []
  const findKeys = () => ({ unbound: 'KBJWT-SIGNED is about its signature' }) // it is sharper
  return [{ at: 'kb_jwt/', view: { ...keyBinding.jws, findKeys } }]
})

const keys = checkFacet(keysOfBinding, (sdJwt, context) => {
  const { keyBinding } = selectBinding(sdJwt, context)
  return !keyBinding || 'problem' in keyBinding ? [] : locateHeaderKeys(keyBinding.jws.header, 'kb_jwt/')
})

const aud = checkBinding(KBJWT.AUD, function* ({ payload }) {
  if (typeof payload.aud !== 'string') yield finding('kb_jwt/payload/aud', 'a string', showValue(payload.aud))
  return undefined
})

const nonce = checkBinding(KBJWT.NONCE, function* ({ payload }) {
  if (typeof payload.nonce !== 'string') yield finding('kb_jwt/payload/nonce', 'a string', showValue(payload.nonce))
  return undefined
})

const hash = checkBinding(KBJWT.HASH, function* ({ payload }, sdJwt) {
  const chosen = chooseHash(sdJwt.payload)
  if (!chosen) return inconclusive(`Assay does not compute the hash function ${showValue(sdJwt.payload._sd_alg)}`)
  if (payload.sd_hash === chosen.compute(sdJwt.hashedText)) return undefined
  yield finding(
    'kb_jwt/payload/sd_hash',
    'the digest of what is before it',
    payload.sd_hash === undefined ? 'nothing' : 'another digest',
    diagnoseHash(payload.sd_hash, sdJwt, chosen.compute),
  )
  return undefined
})

/** What was hashed, if not all that is before the Key Binding JWT. */
function diagnoseHash(given: unknown, { hashedText }: AnySdJwt, compute: (text: string) => string): string | undefined {
  const candidates = {
    'it is over the SD-JWT without its last `~`': hashedText.slice(0, -1),
    'it is over the issuer-signed JWT alone': hashedText.slice(0, hashedText.indexOf('~')),
    'it is over the issuer-signed JWT and its `~`, without the disclosures': hashedText.slice(
      0,
      hashedText.indexOf('~') + 1,
    ),
  }
  return Object.entries(candidates).find(([, text]) => compute(text) === given)?.[0]
}

const signed = checkBinding(KBJWT.SIGNED, function* (jws, sdJwt, { derive, budget }) {
  const holder = readHolderKey(derive(applyDisclosures, sdJwt)?.payload.cnf)
  if ('reason' in holder) return inconclusive(holder.reason)
  const unsound = describeUnsoundKey(holder.key)
  if (unsound !== undefined) return inconclusive(`the key in \`cnf\` proves nothing: ${unsound}`)
  if (typeof jws.header.alg !== 'string') return inconclusive('its header has no `alg`')
  if (!budget.take('signatures', 1)) return inconclusive('too many signatures')
  const verified = verifySignature(jws.header.alg, holder.key, jws.signingInput, jws.signature)
  if (!verified.isValid) yield finding('kb_jwt/signature', 'a signature with the key in `cnf`', verified.reason)
  return undefined
})

function readHolderKey(cnf: unknown): { readonly key: Jwk } | { readonly reason: string } {
  if (cnf === undefined) return { reason: 'the credential names no key of the holder in `cnf`' }
  if (isObject(cnf) && isObject(cnf.jwk)) return { key: cnf.jwk }
  return { reason: '`cnf` has no `jwk`; other ways to name a key are not looked up' }
}

/** Seconds between the making of a Key Binding JWT and its receipt. */
const window = 300

const fresh = checkBinding(KBJWT.FRESH, function* ({ payload: { iat: made } }, _, { now, nonce: given }) {
  if (given === undefined) return notApplicable('whether the presentation is fresh is judged only with --nonce')
  if (now === undefined) return inconclusive('the time is unknown: pass --now')
  if (typeof made !== 'number') return inconclusive('it has no time')
  if (Math.abs(now - made) > window) {
    const seconds = Math.round(Math.abs(now - made))
    const actual = `${seconds} seconds ${made < now ? 'ago' : 'in the future'}`
    yield finding('kb_jwt/payload/iat', `a time within ${window} seconds of now`, actual, explainClock(made - now))
  }
  return undefined
})

const audience = checkBinding(KBJWT.AUDIENCE, function* ({ payload }, _, { audience: verifier }) {
  if (verifier === undefined) return inconclusive('the verifier is unknown: pass --audience')
  if (typeof payload.aud === 'string' && payload.aud !== verifier)
    yield finding('kb_jwt/payload/aud', showValue(verifier), showValue(payload.aud))
  return undefined
})

const transaction = checkBinding(KBJWT.TRANSACTION, function* ({ payload }, _, { nonce: given }) {
  if (given === undefined) return inconclusive('the nonce of the verifier is unknown: pass --nonce')
  if (typeof payload.nonce === 'string' && payload.nonce !== given)
    yield finding('kb_jwt/payload/nonce', 'the nonce of the verifier', 'another one')
  return undefined
})

export const checks: readonly Check[] = [
  needed,
  notIssued,
  form,
  typ,
  alg,
  crit,
  iat,
  ...tokens,
  ...keys,
  aud,
  nonce,
  hash,
  signed,
  fresh,
  audience,
  transaction,
]
