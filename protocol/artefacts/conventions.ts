import type { Construction, DisclosureOrder } from '../sd-jwt/claim.ts'
import type { ChallengeBinding } from '../x509/android.ts'

/** How reference actors write messages where the document has several readings. One field for each decision that shapes a message. */
export interface Conventions {
  /** Whether Issuer Config holds more than its table shows. */
  readonly configFields: 'table' | 'extended'
  readonly digest: Construction
  readonly order: DisclosureOrder
  /** The text in `_sd_alg`. */
  readonly hashName: string
  /** The separator between the parts of a credential. */
  readonly separator: string
  readonly credentialType: string
  /** The `vct` of a credential, if it has one. */
  readonly vct?: string | undefined
  readonly statusForm: 'url' | 'object'
  readonly attestationType: string
  /** How a device makes its challenge from the nonce. */
  readonly challenge: ChallengeBinding
  /** Where a device keeps its keys. */
  readonly keptIn: 'trustedEnvironment' | 'strongBox'
  /** Where the certificates of the attested keys travel. */
  readonly certificates: 'nowhere' | 'request' | 'callback'
  readonly proof: 'array' | 'object' | 'proofs'
  readonly nonceField: string
  /** The claim of a status response that has the status: its name, or a JSON pointer. */
  readonly statusMember: string
  readonly statusIdMember: string
  /** The credential configuration that offers name. */
  readonly configurationId: string
  readonly requestKeySource: 'metadata' | 'config' | 'offline'
  readonly requestField: string
  readonly requestSerialization: 'compact' | 'json'
  readonly nesting: 'sign-then-encrypt' | 'encrypt-then-sign' | 'credential-only'
  /** Absent if a response has no credential id. */
  readonly idField?: string | undefined
  /** The list of credentials in a response, and the member of each; absent if each is an element itself. */
  readonly responseCredentials: string
  readonly responseCredential?: string | undefined
  readonly callbackCredential: string
  readonly keyAlgBeside: boolean
  readonly zipNone: 'omitted' | 'literal'
  readonly deeplink: { readonly uri: string; readonly parameter: string }
}
