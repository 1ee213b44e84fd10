import { credentialProfiles, type ProfileName } from '../verifiers/profiles.ts'

/** What differs between the profiles, as far as a wallet, an app, a backend and an issuer have to know. */
export interface Reading {
  readonly profile: ProfileName
  /** Whether digests and disclosures are those of RFC 9901. */
  readonly isStandard: boolean
  /** Whether a credential has a `vct`, and a reference to a status list. */
  readonly isVc: boolean
  /** Whether messages are those of OpenID4VCI 1.0. */
  readonly isVci: boolean
}

export const readings: readonly Reading[] = Object.entries(credentialProfiles).map(
  ([name, { isStandard, isStatusUrl }]) => ({
    profile: name as ProfileName, // its own keys
    isStandard,
    isVc: !isStatusUrl,
    isVci: name === 'document-openid4vci',
  }),
)

/** Sends a request, such as `fetch`. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>

/** The members of a JSON object, as JavaScript reads it. */
// biome-ignore lint/suspicious/noExplicitAny: the actors are as careless about types as the ones that teams write
export type Json = any

/** The JSON of a successful response. */
export async function readJson(response: Response): Promise<Json> {
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

export const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
