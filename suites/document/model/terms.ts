import type { Address } from '../../../model/wire.ts'
import type { Endpoint } from './endpoints.ts'

/** What parties have to agree on beside the form of their messages: addresses, tokens, lifetimes. */
export interface Terms {
  readonly addresses: Readonly<Record<Endpoint, Address>>
  readonly token: { readonly header: string; readonly format: 'bearer' | 'bare' }
  /** Endpoints that need the session token, beside the validation endpoint. */
  readonly guarded: ReadonlySet<Endpoint>
  /** Seconds. */
  readonly lifetimes: { readonly code: number; readonly nonce: number }
  readonly uses: { readonly code: 'once' | 'until-expiry'; readonly nonce: 'once' | 'until-expiry' }
  /** Whether the identity app decrypts credentials before it delivers them to the wallet backend, if it can. */
  readonly deliveredCredentials: 'decrypted' | 'encrypted'
  /** How an issuer answers a request that asks for no encryption. */
  readonly withoutEncryption: 'answered' | 'refused'
  /** What an identity app does with an unencrypted response; it can tell only where it decrypts responses itself. */
  readonly clearResponse: 'delivered' | 'refused'
  /** Whether the wallet sends the code to the issuer, and where. */
  readonly codePresented: 'nowhere' | 'request'
}
