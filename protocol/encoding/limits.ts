/** Bounds on everything that is received. Generous for valid messages, small enough that no hostile message costs a second. */
export const limits = {
  /** Characters of one artefact. A credential with a 200 kB photo needs 300 kB. */
  text: 8_000_000,
  /** Octets that a compressed plaintext may grow to. */
  inflated: 8_000_000,
  /** Octets that a status list may grow to: 268 million statuses of one bit. */
  statusList: 1 << 25,
  /** Levels of arrays and objects. The deepest message of ours has 7; unknown members may be nested as their sender likes. */
  depth: 256,
  /** Levels in CBOR and DER, whose senders nest nothing of their own. */
  binaryDepth: 64,
  /** Values in one JSON text. The largest valid message has fewer than 500. */
  values: 100_000,
  /** A JSON text around artefacts, such as an archive of a browser. */
  wrapped: { text: 8_000_000, values: 200_000 },
  /** A report, a line of a record: what Assay writes, and may be given by others. */
  report: { text: 64_000_000, values: 4_000_000 },
  /** Parameters of a URL. */
  parameters: 1_000,
  /** Disclosures in one credential. The document names 44 claims. */
  disclosures: 4_000,
  /** Certificates in one chain. */
  certificates: 16,
  /** Bits of an RSA modulus. OpenSSL computes with no larger one. */
  modulusBits: 16_384,
  /** Layers that are opened inside one another. */
  layers: 8,
  /** Everything in one message. A batch of credentials has one layer for each. */
  message: {
    layers: 64,
    octets: 24_000_000,
    disclosures: 4_000,
    hashes: 30_000,
    signatures: 1_000,
    comparisons: 2_000_000,
  },
  /** Everything in one session. */
  session: {
    layers: 512,
    octets: 48_000_000,
    disclosures: 16_000,
    hashes: 120_000,
    signatures: 4_000,
    comparisons: 8_000_000,
  },
  /** Octets that are hashed to explain a failure: the search for a character that was changed. */
  search: 30_000_000,
  /** Findings that are reported of one requirement. */
  findings: 100,
} as const
