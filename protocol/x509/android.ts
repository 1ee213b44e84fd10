import { createHash } from 'node:crypto'
import { decodeBase64url, isBase64url } from '../encoding/base64url.ts'
import {
  type Authorizations,
  readAuthorizations,
  rootOfTrustTag,
  writeAuthorizations,
} from './android-authorizations.ts'
import { type Certificate, type Extension, findExtension } from './certificate.ts'
import { readDer } from './der.ts'
import { readExplicit, readNumber, readOctetString, readParts, requirePart } from './der-value.ts'
import * as der from './der-write.ts'

/** The extension by which an Android device describes the key of a leaf. */
export const keyDescriptionId = '1.3.6.1.4.1.11129.2.1.17'

/** Numbers of the Android schema, by name, as far as a check has a use for them. */
export const androidNumbers = {
  securityLevel: { software: 0, trustedEnvironment: 1, strongBox: 2 },
  origin: { generated: 0, derived: 1, imported: 2 },
  purpose: { encrypt: 0, decrypt: 1, sign: 2, verify: 3, agreeKey: 6, attestKey: 7 },
  algorithm: { rsa: 1, ec: 3 },
  ecCurve: { p224: 0, p256: 1, p384: 2, p521: 3, curve25519: 4 },
  digest: { none: 0, sha256: 4, sha384: 5, sha512: 6 },
  verifiedBootState: { verified: 0, selfSigned: 1, unverified: 2, failed: 3 },
} as const

/** What a device says about a key; what a number means is in `android`. */
export interface KeyDescription {
  readonly attestationVersion: number
  readonly attestationSecurityLevel: number
  readonly keyMintVersion: number
  readonly keyMintSecurityLevel: number
  readonly attestationChallenge: Buffer
  readonly uniqueId: Buffer
  readonly softwareEnforced: Authorizations
  readonly hardwareEnforced: Authorizations
}

/** What the device says about the key of a certificate, or nothing. */
export function readKeyDescription(certificate: Certificate): KeyDescription | undefined {
  const value = findExtension(certificate, keyDescriptionId)
  return value && decodeKeyDescription(value)
}

/** The content of the extension. Unknown authorisations are passed over. */
export function decodeKeyDescription(octets: Buffer): KeyDescription {
  const parts = readParts(readDer(octets))
  return {
    attestationVersion: readNumber(requirePart(parts, 0)),
    attestationSecurityLevel: readNumber(requirePart(parts, 1)),
    keyMintVersion: readNumber(requirePart(parts, 2)),
    keyMintSecurityLevel: readNumber(requirePart(parts, 3)),
    attestationChallenge: readOctetString(requirePart(parts, 4)),
    uniqueId: readOctetString(requirePart(parts, 5)),
    softwareEnforced: readAuthorizations(requirePart(parts, 6)),
    hardwareEnforced: readAuthorizations(requirePart(parts, 7)),
  }
}

/** Where the lists of a key description depart from DER and are read nevertheless. */
export type DerLaxity = 'tag-order' | 'boolean'

/** How a device departs from DER in its key description, where genuine devices do. */
export function findLaxities(octets: Buffer): readonly DerLaxity[] {
  const lists = readParts(readDer(octets))
    .slice(6)
    .map((list) => readParts(list))
  const unordered = lists.some((list) => list.some(({ tag }, i) => tag < (list[i - 1]?.tag ?? 0)))
  const roots = lists.flat().filter(({ tag }) => tag === rootOfTrustTag)
  const loose = roots.some(
    (root) => !['00', 'ff'].includes(requirePart(readParts(readExplicit(root)), 1).content.toString('hex')),
  )
  return [...(unordered ? (['tag-order'] as const) : []), ...(loose ? (['boolean'] as const) : [])]
}

/** A key description as an extension of a certificate. */
export function writeKeyDescription(description: KeyDescription): Extension {
  const value = der.sequence(
    der.integer(description.attestationVersion),
    der.enumerated(description.attestationSecurityLevel),
    der.integer(description.keyMintVersion),
    der.enumerated(description.keyMintSecurityLevel),
    der.octetString(description.attestationChallenge),
    der.octetString(description.uniqueId),
    writeAuthorizations(description.softwareEnforced),
    writeAuthorizations(description.hardwareEnforced),
  )
  return { id: keyDescriptionId, critical: false, value }
}

const bindings = {
  utf8: (nonce: string) => Buffer.from(nonce, 'utf8'),
  'base64url-decoded': (nonce: string) => (isBase64url(nonce) ? decodeBase64url(nonce) : undefined),
  'sha-256': (nonce: string) => createHash('sha256').update(nonce).digest(),
} as const

/** How a challenge can be made from a nonce. The text does not say which. */
export type ChallengeBinding = keyof typeof bindings

/** The challenge that is made from a nonce in one way; a nonce that cannot be decoded is taken as it is. */
export const deriveChallenge = (nonce: string, binding: ChallengeBinding): Buffer =>
  bindings[binding](nonce) ?? bindings.utf8(nonce)

/** How this challenge was made from this nonce, if it was. An empty one was made from nothing. */
export function findChallengeBinding(challenge: Buffer, nonce: string): ChallengeBinding | undefined {
  const names = Object.keys(bindings) as readonly ChallengeBinding[] // they are its keys
  return challenge.length === 0 ? undefined : names.find((name) => bindings[name](nonce)?.equals(challenge))
}
