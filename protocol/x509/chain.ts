import { createPublicKey, type KeyObject } from 'node:crypto'
import { isObject, type JsonObject } from '../encoding/json.ts'
import { memoizeLast } from '../encoding/memoize-last.ts'
import { attempt } from '../encoding/problem.ts'
import type { Jwk } from '../jose/jwk.ts'
import { type Certificate, readChain } from './certificate.ts'
import { isOutsideConstraints } from './name-constraints.ts'

/** One thing that is wrong with a chain, and with which of its certificates. */
export interface ChainFault {
  readonly index: number
  readonly fault:
    | 'name'
    | 'signature'
    | 'ca'
    | 'key-usage'
    | 'path-length'
    | 'duplicate'
    | 'critical'
    | 'name-constraints'
    | 'not-yet-valid'
    | 'expired'
  readonly message: string
}

type Faults = Iterable<ChainFault>
type Chain = readonly Certificate[]

/** Why the certificates, leaf first, do not certify one another. Neither time nor trust is looked at. */
export const findChainFaults = (chain: Chain): readonly ChainFault[] => [
  ...findLinkFaults(chain),
  ...findIssuerFaults(chain),
  ...findRepetitions(chain),
  ...findCriticalFaults(chain),
  ...findConstraintFaults(chain),
]

/** Each certificate was issued by the next; the last by itself, if that is what it says. */
function* findLinkFaults(chain: Chain): Faults {
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1] ?? (certificate.issuer.equals(certificate.subject) ? certificate : undefined)
    if (!issuer) continue
    if (!certificate.issuer.equals(issuer.subject)) {
      yield { index, fault: 'name', message: 'the issuer is not the subject of the next certificate' }
    }
    const key = readKey(issuer)
    if (!key || !isIssuedBy(certificate)(key)) {
      yield { index, fault: 'signature', message: 'the signature is not by the key of its issuer' }
    }
  }
}

/** Some genuine devices fail here: their chains have an intermediate that is not a certificate authority. */
function* findIssuerFaults(chain: Chain): Faults {
  for (const [index, { constraints, keyUsage }] of chain.entries()) {
    if (index === 0) continue
    if (!constraints?.ca) yield { index, fault: 'ca', message: 'issues, but is not a certificate authority' }
    if (keyUsage && !keyUsage.includes('keyCertSign')) {
      yield { index, fault: 'key-usage', message: 'issues, but its key may not sign certificates' }
    }
    if (constraints?.pathLength !== undefined && countAuthoritiesBelow(chain, index) > constraints.pathLength) {
      yield { index, fault: 'path-length', message: 'has more authorities below it than it allows' }
    }
  }
}

/** RFC 5280 section 4.2.1.9: the leaf does not count, nor does what is issued to its own issuer. */
const countAuthoritiesBelow = (chain: Chain, index: number): number =>
  chain.slice(1, index).filter(({ issuer, subject }) => !issuer.equals(subject)).length

function* findRepetitions(chain: Chain): Faults {
  for (const [index, { der }] of chain.entries()) {
    const first = chain.findIndex((other) => other.der.equals(der))
    if (first < index) yield { index, fault: 'duplicate', message: `the same certificate as number ${first}` }
  }
}

/**
 * The extensions that may be critical: those of RFC 5280, section 4.2, those for the information of authorities and for
 * statements about qualified certificates. What else is critical has to be refused by all who do not know it.
 */
const knownExtensions = /^(2\.5\.29\.(9|14|15|17|18|19|30|31|32|33|35|36|37|46|54)|1\.3\.6\.1\.5\.5\.7\.1\.(1|3|11))$/

function* findCriticalFaults(chain: Chain): Faults {
  for (const [index, { extensions }] of chain.entries()) {
    const unknown = extensions.find(({ id, critical }) => critical && !knownExtensions.test(id))
    if (unknown)
      yield { index, fault: 'critical', message: `has the critical extension ${unknown.id}, which is not known` }
  }
}

/** RFC 5280, section 6.1.3: what is issued to its own issuer is not looked at, unless it is the leaf. */
function* findConstraintFaults(chain: Chain): Faults {
  for (const [index, certificate] of chain.entries()) {
    const isLooked = index === 0 || !certificate.issuer.equals(certificate.subject)
    const above = isLooked ? chain.slice(index + 1) : []
    if (above.some((authority) => isOutsideConstraints(certificate, authority)))
      yield { index, fault: 'name-constraints', message: 'has a name that its authority may not certify' }
  }
}

