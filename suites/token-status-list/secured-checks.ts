import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  type CheckContext,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  showValue,
} from '../../model/finding.ts'
import type { Part } from '../../model/foundation/facet.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { type Jwk, listKeys } from '../../protocol/jose/jwk.ts'
import { isSignatureAlgorithm } from '../../protocol/jose/signature-algorithms.ts'
import type { IssuerSignature } from '../../protocol/sd-jwt/presentation.ts'
import { type ClaimValue, readNumericDate, type SecuredToken } from '../../protocol/status-list/secured-token.ts'
import type { CoseHeaders } from '../cose/header-rules.ts'
import type { JwtView } from '../jose/jwt-rules.ts'
import { showTime } from '../jose/jwt-rules.ts'
import { checkIssuerSignature } from '../sd-jwt/issuer-keys.ts'
import { showClaim } from './show-claim.ts'

// What a status list and a token that refers to it have in common.

/** The hash of each MAC algorithm of JOSE. */
const macs: ReadonlyMap<unknown, string> = new Map([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
])

export const isMac = (alg: unknown): boolean => macs.has(alg)

/** Checks that an algorithm protects the token. */
export function* checkAlgorithm({ header: { alg } }: SecuredToken): Inspection {
  if (isMac(alg) || isSignatureAlgorithm(alg)) return undefined
  const isUnknown = typeof alg === 'number' || (typeof alg === 'string' && !/^none$/i.test(alg))
  if (isUnknown) return inconclusive(`Assay does not know the algorithm ${showValue(alg)}`)
  yield finding('header/alg', 'a signature or MAC algorithm', showValue(alg))
  return undefined
}

/** Checks that one of the signatures is by a key that was given. */
export function* checkSecured({ signatures }: SecuredToken, context: CheckContext): Inspection {
  const ends = signatures.map((each) => {
    const inspection = checkOne(each, context)
    const first = inspection.next()
    return first.done ? { remark: first.value } : { found: first.value }
  })
  if (ends.some((each) => 'remark' in each && each.remark === undefined)) return undefined
  for (const each of ends) if ('found' in each && each.found) yield each.found
  return ends.flatMap((each) => ('remark' in each && each.remark ? [each.remark] : []))[0]
}

function* checkOne(signed: IssuerSignature, context: CheckContext): Inspection {
  const { alg, kid } = signed.header
  const hash = macs.get(alg)
  const secrets = listKeys(context.jwks ?? {}).filter(({ kty, kid: own }) => kty === 'oct' && isKeyNamed(own, kid))
  if (hash === undefined || secrets.length === 0) return yield* checkIssuerSignature(signed, {}, context)
  if (!secrets.some((key) => isMacBy(key, hash, signed)))
    yield finding('signature', 'a MAC with a key of the issuer', 'it was not made with this key')
  return undefined
}

/** A token without `kid` may be by any key, and a key without one may be any. */
const isKeyNamed = (own: unknown, kid: unknown): boolean => own === undefined || kid === undefined || own === kid

/** Whether a MAC is by a key. Only the first keys are tried. */
function isMacBy({ k }: Jwk, hash: string, { signingInput, signature }: IssuerSignature): boolean {
  if (typeof k !== 'string') return false
  const own = createHmac(hash, Buffer.from(k, 'base64url')).update(signingInput, 'latin1').digest()
  return own.length === signature.length && timingSafeEqual(own, signature)
}

/** Seconds that two clocks may differ. */
const skew = 60

/**
 * What is known about a list at its own time: one that was asked for by `time`, and that had been issued by then, was valid then.
 * A static host that ignores `time` sends the present list, which has to be valid at present.
 */
export function chooseTimeOfList({ claims }: SecuredToken, context: CheckContext): CheckContext {
  const time = context.request?.time
  return isOfPast(claims.iat, time, context.now) ? { ...context, now: time } : context
}

const isOfPast = (issued: ClaimValue, time: unknown, now = 0): time is number => {
  const iat = readNumericDate(issued)
  return typeof time === 'number' && time < now && iat !== undefined && iat <= time
}

/** Checks that a token is valid now. */
export function* checkCurrent({ claims, locate }: SecuredToken, { now }: CheckContext): Inspection {
  const [exp, nbf] = [readNumericDate(claims.exp), readNumericDate(claims.nbf)]
  if (exp === undefined && nbf === undefined) return undefined
  if (now === undefined) return inconclusive('the time is unknown: pass --now')
  if (exp !== undefined && now > exp + skew)
    yield finding(locate('exp'), 'a time in the future', `${showTime(exp)}, which has passed`)
  if (nbf !== undefined && now < nbf - skew)
    yield finding(locate('nbf'), 'a time in the past', `${showTime(nbf)}, which is in the future`)
  return undefined
}

const isText = (value: ClaimValue): boolean => typeof value === 'string'
const isMoment = (value: ClaimValue): boolean => readNumericDate(value) !== undefined

/** The types of the claims that every CWT may have (RFC 8392, section 3.1). */
const cwtClaims = {
  ...{ iss: ['a text', isText], sub: ['a text', isText], cti: ['octets', Buffer.isBuffer] },
  aud: ['a text, or texts', (value) => isText(value) || (Array.isArray(value) && value.every(isText))],
  ...{ exp: ['a number', isMoment], nbf: ['a number', isMoment], iat: ['a number', isMoment] },
} as const satisfies Readonly<Record<string, readonly [expected: string, isOfType: (value: ClaimValue) => boolean]>>

/** Checks the types of claims of a CWT, except for those that have a requirement of their own. */
export function* checkCwtClaims(
  { format, claims, locate }: SecuredToken,
  except: readonly (keyof typeof cwtClaims)[] = [],
): Inspection {
  if (format !== 'cwt') return notApplicable('the token is no CWT')
  for (const [name, [expected, isOfType]] of Object.entries(cwtClaims)) {
    const value = claims[name]
    if (value !== undefined && !except.some((each) => each === name) && !isOfType(value))
      yield finding(locate(name), expected, showClaim(value))
  }
  return undefined
}

/** The signatures of a JWT or an SD-JWT. Their checks are sharper than those of any JWT, since there may be MACs. */
export const listJwts = ({ format, signatures, claims }: SecuredToken): readonly Part<JwtView>[] =>
  format === 'cwt'
    ? []
    : signatures.map((signed) => ({
        at: signed.at === '' ? '' : `${signed.at}/`,
        view: {
          ...signed,
          payload: claims as JsonObject, // a JWT has JSON
          findKeys: () => ({ unbound: 'another requirement is about the signature' }),
        },
      }))

/** The headers of a CWT. */
export const listHeaders = ({ headers, signatures: [signed] }: SecuredToken): readonly Part<CoseHeaders>[] =>
  headers ? [{ at: '', view: { ...headers, ...(signed && { signed }) } }] : []
