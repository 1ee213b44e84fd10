import type { ExchangeCheck } from '../../../model/check.ts'
import type { Decide } from '../../../model/decision.ts'
import { collectContents, groupBySession, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable, type Remark } from '../../../model/finding.ts'
import { decodeBase64 } from '../../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { openJweWithAny, readJwe } from '../../../protocol/jose/jwe.ts'
import { computeThumbprint, type Jwk } from '../../../protocol/jose/jwk.ts'
import { type Certificate, readCertificate } from '../../../protocol/x509/certificate.ts'
import { readLeafKey } from '../../../protocol/x509/chain.ts'
import { collectIssuances } from '../kit/issuance.ts'
import { checkExchange } from '../model/check.ts'
import type { Exchange } from '../model/exchange.ts'
import { CERTIFICATES } from './decisions.ts'
import { CERT } from './requirements.ts'

type Keys = readonly JsonObject[]

/** An element of the array of certificates. */
interface CertificateElement {
  readonly at: string
  readonly form: 'encrypted' | 'plain' | 'none'
  /** The decoded text; absent if it could not be decrypted. */
  readonly plaintext?: string
  /** The key that decrypted it. */
  readonly key?: Jwk
}

/** The attested keys of one issuance, and the certificates for them. */
interface CertifiedIssuance {
  readonly session: string
  /** The thumbprints of the attested keys, with duplicates. */
  readonly attested: readonly string[]
  readonly elements: readonly CertificateElement[]
  /** The response encryption key in the request. */
  readonly key?: JsonObject | undefined
}

function readElement(at: string, element: JsonValue, keys: Keys): CertificateElement {
  const text = isObject(element) ? (element.Credential ?? element.credential) : element
  if (typeof text !== 'string') return { at, form: 'none' }
  const jwe = attempt(() => readJwe(text))
  if ('problem' in jwe) return { at, form: 'plain', plaintext: text }
  const opened = attempt(() => openJweWithAny(jwe.value, keys))
  if ('problem' in opened) return { at, form: 'encrypted' }
  return { at, form: 'encrypted', plaintext: opened.value.plaintext.toString('latin1'), key: opened.value.key }
}

const readElements = (list: JsonValue | undefined, keys: Keys): readonly CertificateElement[] =>
  (Array.isArray(list) ? list : []).map((element, i) => readElement(`/credentials/${i}`, element, keys))

/** Decodes base64 with or without line breaks and PEM lines. */
const decodeCertificate = (text: string) =>
  attempt(() => decodeBase64(text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '')))

function parseCertificate(text: string) {
  const octets = decodeCertificate(text)
  return 'value' in octets ? attempt(() => readCertificate(octets.value)) : octets
}

/** Whether an element of a callback may be a certificate. The others are credentials or a forwarded response. */
function isCertificate({ form, plaintext }: CertificateElement): boolean {
  if (form === 'none') return false
  if (plaintext === undefined) return true
  return form === 'plain'
    ? 'value' in parseCertificate(plaintext)
    : !plaintext.startsWith('{') && plaintext.split('.').length < 3
}

const listThumbprints = (keys: JsonValue | undefined): readonly string[] =>
  (Array.isArray(keys) ? keys.filter(isObject) : []).flatMap((key) => computeThumbprint(key) ?? [])

const readResponseKey = ({ credential_response_encryption: encryption }: JsonObject): JsonObject | undefined =>
  isObject(encryption) && isObject(encryption.jwk) ? encryption.jwk : undefined

