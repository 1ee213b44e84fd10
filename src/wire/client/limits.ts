/** How much of an answer is taken in. What lies beyond costs the sender its answer, and us nothing. */
export const caps = {
  /** Octets of the status line and header fields. */
  header: 16_384,
  /** Octets of a body as they are sent, compressed or not. The largest honest body has 400 kB. */
  wire: 1_000_000,
  /** Octets of a body after one layer of content encoding, or two. */
  decoded: 5_000_000,
  /** Content encodings inside one another. */
  encodings: 2,
  /** Seconds until a call is given up, where the target's settings say nothing. */
  timeout: 30,
  /** Characters of a URL that are told in a message. */
  told: 200,
} as const
