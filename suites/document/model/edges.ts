/** A step of the flow between two parties, and the decisions on which they must agree. */
export interface Edge {
  readonly edge: string
  readonly decisions: RegExp
  /** The ids of the requirements on this step. */
  readonly ids: RegExp
}

/** The steps in the order of the flow. The last one takes every decision that belongs to no other. */
export const edges: readonly Edge[] = [
  {
    edge: 'identity app to issuer: Issuer Config',
    decisions: /^(config|auth\.sessionToken|auth\.issuerConfig|endpoints\.issuerConfig)\b/,
    ids: /^CONFIG-/,
  },
  { edge: 'identity app to wallet: the offer', decisions: /^(offer|code)\./, ids: /^OFFER-/ },
  {
    edge: 'wallet to issuer: fetching the offer',
    decisions: /^(endpoints\.offer|auth\.offer|limits\.codeLifetime)\b/,
    ids: /^(?!)/,
  },
  {
    edge: 'wallet to issuer: metadata',
    decisions: /^(metadata|endpoints\.issuerMetadata|auth\.issuerMetadata|encryption\.requestKeySource)\b/,
    ids: /^META-/,
  },
  {
    edge: 'wallet to issuer: the nonce',
    decisions: /^(nonce|endpoints\.nonce|auth\.nonce|limits\.nonceLifetime)\b/,
    ids: /^NONCE-/,
  },
  {
    edge: 'wallet to identity app: the deeplink',
    decisions: /^(deeplink|limits\.deeplinkSize)\b/,
    ids: /^LINK-/,
  },
  {
    edge: 'wallet to issuer: the request and its attestation',
    decisions: /^(request|attestation|proof|certificates|times\.attestationMaxAge|encryption\.request|bodies)\b/,
    ids: /^(REQ|ATT|CERT|ENC-REQUEST)/,
  },
  {
    edge: 'identity app to issuer: validation',
    decisions: /^(validate|uid|endpoints\.validate)\b/,
    ids: /^VAL-/,
  },
  { edge: 'issuer to wallet: the response', decisions: /^(response|encryption)\b/, ids: /^(RESP|ENC)-/ },
  {
    edge: 'identity app to wallet backend: the callback',
    decisions: /^(callback|endpoints\.walletCallback|auth\.walletCallback)\b/,
    ids: /^CALLBACK-/,
  },
  {
    edge: 'issuer to verifier: the credential',
    decisions: /^(credential|sd|cnf|id|times|claims|issuer\.relation)\b/,
    ids: /^(CRED|SD|CNF|CLAIM)/,
  },
  {
    edge: 'issuer to verifier: keys',
    decisions: /^(endpoints\.jwks|auth\.jwks)\b/,
    ids: /^(KEY|JWKS)/,
  },
  {
    edge: 'status service to verifier: the status',
    decisions: /^(status|endpoints\.status|auth\.status)\b/,
    ids: /^STATUS-/,
  },
  { edge: 'everywhere', decisions: /./, ids: /./ },
]
