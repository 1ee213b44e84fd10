import { type ArtefactCheck, type Check, checkArtefact, checkReadable } from '../../../model/check.ts'
import {
  type CheckContext,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  passedLeniently,
  showValue,
} from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { EncryptedContent } from '../../../protocol/artefacts/artefact.ts'
import { describeKind, isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { attempt, type ProtocolError } from '../../../protocol/encoding/problem.ts'
import { isJsonJwe } from '../../../protocol/jose/jwe-parts.ts'
import { checkPoint } from '../../../protocol/jose/jwk.ts'
import { readSigned } from '../../../protocol/jose/jws.ts'
import * as signatures from '../../kit/signatures.ts'
import { PROFILE } from '../metadata/decisions.ts'
import { SERIALIZATION } from '../request/decisions.ts'
import { algorithms } from './algorithms.ts'
import { NESTING, SIGN_KEY, UNASKED, ZIP } from './decisions.ts'
import { formChecks } from './form-checks.ts'
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

const agreedForm: ArtefactCheck = {
  ...compact,
  *inspect(artefact, context): Inspection {
    const agreed = context.decide(SERIALIZATION)
    const sent = artefact.content && isJsonJwe(artefact.text) ? 'json' : 'compact'
    if (artefact.content && sent !== agreed)
      yield finding('', `the ${agreed} serialization`, sent, `as under encryption.requestSerialization = ${sent}`)
    return yield* compact.inspect(artefact, context)
  },
}

const encrypted = checkReadable(ENC.RESPONSE, 'encrypted-response', [
  'jwe-parts',
  'base64url',
  'json',
  'utf8',
  'not-an-object',
])

/** Section 2.4 does not require an encrypted response to a request that does not ask for one. */
const encryptedIfRequested: ArtefactCheck = {
  ...encrypted,
  *inspect(artefact, context): Inspection {
    context.decide(UNASKED)
    if (context.isEncryptionRequested === false)
      return notApplicable('the request has no `credential_response_encryption`')
    return yield* encrypted.inspect(artefact, context)
  },
}

/** Why a decryption failure does not show a fault of the sender: the key that the message names is missing. */
function explainMissingKey(
  { jwe: { header }, problem }: EncryptedContent,
  keys: readonly JsonObject[] | undefined,
  hasOtherKeys = false,
): string | undefined {
  if (!keys?.length) return 'there is no decryption key: pass --key'
  const { kid } = header
  const isGiven = typeof kid === 'string' ? keys.some((key) => key.kid === undefined || key.kid === kid) : !hasOtherKeys
  return problem && !isGiven ? 'the key of the message was not given: pass --key' : undefined
}

const wholeRequest = checkArtefact(ENC.INTACT, 'encrypted-request', function* (content, { keys, hasOtherKeys }) {
  const { problem } = content
  const reason = explainMissingKey(content, keys, hasOtherKeys)
  if (reason !== undefined) return inconclusive(reason)
  if (problem?.code === 'jwe-decrypt') yield finding('', 'a message that one of the keys decrypts', problem.message)
  else if (problem?.code === 'jwe-inflate') yield finding('', 'raw DEFLATE (RFC 1951)', problem.message)
  else if (problem?.code === 'jwe-plaintext') yield finding('plaintext', 'JSON', problem.message)
  else if (problem) return inconclusive(problem.message)
  return undefined
})

const requestKey = checkArtefact(ENC.KID, 'encrypted-request', function* ({ jwe, key }, { decide }) {
  if (!key) return inconclusive('it could not be decrypted')
  const { kid, alg } = jwe.header
  // RFC 7516, section 4.1.6: the parameter is optional. OpenID4VCI requires it.
  const isOptional = kid === undefined && decide(PROFILE) !== 'openid4vci-1.0'
  if (typeof key.kid === 'string' && kid !== key.kid && !isOptional)
    yield finding('/header/kid', showValue(key.kid), showValue(kid))
  if (typeof key.alg === 'string' && alg !== key.alg) yield finding('/header/alg', showValue(key.alg), showValue(alg))
  return typeof key.kid === 'string' && isOptional ? passedLeniently('the request has no `kid`') : undefined
})

const isSignedOutside = (at: string): boolean => at.endsWith('payload')

/** A response is signed before or after encryption, as was decided. */
const signedAround: ArtefactCheck = {
  requirement: ENC.SIGNED,
  kind: 'encrypted-response',
  *inspect({ content, at, problem: unread }, { decide }): Inspection {
    const nesting = decide(NESTING)
    if (nesting === 'encrypt-then-sign') {
      if (!isSignedOutside(at)) yield finding('', 'a JWS with the encrypted message as its payload', 'an unsigned JWE')
      return undefined
    }
    if (nesting === 'credential-only') return notApplicable('only the credential is signed, by decision')
    const { plaintext, problem } = (content as EncryptedContent | undefined) ?? { problem: unread } // an artefact of this kind
    if (plaintext === undefined) return inconclusive(`it could not be decrypted: ${problem?.message}`)
    const inner = attempt(() => readSigned(plaintext))
    if ('value' in inner) return undefined
    yield finding('plaintext', 'a compact JWS', inner.problem.message, explainNesting(at, plaintext))
    return undefined
  },
}

function explainNesting(at: string, plaintext: string): string | undefined {
  if (isSignedOutside(at)) return 'it was signed after encryption: response.nesting = encrypt-then-sign'
  return plaintext.startsWith('{') ? 'the plaintext is JSON: response.nesting = credential-only' : undefined
}

const signature = checkArtefact(ENC.SIGNED, 'signed-response', function* (signed, context) {
  const ofOtherKey =
    context.decide(SIGN_KEY) === 'other' ? notApplicable('another key signs responses, by decision') : undefined
  if (ofOtherKey && signatures.isOfOtherAlgorithm(signed)) return ofOtherKey
  if (signed.header.alg !== 'ES256') {
    yield finding('/header/alg', 'ES256', showValue(signed.header.alg))
    return undefined
  }
  yield* signatures.checkCriticalParameters(signed)
  yield* signatures.checkForm(signed)
  return yield* signatures.checkSignature(signed, 'the issuer', context, ofOtherKey)
})

/** A check of a response against the `credential_response_encryption` of the request. */
const checkAgainstRequest = (
  requirement: Requirement,
  inspect: (content: EncryptedContent, requested: JsonObject, context: CheckContext) => Inspection,
): ArtefactCheck =>
  checkArtefact(requirement, 'encrypted-response', function* (content, context) {
    if (!context.responseEncryption)
      return inconclusive('the `credential_response_encryption` of the request is unknown: pass --response-encryption')
    return yield* inspect(content, context.responseEncryption, context)
  })

/** The members that identify a public key, by its type. Others say nothing, whatever they are called. */
const identifyingMembers: Readonly<Record<string, readonly string[]>> = {
  EC: ['kty', 'crv', 'x', 'y'],
  OKP: ['kty', 'crv', 'x'],
  RSA: ['kty', 'n', 'e'],
}

const isSameKey = (one: JsonObject, other: JsonObject): boolean =>
  (identifyingMembers[String(one.kty)] ?? ['kty', 'crv', 'x', 'y', 'n', 'e']).every(
    (member) => one[member] === other[member],
  )

/** Whether a message was decrypted, and its plaintext cannot be read. */
const isAboutPlaintext = ({ code }: ProtocolError): boolean => code === 'jwe-inflate' || code === 'jwe-plaintext'

const rightKey = checkArtefact(ENC.KEY, 'encrypted-response', function* (content, { keys, responseEncryption }) {
  const { problem, key } = content
  const requested = responseEncryption?.jwk
  // If the requested key is available, the `kid` of the message does not matter.
  const isGiven = isObject(requested) && keys?.some((each) => isSameKey(each, requested))
  const reason = isGiven ? undefined : explainMissingKey(content, keys)
  if (reason !== undefined) return inconclusive(reason)
  if (problem?.code === 'jwe-decrypt')
    yield finding('', 'a message that the key of the request decrypts', problem.message)
  else if (problem?.code === 'jwe-key')
    yield finding('', 'a message encrypted to the key of the request', problem.message)
  else if (problem && !isAboutPlaintext(problem)) return inconclusive(problem.message)
  if (key && isObject(requested) && !isSameKey(key, requested)) {
    yield finding(
      '',
      'a message that the key of the request decrypts',
      `a message that the key ${showValue(key.kid)} decrypts`,
    )
  }
  return undefined
})

const rightAlg = checkAgainstRequest(ENC.ALG, function* ({ jwe: { header } }, { jwk, alg: beside }) {
  if (!isObject(jwk)) return inconclusive('the request contains no key')
  const alg = jwk.alg ?? beside
  if (header.alg !== alg) yield finding('/header/alg', showValue(alg), showValue(header.alg))
  if (jwk.kid === undefined || header.kid === jwk.kid) return undefined
  if (header.kid === undefined) return passedLeniently('the response has no `kid`')
  yield finding('/header/kid', showValue(jwk.kid), showValue(header.kid))
  return undefined
})

const rightEnc = checkAgainstRequest(ENC.ENC, function* ({ jwe: { header } }, { enc }) {
  if (header.enc !== enc) yield finding('/header/enc', showValue(enc), showValue(header.enc))
  return undefined
})

const deflated = checkAgainstRequest(ENC.DEFLATED, function* ({ jwe: { header }, problem }, { zip }) {
  if (zip !== 'DEF') return notApplicable('the request does not ask for compression')
  if (header.zip !== 'DEF') yield finding('/header/zip', '"DEF"', showValue(header.zip))
  else if (problem?.code === 'jwe-inflate') yield finding('plaintext', 'raw DEFLATE (RFC 1951)', problem.message)
  return undefined
})

const plain = checkAgainstRequest(ENC.PLAIN, function* ({ jwe: { header }, plaintext, problem }, { zip }, { decide }) {
  if (zip === 'DEF') return notApplicable('the request asks for compression')
  if (header.zip === 'DEF') yield finding('/header/zip', 'nothing', '"DEF"')
  else if (decide(ZIP) === 'literal' && header.zip !== 'none')
    yield finding('/header/zip', '"none"', showValue(header.zip))
  else if (problem?.code === 'jwe-plaintext') yield finding('plaintext', 'JSON or a JWS', problem.message)
  else if (plaintext !== undefined && !/^\s*[{e]/.test(plaintext)) {
    yield finding('plaintext', 'JSON or a JWS', 'another text, which may be compressed')
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
      return notApplicable('the message has no ephemeral key')
    const { epk } = header
    if (isObject(epk) && typeof epk.crv === 'string' && epk.crv !== 'P-256')
      return notApplicable('only points on P-256 are checked')
    const fault = isObject(epk) ? checkPoint(epk.x, epk.y) : describeKind(epk)
    if (fault) yield finding('/header/epk', 'a point on P-256', fault)
    return undefined
  })

export const checks: readonly Check[] = [
  ...responseKeyChecks,
  agreedForm,
  wholeRequest,
  encryptedIfRequested,
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
  ...formChecks,
  safe('encrypted-request'),
  safe('encrypted-response'),
  ephemeral('encrypted-request'),
  ephemeral('encrypted-response'),
  ...freshnessChecks,
]
