import { checkExchange, type ExchangeCheck } from '../../model/check.ts'
import type { Decide } from '../../model/decision.ts'
import { collectContents, type Exchange, groupBySession, selectMessagesTo } from '../../model/exchange.ts'
import { finding, inconclusive, notApplicable, type Remark } from '../../model/finding.ts'
import { decodeBase64 } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { openJweWithAny, readJwe } from '../../protocol/jose/jwe.ts'
import { computeThumbprint, type Jwk } from '../../protocol/jose/jwk.ts'
import { type Certificate, readCertificate } from '../../protocol/x509/certificate.ts'
import { readLeafKey } from '../../protocol/x509/chain.ts'
import { collectIssuances } from '../kit/issuance.ts'
import { CERTIFICATES } from './decisions.ts'
import { CERT } from './requirements.ts'

type Keys = readonly JsonObject[]

/** An element of the array in which certificates are, as far as it can be read. */
interface Enclosed {
  readonly at: string
  readonly form: 'sealed' | 'clear' | 'none'
  /** What is in it; absent if no key of ours opens it. */
  readonly inside?: string
  /** The key that opened it. */
  readonly key?: Jwk
}

/** What a wallet attested in one session, and what it enclosed for that. */
interface Handed {
  readonly session: string
  /** The attested keys by their thumbprints, those that are listed twice twice. */
  readonly attested: readonly string[]
  readonly enclosed: readonly Enclosed[]
  /** The key that the request gives for the response. */
  readonly key?: JsonObject | undefined
}

function enclosedIn(at: string, element: JsonValue, keys: Keys): Enclosed {
  const text = isObject(element) ? (element.Credential ?? element.credential) : element
  if (typeof text !== 'string') return { at, form: 'none' }
  const jwe = attempt(() => readJwe(text))
  if ('problem' in jwe) return { at, form: 'clear', inside: text }
  const opened = attempt(() => openJweWithAny(jwe.value, keys))
  if ('problem' in opened) return { at, form: 'sealed' }
  return { at, form: 'sealed', inside: opened.value.plaintext.toString('latin1'), key: opened.value.key }
}

const allIn = (list: JsonValue | undefined, keys: Keys): readonly Enclosed[] =>
  (Array.isArray(list) ? list : []).map((element, i) => enclosedIn(`/credentials/${i}`, element, keys))

/** Line breaks and armour are for whoever reads base64. */
const octetsIn = (text: string) =>
  attempt(() => decodeBase64(text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '')))

function certificateIn(text: string) {
  const octets = octetsIn(text)
  return 'value' in octets ? attempt(() => readCertificate(octets.value)) : octets
}

/** Whether an element of a callback can be a certificate; the others are credentials, or a response that was handed on. */
function isCertificate({ form, inside }: Enclosed): boolean {
  if (form === 'none') return false
  if (inside === undefined) return true
  return form === 'clear' ? 'value' in certificateIn(inside) : !inside.startsWith('{') && inside.split('.').length < 3
}

const thumbprintsIn = (keys: JsonValue | undefined): readonly string[] =>
  (Array.isArray(keys) ? keys.filter(isObject) : []).flatMap((key) => computeThumbprint(key) ?? [])

const keyIn = ({ credential_response_encryption: encryption }: JsonObject): JsonObject | undefined =>
  isObject(encryption) && isObject(encryption.jwk) ? encryption.jwk : undefined

/** Everything that was enclosed, where a request could be read with its attestation. */
function handedIn(exchange: Exchange, decide: Decide, keys: Keys): readonly Handed[] {
  if (decide(CERTIFICATES) === 'callback') {
    return collectIssuances(exchange).flatMap(({ session, attestations, request, callbacks }) =>
      collectContents(callbacks, 'callback').flatMap(({ credentials }) => {
        const attested = attestations.flatMap(({ jws }) => thumbprintsIn(jws.payload.attested_keys))
        const enclosed = allIn(credentials, keys).filter(isCertificate)
        return attested.length > 0 ? [{ session, attested, enclosed, key: request && keyIn(request) }] : []
      }),
    )
  }
  return [...groupBySession(exchange)].flatMap(([session, own]) => {
    const links = selectMessagesTo(own, 'deeplink')
    const asking = collectContents(links, 'request').length > 0 ? links : selectMessagesTo(own, 'validate')
    return asking.flatMap((passage) => {
      const [[request], attestations] = [
        collectContents([passage], 'request'),
        collectContents([passage], 'attestation'),
      ]
      const attested = attestations.flatMap(({ jws }) => thumbprintsIn(jws.payload.attested_keys))
      if (!request || attested.length === 0) return []
      return [{ session, attested, enclosed: allIn(request.credentials, keys), key: keyIn(request) }]
    })
  })
}

/** Why nothing can be said of certificates. */
function hindrance({ tested }: Exchange, decide: Decide, handed: readonly Handed[]): Remark | undefined {
  if (decide(CERTIFICATES) === 'nowhere') return notApplicable('nobody sends certificates, by decision')
  if (decide(CERTIFICATES) === 'callback' && !tested.has('identity app'))
    return inconclusive('how the certificates of a wallet come to an identity app of ours is said nowhere')
  return handed.length > 0 ? undefined : inconclusive('no request could be read together with its attestation')
}

