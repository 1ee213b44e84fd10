import {
  type CheckContext,
  explainClock,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  showValue,
} from '../../model/finding.ts'
import type { Foundation } from '../../model/foundation/facet.ts'
import { interoperability, security } from '../../model/requirement.ts'
import { explainLimit } from '../../protocol/artefacts/budget.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jwk, listKeys } from '../../protocol/jose/jwk.ts'
import {
  isKeyFor,
  isSignatureAlgorithm,
  type Verification,
  verifySignature,
} from '../../protocol/jose/signature-algorithms.ts'
import { describeUnsoundKey } from '../../protocol/jose/sound-key.ts'
import { type Certificate, readChain } from '../../protocol/x509/certificate.ts'
import { exportKey, findChainFaults, isForbiddenToSign } from '../../protocol/x509/chain.ts'
import { describeForeignThumbprint, isSameKey } from '../../protocol/x509/key-certificate.ts'
import { rejectedElsewhere } from '../kit/consequences.ts'
import { checkCriticalParameters } from '../kit/signatures.ts'
import { maxTried, type SignerKeys } from './signer-keys.ts'

/** The rules that a kind of signed artefact may sharpen. */
export type JwtRule =
  | 'JWS-SIGNED'
  | 'JWS-CRIT'
  | 'JWS-HEADER'
  | 'JWS-KEYS'
  | 'JWT-NAMES'
  | 'JWT-TIMES'
  | 'JWT-CURRENT'
  | 'JWT-IAT'
  | 'X509-CHAIN'
  | 'X509-TIMES'

/** A signed text of claims, and who may have signed it. */
export interface JwtView {
  readonly header: JsonObject
  readonly payload: JsonObject
  readonly signingInput: string
  readonly signature: Buffer
  readonly findKeys: (context: CheckContext) => SignerKeys
}

/** Verifies a signature. What no known key made is open, unless it has to be by one of those that are known. */
export function* inspectSignature(
  { header, signingInput, signature, findKeys }: JwtView,
  context: CheckContext,
): Inspection {
  const { alg } = header
  const found = findKeys(context)
  if ('unbound' in found) return notApplicable(found.unbound)
  if (typeof alg !== 'string' || !isSignatureAlgorithm(alg))
    return inconclusive(`Assay verifies no signature with the algorithm ${showValue(alg)}`)
  if ('unknown' in found) return inconclusive(found.unknown)
  const expected = 'a signature with a key of the signer'
  if ('unfit' in found) {
    yield finding('signature', expected, found.unfit)
    return undefined
  }
  const unsound = found.keys.map(describeUnsoundKey).find((each) => each !== undefined)
  const sound = found.keys.filter((key) => describeUnsoundKey(key) === undefined)
  if (sound.length === 0 && unsound !== undefined) return inconclusive(`its key proves nothing: ${unsound}`)
  if (!context.budget.take('signatures', sound.length)) return inconclusive(explainLimit('signatures'))
  const tried = sound.map((key) => verifySignature(alg, key, signingInput, signature))
  if (tried.some(({ isValid }) => isValid)) return found.open === undefined ? undefined : inconclusive(found.open)
  if (found.missing !== undefined) return inconclusive(found.missing)
  yield finding('signature', expected, describeFailure(tried))
  return undefined
}

const describeFailure = ([first]: readonly Verification[]): string =>
  first && !first.isValid ? first.reason : 'no key suits it'

/** The largest time that is not a count of milliseconds: it is in the year 33658. */
const largest = 1e12

const timeMembers = ['iat', 'nbf', 'exp'] as const

/** Finds times that are no numbers of seconds. */
export function* findWrongTimes(payload: JsonObject): Inspection {
  for (const name of timeMembers) {
    const value = payload[name]
    if (value === undefined || (typeof value === 'number' && Math.abs(value) < largest)) continue
    const actual = typeof value === 'number' ? showMilliseconds(value) : showValue(value)
    yield finding(`/${name}`, 'a number of seconds since 1970', actual)
  }
  return undefined
}

/** A number that is too large for seconds, as the time that it is: reports hide long numbers. */
export const showMilliseconds = (value: number): string => `${showTime(value / 1000)} in milliseconds`

/** Seconds that two clocks may differ. */
const skew = 60

export const showTime = (seconds: number): string =>
  Math.abs(seconds) < 8e12 ? new Date(seconds * 1000).toISOString() : `${seconds} s after 1970`

const readTime = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) < largest ? value : undefined