/** Collects the certificates of every request that could be read together with its attestation. */
function collectCertificates(exchange: Exchange, decide: Decide, keys: Keys): readonly CertifiedIssuance[] {
  if (decide(CERTIFICATES) === 'callback') {
    return collectIssuances(exchange).flatMap(({ session, attestations, request, callbacks }) =>
      collectContents(callbacks, 'callback').flatMap(({ credentials }) => {
        const attested = attestations.flatMap(({ jws }) => listThumbprints(jws.payload.attested_keys))
        const elements = readElements(credentials, keys).filter(isCertificate)
        return attested.length > 0 ? [{ session, attested, elements, key: request && readResponseKey(request) }] : []
      }),
    )
  }
  return [...groupBySession(exchange)].flatMap(([session, own]) => {
    const links = selectMessagesTo(own, 'deeplink')
    const readable = collectContents(links, 'request').length > 0 ? links : selectMessagesTo(own, 'validate')
    return readable.flatMap((parsed) => {
      const [[request], attestations] = [collectContents([parsed], 'request'), collectContents([parsed], 'attestation')]
      const attested = attestations.flatMap(({ jws }) => listThumbprints(jws.payload.attested_keys))
      if (!request || attested.length === 0) return []
      return [{ session, attested, elements: readElements(request.credentials, keys), key: readResponseKey(request) }]
    })
  })
}

/** Why certificates cannot be checked. */
function explainNoCheck(
  { tested }: Exchange,
  decide: Decide,
  issuances: readonly CertifiedIssuance[],
): Remark | undefined {
  if (decide(CERTIFICATES) === 'nowhere') return notApplicable('no certificates are sent, by decision')
  if (decide(CERTIFICATES) === 'callback' && !tested.has('identity app'))
    return inconclusive('the document does not define how the reference identity app would get the certificates')
  return issuances.length > 0 ? undefined : inconclusive('no request could be read together with its attestation')
}

const unreadable = inconclusive('a certificate could not be decrypted, or is not valid base64')

const isLocked = ({ plaintext }: CertificateElement): boolean => plaintext === undefined

/** The thumbprint of the key in each readable certificate. */
const listCertifiedKeys = (elements: readonly CertificateElement[]): readonly string[] =>
  elements.flatMap(({ plaintext }) => {
    const read = plaintext === undefined ? undefined : parseCertificate(plaintext)
    return (read && 'value' in read && readKeyThumbprint(read.value)) || []
  })

/** The thumbprint of the key in a certificate; `undefined` for a key type that cannot be attested. */
function readKeyThumbprint(certificate: Certificate): string | undefined {
  const key = readLeafKey(certificate)
  return 'jwk' in key ? computeThumbprint(key.jwk) : undefined
}

const countEqual = (list: readonly string[], one: string): number => list.filter((each) => each === one).length

/** What is wrong with the number of certificates. A key that is attested twice may have two. */
function findWrongCount({ attested, elements }: CertifiedIssuance): string | undefined {
  const distinct = [...new Set(attested)]
  if (elements.length !== attested.length && elements.length !== distinct.length)
    return `${elements.length || 'none'} for ${distinct.length} keys`
  const certified = listCertifiedKeys(elements)
  // CERT-KEY is about certificates for other keys.
  if (certified.length < elements.length || certified.some((key) => !attested.includes(key))) return undefined
  const isUneven = distinct.some((key) => ![1, countEqual(attested, key)].includes(countEqual(certified, key)))
  return isUneven ? 'two for one key and none for another' : undefined
}

const each = checkExchange(CERT.EACH, function* (exchange, { decide, keys = [] }) {
  const issuances = collectCertificates(exchange, decide, keys)
  const obstacle = explainNoCheck(exchange, decide, issuances)
  if (obstacle) return obstacle
  const isMixed = decide(CERTIFICATES) === 'callback'
  // In a callback, an encrypted text may be something other than a certificate.
  const readable = issuances.filter(({ elements }) => !isMixed || !elements.some(isLocked))
  for (const issuance of readable) {
    const wrong = findWrongCount(issuance)
    if (wrong !== undefined)
      yield finding(
        '/credentials',
        'one certificate for each attested key',
        `${wrong}, in the session ${issuance.session}`,
      )
  }
  return readable.length > 0 ? undefined : unreadable
})

