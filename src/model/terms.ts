import type { Endpoint } from './wire.ts'

/** Where calls go and how. The URL may hold `{id}`. */
export interface Address {
  readonly method: string
  readonly url: string
}

/** What parties have to agree on beside the form of their messages: addresses, tokens, lifetimes. */
export interface Terms {
  readonly addresses: Readonly<Record<Endpoint, Address>>
  readonly token: { readonly header: string; readonly format: 'bearer' | 'bare' }
  /** Endpoints that want the session token, beside the validation call. */
  readonly guarded: ReadonlySet<Endpoint>
  /** Seconds. */
  readonly lifetimes: { readonly code: number; readonly nonce: number }
  readonly uses: { readonly code: 'once' | 'until-expiry'; readonly nonce: 'once' | 'until-expiry' }
  /** Whether the wallet backend gets credentials in clear, where the identity app can open them. */
  readonly delivered: 'opened' | 'sealed'
  /** What an issuer does with a request that asks for no encryption. */
  readonly unasked: 'answered' | 'refused'
  /** What an identity app makes of a response in clear: only where it is settled who opens responses it knows better. */
  readonly inClear: 'delivered' | 'refused'
  /** Whether the wallet shows the code to the issuer, and where. */
  readonly codePresented: 'nowhere' | 'request'
}