const shut = inconclusive('a certificate is sealed, and no key of ours opens it, or it is no base64')

const isShut = ({ inside }: Enclosed): boolean => inside === undefined

/** The key of each certificate that can be read, by its thumbprint. */
const certifiedIn = (enclosed: readonly Enclosed[]): readonly string[] =>
  enclosed.flatMap(({ inside }) => {
    const read = inside === undefined ? undefined : certificateIn(inside)
    return (read && 'value' in read && keyOf(read.value)) || []
  })

/** The key in a certificate, by its thumbprint; nothing, if it is of no kind that could be attested. */
function keyOf(certificate: Certificate): string | undefined {
  const key = readLeafKey(certificate)
  return 'jwk' in key ? computeThumbprint(key.jwk) : undefined
}

const countOf = (list: readonly string[], one: string): number => list.filter((each) => each === one).length

/** What is wrong with how many there are. A key that is listed twice may have two. */
function miscounted({ attested, enclosed }: Handed): string | undefined {
  const distinct = [...new Set(attested)]
  if (enclosed.length !== attested.length && enclosed.length !== distinct.length)
    return `${enclosed.length || 'none'} for ${distinct.length} keys`
  const certified = certifiedIn(enclosed)
  // What is made for no attested key is for another row.
  if (certified.length < enclosed.length || certified.some((key) => !attested.includes(key))) return undefined
  const isUneven = distinct.some((key) => ![1, countOf(attested, key)].includes(countOf(certified, key)))
  return isUneven ? 'two for one key and none for another' : undefined
}

const each = checkExchange(CERT.EACH, function* (exchange, { decide, keys = [] }) {
  const handed = handedIn(exchange, decide, keys)
  const hindered = hindrance(exchange, decide, handed)
  if (hindered) return hindered
  const isMixed = decide(CERTIFICATES) === 'callback'
  // Sealed texts beside the credentials may be anything.
  const known = handed.filter(({ enclosed }) => !isMixed || !enclosed.some(isShut))
  for (const one of known) {
    const wrong = miscounted(one)
    if (wrong !== undefined)
      yield finding('/credentials', 'one certificate for each attested key', `${wrong}, in the session ${one.session}`)
  }
  return known.length > 0 ? undefined : shut
})

const key = checkExchange(CERT.KEY, function* (exchange, { decide, keys = [] }) {
  const handed = handedIn(exchange, decide, keys)
  const hindered = hindrance(exchange, decide, handed)
  if (hindered) return hindered
  for (const { session, attested, enclosed } of handed) {
    for (const one of enclosed) {
      // What is no base64 is for another row.
      if (one.inside === undefined || 'problem' in octetsIn(one.inside)) continue
      const [certified] = certifiedIn([one])
      if (certified !== undefined && attested.includes(certified)) continue
      const actual = certified === undefined ? 'no certificate of a key on P-256' : 'one for another key'
      yield finding(one.at, 'a certificate for one of the attested keys', `${actual}, in the session ${session}`)
    }
  }
  const all = handed.flatMap(({ enclosed }) => enclosed)
  if (all.length === 0) return inconclusive('no certificate was seen')
  return all.some(({ inside }) => inside === undefined || 'problem' in octetsIn(inside)) ? shut : undefined
})

/** What makes two public keys one key. */
const isSameKey = (one: JsonObject, other: JsonObject): boolean =>
  computeThumbprint(one) !== undefined && computeThumbprint(one) === computeThumbprint(other)

/** What is wrong with how one is sealed; nothing, where that cannot be told. */
function unsealed({ form, inside, key: opener }: Enclosed, wanted: JsonObject, keys: Keys): string | undefined {
  if (form !== 'sealed') return form === 'clear' ? 'one in clear' : 'no text'
  if (opener && !isSameKey(opener, wanted)) return 'one that another key opens'
  if (inside === undefined)
    return keys.some((each) => isSameKey(each, wanted)) ? 'one that it does not open' : undefined
  return 'problem' in octetsIn(inside) ? 'something else than base64 in it' : undefined
}

const sealed = checkExchange(CERT.SEALED, function* (exchange, { decide, keys = [] }) {
  const handed = handedIn(exchange, decide, keys)
  const hindered = hindrance(exchange, decide, handed)
  if (hindered) return hindered
  const isMixed = decide(CERTIFICATES) === 'callback'
  let doubtful = 0
  let looked = 0
  for (const { session, enclosed, key: wanted } of handed) {
    for (const one of enclosed) {
      looked++
      const isOpen = wanted !== undefined && !(isMixed && isShut(one))
      const wrong = isOpen ? unsealed(one, wanted, keys) : undefined
      if (wrong !== undefined)
        yield finding(
          one.at,
          'a certificate that the key for the response opens',
          `${wrong}, in the session ${session}`,
        )
      else if (!isOpen || isShut(one)) doubtful++
    }
  }
  if (looked === 0) return inconclusive('no certificate was seen')
  return doubtful > 0
    ? inconclusive('a certificate could not be opened, or no key was given for the response')
    : undefined
})

export const certificateChecks: readonly ExchangeCheck[] = [each, key, sealed]