/** Finds times at which a token is not valid. */
export function* inspectValidity({ nbf, exp }: JsonObject, { now }: CheckContext): Inspection {
  if (now === undefined) return inconclusive('the time is unknown: pass --now')
  const [from, until] = [readTime(nbf), readTime(exp)]
  if (until !== undefined && now > until + skew)
    yield finding('/exp', 'a time in the future', `${showTime(until)}, which has passed`)
  if (from !== undefined && now < from - skew)
    yield finding('/nbf', 'a time in the past', `${showTime(from)}, which is in the future`, explainClock(from - now))
  return undefined
}

const showAhead = (seconds: number): string => `${Math.round(seconds)} seconds in the future`

/** Seconds by which a clock may be ahead. Less than the smallest error of a time zone, a quarter of an hour. */
const mostAhead = 600

const texts = ['kid', 'cty', 'jku', 'x5u', 'x5t', 'x5t#S256'] as const

const isTexts = (value: JsonValue): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')

const readCertificates = (x5c: unknown): readonly Certificate[] => {
  const read = attempt(() => readChain(x5c))
  return 'value' in read ? read.value : []
}

/** The first certificate of a header, with its key. */
function readLeaf(x5c: unknown) {
  const [leaf] = readCertificates(x5c)
  const key: Jwk | undefined = leaf && exportKey(leaf)
  return leaf && key ? { leaf, key } : undefined
}

/** Whether a key that was given made a signature, and that of the certificate did not. */
export function isByOther(
  { header: { alg }, signingInput, signature }: Omit<JwtView, 'payload' | 'findKeys'>,
  own: Jwk,
  { jwks, budget }: CheckContext,
) {
  const given = listKeys(jwks).filter((key) => isKeyFor(key, alg) && !isSameKey(key, own))
  const tried = given.slice(0, maxTried)
  if (typeof alg !== 'string' || tried.length === 0 || !budget.take('signatures', tried.length)) return false
  return tried.some((key) => !describeUnsoundKey(key) && verifySignature(alg, key, signingInput, signature).isValid)
}