/** Whether the key of a certificate may not sign anything but certificates. */
export const isForbiddenToSign = ({ keyUsage }: Certificate): boolean =>
  keyUsage !== undefined && !keyUsage.includes('digitalSignature') && !keyUsage.includes('nonRepudiation')

/** Which issuers are not valid at a moment. The leaf is left out: devices write what they like there. */
export function findValidityFaults(chain: Chain, now: Date): readonly ChainFault[] {
  return chain.flatMap(({ notBefore, notAfter }, index): ChainFault[] => {
    if (index === 0) return []
    if (now < notBefore) return [{ index, fault: 'not-yet-valid', message: `not before ${notBefore.toISOString()}` }]
    return now > notAfter ? [{ index, fault: 'expired', message: `not after ${notAfter.toISOString()}` }] : []
  })
}

/**
 * Whether the last certificate is an anchor or is issued by one. Anchors are PEM, a certificate or a public key; only
 * keys are compared, because roots are issued again over the same key.
 */
export function isAnchored(chain: Chain, anchors: readonly string[]): boolean {
  const last = chain.at(-1)
  const key = last && readKey(last)
  return anchors
    .map(importAnchor)
    .some((anchor) => last !== undefined && (key?.equals(anchor) || isIssuedBy(last)(anchor)))
}

/** Whether a chain is good at a moment, in seconds, and ends at an anchor. */
export function isTrustedAt(chain: Chain, anchors: readonly string[], now: number): boolean {
  const moment = new Date(1000 * now)
  const [own] = chain
  const isCurrent = own !== undefined && moment >= own.notBefore && moment <= own.notAfter
  const faults = [...findChainFaults(chain), ...findValidityFaults(chain, moment)]
  return isCurrent && faults.length === 0 && isAnchored(chain, anchors)
}

const importAnchor = memoizeLast((pem: string): KeyObject => createPublicKey(pem))

/** The key of a certificate, unless its kind is unknown. */
function readKey({ x509 }: Certificate): KeyObject | undefined {
  try {
    return x509.publicKey
  } catch {
    return undefined
  }
}

/** Whether a key made the signature of a certificate. The upper links are the same in one chain after the other. */
const isIssuedBy = memoizeLast(({ x509 }: Certificate) =>
  memoizeLast((key: KeyObject): boolean => {
    try {
      return x509.verify(key)
    } catch {
      return false // a key that cannot have made this kind of signature
    }
  }),
)

/** The public key of a certificate; nothing, if its kind is unknown, or is one that JWK does not have. */
export function exportKey(certificate: Certificate): Jwk | undefined {
  const key = readKey(certificate)
  try {
    const exported = key?.export({ format: 'jwk' })
    return isObject(exported) ? exported : undefined
  } catch {
    return undefined // on a Brainpool curve, say
  }
}

/** The public key that a JOSE header shows: by `jwk`, or by the first certificate of `x5c`. */
export function readHeaderKey({ jwk, x5c }: JsonObject): Jwk | undefined {
  if (isObject(jwk) || x5c === undefined) return isObject(jwk) ? jwk : undefined
  const chain = attempt(() => readChain(x5c))
  const [certificate] = 'value' in chain ? chain.value : []
  return certificate && exportKey(certificate)
}

/** The key that a device signs with, in both forms, or why it cannot be used for ES256. */
export const readLeafKey = memoizeLast(readLeafKeyUncached)

function readLeafKeyUncached(
  certificate: Certificate,
): { readonly key: KeyObject; readonly jwk: Jwk } | { reason: string } {
  const key = readKey(certificate)
  if (key?.asymmetricKeyType !== 'ec') return { reason: `the key is ${key?.asymmetricKeyType ?? 'unknown'}, not EC` }
  const curve = key.asymmetricKeyDetails?.namedCurve
  if (curve !== 'prime256v1') return { reason: `the curve is ${curve ?? 'unnamed'}, not P-256` }
  const { x, y } = key.export({ format: 'jwk' })
  return { key, jwk: { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) } }
}
