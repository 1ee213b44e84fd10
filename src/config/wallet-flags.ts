import type { Flags } from '../terminal/flags.ts'

/** What `assay test wallet` takes beside the flags of every test, by any standard. */
export const walletFlags = {
  wallet: {
    value: 'TARGET',
    meaning:
      'how to drive the wallet: `command:…`, `exec:…` with {offer_url} or {link}, `module:…`, the URL of its control endpoint, or `manual` (default: the reference wallet is tested)',
  },
  host: { value: 'HOST', meaning: 'the host at which Assay serves the issuer or verifier (default 127.0.0.1)' },
  port: { value: 'N', meaning: 'its port (default 0: a free one)' },
  'public-url': { value: 'URL', meaning: 'the URL at which the wallet reaches it, if it differs' },
  tls: { meaning: 'serve TLS, with a certificate created for this run' },
  'tls-cert': { value: 'FILE', meaning: 'serve TLS with this certificate (PEM)' },
  'tls-key': { value: 'FILE', meaning: 'the private key of that certificate (PEM)' },
  'write-ca': { value: 'FILE', meaning: 'write the CA of the created certificate to a file, for the wallet to trust' },
} as const satisfies Flags

/** What it takes where the wallet obtains credentials (OpenID4VCI 1.0). */
export const obtainerFlags = {
  x5c: {
    meaning:
      'put the certificate of the issuer into `x5c`, for wallets that do not fetch keys; the wallet must trust the root that --write-trust writes (always on with haip-1.0)',
  },
  mdoc: {
    meaning:
      'offer mdocs in place of SD-JWT VCs; the wallet must trust the root that --write-trust writes, if it verifies them',
  },
} as const satisfies Flags

/** What it takes where the wallet presents (OpenID4VP 1.0, and HAIP 1.0 on it). */
export const presenterFlags = {
  presents: {
    meaning:
      'test presentation instead of issuance under `haip-1.0`, which covers both; implied by `--query` and `--dc-api`',
  },
  query: {
    value: 'FILE',
    meaning: 'a DCQL query for a credential in the wallet (default: the query for the reference wallet)',
  },
  'dc-api': {
    meaning:
      'also hand over requests of the Digital Credentials API, by the driver; the reference wallet always gets them',
  },
  'transaction-data': {
    value: 'FILE',
    meaning: 'transaction data of a type that the wallet knows, as a JSON object with `type`',
  },
} as const satisfies Flags