/** A JWT: a compact JWS, or a signature of one in JSON, with claims. */
export const jwtFoundation: Foundation<JwtView, JwtRule> = {
  title: 'Signed tokens',
  noun: 'signed token',
  rules: {
    'JWS-SIGNED': {
      force: 'stated',
      text: (subject) => `${subject} is signed with a key of its signer.`,
      standard: 'RFC 7515, section 5.2; RFC 8725, section 3.3',
      consequence: security('A token that an attacker signed passes for that of another party.'),
      inspect: inspectSignature,
    },
    'JWS-CRIT': {
      force: 'stated',
      text: (subject) => `${subject} lists no critical extension that receivers need not know.`,
      standard: 'RFC 7515, section 4.1.11; RFC 7797, section 7',
      consequence: rejectedElsewhere,
      *inspect(view) {
        yield* checkCriticalParameters(view)
        return undefined
      },
    },
    'JWS-HEADER': {
      force: 'stated',
      text: (subject) =>
        `${subject} has strings as \`kid\`, \`cty\`, \`jku\`, \`x5u\`, \`x5t\` and \`x5t#S256\`, an object as \`jwk\` and certificates in base64 as \`x5c\`, if present.`,
      standard: 'RFC 7515, sections 4.1.2 to 4.1.10',
      consequence: interoperability('Receivers find no key, or fail to read the header.'),
      *inspect({ header }) {
        for (const name of texts)
          if (header[name] !== undefined && typeof header[name] !== 'string')
            yield finding(`header/${name}`, 'a string', showValue(header[name]))
        const { jwk, x5c } = header
        if (jwk !== undefined && !isObject(jwk)) yield finding('header/jwk', 'an object', showValue(jwk))
        if (x5c === undefined) return undefined
        const read = attempt(() => readChain(x5c))
        if (!isTexts(x5c)) yield finding('header/x5c', 'strings, one at least', showValue(x5c))
        else if ('problem' in read && read.problem.code === 'base64')
          yield finding('header/x5c', 'certificates in base64', read.problem.message)
        return undefined
      },
    },
    'JWS-KEYS': {
      force: 'stated',
      text: (subject) =>
        `${subject} shows one key: that of the signature, of \`jwk\`, \`x5t\` and \`x5t#S256\` is the key of the first certificate in \`x5c\`.`,
      standard: 'RFC 7515, sections 4.1.3 and 4.1.6 to 4.1.8',
      consequence: security('Two receivers verify with different keys, and one of the keys is not certified.'),
      *inspect(view, context) {
        const { header } = view
        const { x5c, jwk } = header
        if (x5c === undefined) return notApplicable('there are no certificates in the header')
        const read = readLeaf(x5c)
        if (!read) return notApplicable('the certificate cannot be read')
        if (isObject(jwk) && !isSameKey(jwk, read.key))
          yield finding('header/jwk', 'the key of the certificate', 'another key')
        const foreign = describeForeignThumbprint(header, read.leaf)
        if (foreign && typeof header[foreign.member] === 'string')
          yield finding(`header/${foreign.member}`, foreign.expected, 'another one')
        // Elsewhere the signature is verified with the key of the certificate.
        if ('unbound' in view.findKeys(context) && isByOther(view, read.key, context))
          yield finding('header/x5c/0', 'the certificate of the key that made the signature', 'that of another key')
        return undefined
      },
    },
    'JWT-NAMES': {
      force: 'stated',
      text: (subject) =>
        `${subject} has strings as \`iss\`, \`sub\` and \`jti\`, and as \`aud\` a string or an array of strings, if present.`,
      standard: 'RFC 7519, sections 4.1.1 to 4.1.3 and 4.1.7',
      consequence: rejectedElsewhere,
      *inspect({ payload }) {
        for (const name of ['iss', 'sub', 'jti'])
          if (payload[name] !== undefined && typeof payload[name] !== 'string')
            yield finding(`/${name}`, 'a string', showValue(payload[name]))
        const { aud } = payload
        const isAudience = Array.isArray(aud) ? aud.every((each) => typeof each === 'string') : typeof aud === 'string'
        if (aud !== undefined && !isAudience) yield finding('/aud', 'a string, or strings', showValue(aud))
        return undefined
      },
    },
    'JWT-TIMES': {
      force: 'stated',
      text: (subject) => `${subject} has numbers of seconds as \`iat\`, \`nbf\` and \`exp\`, if present.`,
      standard: 'RFC 7519, sections 2 and 4.1.4 to 4.1.6',
      consequence: rejectedElsewhere,
      inspect: ({ payload }) => findWrongTimes(payload),
    },
    'JWT-CURRENT': {
      force: 'stated',
      text: (subject) => `${subject} is used after \`nbf\` and before \`exp\`.`,
      standard: 'RFC 7519, sections 4.1.4 and 4.1.5',
      consequence: security('A token that has expired, or is not yet valid, is accepted.'),
      inspect: ({ payload }, context) => inspectValidity(payload, context),
    },
    'JWT-IAT': {
      force: 'should',
      text: (subject) => `${subject} was not made in the future.`,
      standard: 'RFC 7519, section 4.1.6',
      consequence: rejectedElsewhere,
      *inspect({ payload: { iat } }, { now }) {
        const made = readTime(iat)
        if (made === undefined)
          return notApplicable(iat === undefined ? 'there is no `iat`' : '`iat` is not a number of seconds')
        if (now === undefined) return inconclusive('the time is unknown: pass --now')
        if (made > now + mostAhead)
          yield finding('/iat', 'a time in the past', showAhead(made - now), explainClock(made - now))
        return undefined
      },
    },
    'X509-CHAIN': {
      force: 'stated',
      text: (subject) =>
        `${subject} has in \`x5c\`, if present, certificates that certify one another, for names that they may certify, for a key that may sign, and without unknown critical extensions.`,
      standard: 'RFC 5280, sections 4.2, 4.2.1.3, 4.2.1.9, 4.2.1.10 and 6.1; RFC 7515, section 4.1.6',
      consequence: security('An authority certifies what it may not certify, and is trusted.'),
      *inspect({ header: { x5c } }) {
        const chain = readCertificates(x5c)
        const [leaf] = chain
        if (!leaf) return notApplicable('there are no certificates in the header that can be read')
        for (const { index, message } of findChainFaults(chain))
          yield finding(`header/x5c/${index}`, 'a chain', message)
        if (isForbiddenToSign(leaf)) yield finding('header/x5c/0', 'a key that may sign', 'a key for other purposes')
        return undefined
      },
    },
    'X509-TIMES': {
      force: 'stated',
      text: (subject) => `${subject} has in \`x5c\`, if present, certificates that are valid now.`,
      standard: 'RFC 5280, sections 4.1.2.5 and 6.1.3',
      consequence: security('A key that is no longer certified is trusted.'),
      *inspect({ header: { x5c } }, { now }) {
        const chain = readCertificates(x5c)
        if (chain.length === 0) return notApplicable('there are no certificates in the header that can be read')
        if (now === undefined) return inconclusive('the time is unknown: pass --now')
        for (const [index, { notBefore, notAfter }] of chain.entries())
          if (now < notBefore.getTime() / 1000 - skew || now > notAfter.getTime() / 1000 + skew)
            yield finding(`header/x5c/${index}`, 'a certificate that is valid now', 'one of another time')
        return undefined
      },
    },
  },
}
