import type { Flags } from '../../../terminal/flags.ts'

/** What `assay test wallet` takes beside the flags of every test, by any standard. */
export const walletFlags = {
  wallet: {
    value: 'TARGET',
    meaning:
      'how the wallet is driven: `command:…`, `exec:…` with {offer_url} or {link}, `module:…`, the URL of its control endpoint, or `manual`; without it, the reference wallet is tested',
  },
  host: { value: 'HOST', meaning: 'where Assay is an issuer or a verifier for the wallet (default 127.0.0.1)' },
  port: { value: 'N', meaning: 'its port (default 0: any that is free)' },
  'public-url': { value: 'URL', meaning: 'the URL under which the wallet reaches it, if that is another' },
  tls: { meaning: 'serve TLS, with a certificate made for this run' },
  'tls-cert': { value: 'FILE', meaning: 'serve TLS with this certificate (PEM)' },
  'tls-key': { value: 'FILE', meaning: 'the private key of that certificate (PEM)' },
  'write-ca': { value: 'FILE', meaning: 'write the CA of the made certificate to a file, for the wallet to trust' },
} as const satisfies Flags

/** What it takes where the wallet obtains credentials (OpenID4VCI 1.0). */
export const obtainerFlags = {
  x5c: {
    meaning:
      'sign credentials with a certificate of their issuer in `x5c`, for a wallet that looks for no published keys: let it trust the root that --write-trust writes (always so by haip-1.0)',
  },
} as const satisfies Flags

/** What it takes where the wallet presents (OpenID4VP 1.0, and HAIP 1.0 on it). */
export const presenterFlags = {
  presents: {
    meaning:
      'test what the wallet presents, not what it is issued: by `haip-1.0`, which is about both; `--query` says so too',
  },
  query: {
    value: 'FILE',
    meaning: 'a DCQL query for a credential that the wallet has (default: that of the reference wallet)',
  },
} as const satisfies Flags
