import { claimSet } from '../../../suites/document/claims/claim-set.ts'

/** What a credential looks like under a profile, as far as a verifier has to know. */
export interface CredentialProfile {
  /** Whether digests and disclosures are those of RFC 9901; otherwise they are those of section 2.9. */
  readonly isStandard: boolean
  readonly hashName: string
  readonly typ: RegExp
  readonly requiredClaims: readonly string[]
  /** Whether `status` is a URL; otherwise it refers to a Token Status List. */
  readonly isStatusUrl: boolean
}

const requiredClaims = ['iss', 'id', 'iat', 'exp', 'status', 'cnf']
const standard = { isStandard: true, hashName: 'sha-256', isStatusUrl: true }
const sdJwtVc = { ...standard, typ: /^dc\+sd-jwt$/, requiredClaims: [...requiredClaims, 'vct'], isStatusUrl: false }

export const credentialProfiles = {
  document: { isStandard: false, hashName: 'SHA-256', typ: /^vc\+sd-jwt$/, requiredClaims, isStatusUrl: true },
  'document-rfc9901': { ...standard, typ: /^[\w.-]+\+sd-jwt$/, requiredClaims },
  'document-sd-jwt-vc': sdJwtVc,
  'document-openid4vci': sdJwtVc,
} satisfies Readonly<Record<string, CredentialProfile>>

export type ProfileName = keyof typeof credentialProfiles

/** What a verifier is asked to do. */
export interface Presented {
  readonly presentation: string
  readonly issuer: string
  readonly statusService: string
}

/** What a verifier finds around it. */
export interface Surroundings {
  readonly profile: CredentialProfile
  /** Fetches the body of a URL; fails unless the answer is a success. */
  readonly get: (url: string) => Promise<string>
  /** Seconds since 1970. */
  readonly now: number
}

/** Returns the disclosed claims of a valid presentation, and throws if it is not valid. */
export type Verify = (presented: Presented, surroundings: Surroundings) => Promise<Readonly<Record<string, unknown>>>

const claimNames = Object.keys(claimSet)

/**
 * Whether the salt of a disclosure under section 2.9 contains a part of another claim: nothing separates salt, name and
 * value there, so `Mobile` can be cut out of `MaskedMobile`.
 */
export const isCutAnew = (name: string, salt: string): boolean =>
  claimNames.some(
    (other) =>
      (other.length > 5 && salt.includes(other)) ||
      (other !== name && other.endsWith(name) && salt.endsWith(other.slice(0, -name.length))),
  )
