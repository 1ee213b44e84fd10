/** The document. Its text has no version: it is known by the SHA-256 of the sentences in `sentences.json`. */
export const specification =
  'Credential Exchange Between an Identity App, a Wallet and an Issuer, and the Selectively Disclosable Credential Format, text 320d6016a24d'
