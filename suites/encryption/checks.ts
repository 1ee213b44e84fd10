import { type ArtefactCheck, type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import {
  type CheckContext,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  passedLeniently,
  showValue,
} from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { EncryptedContent } from '../../protocol/artefacts/artefact.ts'
import { describeKind, isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { checkPoint } from '../../protocol/jose/jwk.ts'
import { readSigned } from '../../protocol/jose/jws.ts'
import * as signatures from '../kit/signatures.ts'
import { SERIALIZATION } from '../request/decisions.ts'
import { algorithms } from './algorithms.ts'
import { NESTING, SIGN_KEY, UNASKED, ZIP } from './decisions.ts'
import { freshnessChecks } from './freshness-checks.ts'
import { ENC } from './requirements.ts'
import { responseKeyChecks } from './response-key-checks.ts'

const compact = checkReadable(ENC.REQUEST, 'encrypted-request', [
  'jwe-parts',
  'base64url',
  'json',
  'utf8',
  'not-an-object',
])

const inAgreedForm: ArtefactCheck = {
  ...compact,
  *inspect(exhibit, context): Inspection {
    if (context.decide(SERIALIZATION) === 'json') return inconclusive('only the compact form can be read')
    return yield* compact.inspect(exhibit, context)
  },
}

const sealed = checkReadable(ENC.RESPONSE, 'encrypted-response', [
  'jwe-parts',
  'base64url',
  'json',
  'utf8',
  'not-an-object',
])

/** Nobody says that a response is encrypted for a wallet that did not ask for it (section 2.4). */
const sealedIfAsked: ArtefactCheck = {
  ...sealed,
  *inspect(exhibit, context): Inspection {
    context.decide(UNASKED)
    if (context.isEncryptionRequested === false)
      return notApplicable('the request does not ask for an encrypted response')
    return yield* sealed.inspect(exhibit, context)
  },
}

/** Why a message that no key opens says nothing against its sender: the key that it names was not given. */
function withoutItsKey(
  { jwe: { header }, problem }: EncryptedContent,
  keys: readonly JsonObject[] | undefined,
): string | undefined {
  if (!keys?.length) return 'there is no key to open it with: give --key'
  const { kid } = header
  const isGiven = typeof kid !== 'string' || keys.some((key) => key.kid === undefined || key.kid === kid)
  return problem && !isGiven ? 'the key that it names was not decisions: give it with --key' : undefined
}

const wholeRequest = checkArtefact(ENC.INTACT, 'encrypted-request', function* (sealed, { keys }) {
  const { problem } = sealed
  const lacking = withoutItsKey(sealed, keys)
  if (lacking !== undefined) return inconclusive(lacking)
  if (problem?.code === 'jwe-decrypt') yield finding('', 'a message that one of the keys opens', problem.message)
  else if (problem?.code === 'jwe-inflate') yield finding('', 'content in raw DEFLATE', problem.message)
  else if (problem) return inconclusive(problem.message)
  return undefined
})

const requestKey = checkArtefact(ENC.KID, 'encrypted-request', function* ({ jwe, key }) {
  if (!key) return inconclusive('it was not opened')
  if (typeof key.kid === 'string' && jwe.header.kid !== key.kid)
    yield finding('/header/kid', showValue(key.kid), showValue(jwe.header.kid))
  if (typeof key.alg === 'string' && jwe.header.alg !== key.alg)
    yield finding('/header/alg', showValue(key.alg), showValue(jwe.header.alg))
  return undefined
})

const signedOutside = (at: string): boolean => at.endsWith('payload')

/** An encrypted response is signed inside or outside, as was decided. */
const signedAround: ArtefactCheck = {
  requirement: ENC.SIGNED,
  kind: 'encrypted-response',
  *inspect({ content, at, problem: unread }, { decide }): Inspection {
    const nesting = decide(NESTING)
    if (nesting === 'encrypt-then-sign') {
      if (!signedOutside(at)) yield finding('', 'a signature around the encrypted message', 'none')
      return undefined
    }
    if (nesting === 'credential-only') return notApplicable('only the credential is signed, by decision')
    const { plaintext, problem } = (content as EncryptedContent | undefined) ?? { problem: unread } // an exhibit of this kind
    if (plaintext === undefined) return inconclusive(`it was not opened: ${problem?.message}`)
    const inner = attempt(() => readSigned(plaintext))
    if ('value' in inner) return undefined
    yield finding('plaintext', 'a compact JWS', inner.problem.message, otherNesting(at, plaintext))
    return undefined
  },
}

function otherNesting(at: string, plaintext: string): string | undefined {
  if (signedOutside(at)) return 'the signature is around it: response.nesting = encrypt-then-sign'
  return plaintext.startsWith('{') ? 'plain JSON inside: response.nesting = credential-only' : undefined
}

const signature = checkArtefact(ENC.SIGNED, 'signed-response', function* (signed, { jwks, decide }) {
  decide(SIGN_KEY)
  if (signed.header.alg !== 'ES256') {
    yield finding('/header/alg', 'ES256', showValue(signed.header.alg))
    return undefined
  }
  yield* signatures.checkCriticalParameters(signed)
  yield* signatures.checkForm(signed)
  return yield* signatures.checkSignature(signed, jwks, 'the issuer')
})

/** A check on a response against what the request asked for. */
const asAsked = (
  requirement: Requirement,
  inspect: (sealed: EncryptedContent, asked: JsonObject, context: CheckContext) => Inspection,
): ArtefactCheck =>
  checkArtefact(requirement, 'encrypted-response', function* (sealed, context) {
    if (!context.responseEncryption)
      return inconclusive('what the request asked for is not known: give --response-encryption')
    return yield* inspect(sealed, context.responseEncryption, context)
  })

/** What makes two public keys one key. */
const essence = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const

const rightKey = checkArtefact(ENC.KEY, 'encrypted-response', function* (sealed, { keys, responseEncryption }) {
  const { problem, key } = sealed
  const asked = responseEncryption?.jwk
  // Where the key that was asked for is given, it does not matter which one the message names.
  const isGiven = isObject(asked) && keys?.some((each) => essence.every((member) => each[member] === asked[member]))
  const lacking = isGiven ? undefined : withoutItsKey(sealed, keys)
  if (lacking !== undefined) return inconclusive(lacking)
  if (problem?.code === 'jwe-decrypt') yield finding('', 'a message that the key of the request opens', problem.message)
  else if (problem?.code === 'jwe-key') yield finding('', 'a message for the key of the request', problem.message)
  else if (problem && problem.code !== 'jwe-inflate') return inconclusive(problem.message)
  if (key && isObject(asked) && essence.some((member) => key[member] !== asked[member])) {
    yield finding('', 'a message that the key of the request opens', `one that the key ${showValue(key.kid)} opens`)
  }
  return undefined
})

const rightAlg = asAsked(ENC.ALG, function* ({ jwe: { header } }, { jwk, alg: beside }) {
  if (!isObject(jwk)) return inconclusive('the request named no key')
  const alg = jwk.alg ?? beside
  if (header.alg !== alg) yield finding('/header/alg', showValue(alg), showValue(header.alg))
  if (jwk.kid === undefined || header.kid === jwk.kid) return undefined
  if (header.kid === undefined) return passedLeniently('the response does not name the key')
  yield finding('/header/kid', showValue(jwk.kid), showValue(header.kid))
  return undefined
})

const rightEnc = asAsked(ENC.ENC, function* ({ jwe: { header } }, { enc }) {
  if (header.enc !== enc) yield finding('/header/enc', showValue(enc), showValue(header.enc))
  return undefined
})

const deflated = asAsked(ENC.DEFLATED, function* ({ jwe: { header }, problem }, { zip }) {
  if (zip !== 'DEF') return notApplicable('the request does not ask for compression')
  if (header.zip !== 'DEF') yield finding('/header/zip', '"DEF"', showValue(header.zip))
  else if (problem?.code === 'jwe-inflate') yield finding('plaintext', 'raw DEFLATE (RFC 1951)', problem.message)
  return undefined
})

const plain = asAsked(ENC.PLAIN, function* ({ jwe: { header }, plaintext }, { zip }, { decide }) {
  if (zip === 'DEF') return notApplicable('the request asks for compression')
  if (header.zip === 'DEF') yield finding('/header/zip', 'nothing', '"DEF"')
  else if (decide(ZIP) === 'literal' && header.zip !== 'none')
    yield finding('/header/zip', '"none"', showValue(header.zip))
  else if (plaintext !== undefined && !/^\s*[{e]/.test(plaintext)) {
    yield finding('plaintext', 'JSON or a JWS', 'something else: it may be compressed')
  }
  return undefined
})

const zipHeader = (kind: 'encrypted-request' | 'encrypted-response'): ArtefactCheck =>
  checkArtefact(ENC.HEADER, kind, function* ({ jwe: { header } }, { decide }) {
    const allowed = decide(ZIP) === 'literal' ? ['DEF', 'none', undefined] : ['DEF', undefined]
    if (!allowed.some((each) => each === header.zip))
      yield finding('/header/zip', '"DEF" or nothing', showValue(header.zip))
    return undefined
  })

const safe = (kind: 'encrypted-request' | 'encrypted-response'): ArtefactCheck =>
  checkArtefact(ENC.SAFE, kind, function* ({ jwe: { header } }) {
    const { alg } = header
    const known = typeof alg === 'string' && [...algorithms.values()].some((pattern) => pattern.test(alg))
    if (!known && alg !== 'RSA-OAEP') yield finding('/header/alg', 'RSA-OAEP-256 or ECDH-ES', showValue(alg))
    return undefined
  })

const ephemeral = (kind: 'encrypted-request' | 'encrypted-response'): ArtefactCheck =>
  checkArtefact(ENC.EPHEMERAL, kind, function* ({ jwe: { header } }) {
    if (typeof header.alg !== 'string' || !header.alg.startsWith('ECDH-ES'))
      return notApplicable('there is no ephemeral key')
    const { epk } = header
    if (isObject(epk) && typeof epk.crv === 'string' && epk.crv !== 'P-256')
      return notApplicable('only points of P-256 are worked out')
    const fault = isObject(epk) ? checkPoint(epk.x, epk.y) : describeKind(epk)
    if (fault) yield finding('/header/epk', 'a point of P-256', fault)
    return undefined
  })

export const checks: readonly Check[] = [
  ...responseKeyChecks,
  inAgreedForm,
  wholeRequest,
  sealedIfAsked,
  signedAround,
  signature,
  rightKey,
  rightAlg,
  rightEnc,
  deflated,
  plain,
  requestKey,
  zipHeader('encrypted-request'),
  zipHeader('encrypted-response'),
  safe('encrypted-request'),
  safe('encrypted-response'),
  ephemeral('encrypted-request'),
  ephemeral('encrypted-response'),
  ...freshnessChecks,
]