const key = checkExchange(CERT.KEY, function* (exchange, { decide, keys = [] }) {
  const issuances = collectCertificates(exchange, decide, keys)
  const obstacle = explainNoCheck(exchange, decide, issuances)
  if (obstacle) return obstacle
  for (const { session, attested, elements } of issuances) {
    for (const element of elements) {
      // CERT-SEALED is about the encoding.
      if (element.plaintext === undefined || 'problem' in decodeCertificate(element.plaintext)) continue
      const [certified] = listCertifiedKeys([element])
      if (certified !== undefined && attested.includes(certified)) continue
      const actual = certified === undefined ? 'no certificate with a P-256 key' : 'a certificate for another key'
      yield finding(element.at, 'a certificate for one of the attested keys', `${actual}, in the session ${session}`)
    }
  }
  const all = issuances.flatMap(({ elements }) => elements)
  if (all.length === 0) return inconclusive('no certificate was seen')
  if (issuances.every((issuance) => isForWalletOnly(issuance, keys))) return forWalletOnly
  return all.some(({ plaintext }) => plaintext === undefined || 'problem' in decodeCertificate(plaintext))
    ? unreadable
    : undefined
})

/** Whether two JWKs are the same public key. */
const isSameKey = (one: JsonObject, other: JsonObject): boolean =>
  computeThumbprint(one) !== undefined && computeThumbprint(one) === computeThumbprint(other)

const forWalletOnly = notApplicable('the certificates are encrypted, and the response key is known to the wallet alone')

/** Whether certificates are encrypted and the key of the response is none of ours. */
const isForWalletOnly = ({ elements, key: wanted }: CertifiedIssuance, keys: Keys): boolean =>
  elements.every(({ form, plaintext }) => form === 'encrypted' && plaintext === undefined) &&
  wanted !== undefined &&
  !keys.some((each) => isSameKey(each, wanted))

/** What is wrong with the encryption of a certificate; `undefined` if it is right or cannot be determined. */
function findEncryptionDefect(
  { form, plaintext, key: decryptedBy }: CertificateElement,
  expected: JsonObject,
  keys: Keys,
): string | undefined {
  if (form !== 'encrypted') return form === 'plain' ? 'an unencrypted certificate' : 'no string'
  if (decryptedBy && !isSameKey(decryptedBy, expected)) return 'a certificate encrypted to another key'
  if (plaintext === undefined)
    return keys.some((each) => isSameKey(each, expected)) ? 'a certificate that this key does not decrypt' : undefined
  return 'problem' in decodeCertificate(plaintext) ? 'a plaintext that is not base64' : undefined
}

const sealed = checkExchange(CERT.SEALED, function* (exchange, { decide, keys = [] }) {
  const issuances = collectCertificates(exchange, decide, keys)
  const obstacle = explainNoCheck(exchange, decide, issuances)
  if (obstacle) return obstacle
  const isMixed = decide(CERTIFICATES) === 'callback'
  let undecided = 0
  let compared = 0
  for (const { session, elements, key: expected } of issuances) {
    for (const element of elements) {
      compared++
      const isDecidable = expected !== undefined && !(isMixed && isLocked(element))
      const wrong = isDecidable ? findEncryptionDefect(element, expected, keys) : undefined
      if (wrong !== undefined)
        yield finding(
          element.at,
          'a certificate encrypted to the response encryption key',
          `${wrong}, in the session ${session}`,
        )
      else if (!isDecidable || isLocked(element)) undecided++
    }
  }
  if (compared === 0) return inconclusive('no certificate was seen')
  if (issuances.every((issuance) => isForWalletOnly(issuance, keys))) return forWalletOnly
  return undecided > 0
    ? inconclusive('a certificate could not be decrypted, or the request has no response encryption key')
    : undefined
})

export const certificateChecks: readonly ExchangeCheck[] = [each, key, sealed]
