/** Limits of a response. A response beyond them is a transport error. */
export const caps = {
  /** Octets of the status line and header fields. */
  header: 16_384,
  /** Octets of a body as they are sent, compressed or not. The largest valid body has 400 kB. */
  wire: 1_000_000,
  /** Octets of a body after one layer of content encoding, or two. */
  decoded: 2_000_000,
  /** Content encodings inside one another. */
  encodings: 2,
  /** Seconds until a call is given up, where the target's settings say nothing. */
  timeout: 30,
  /** Seconds that a target can ask to be left alone for after one answer. */
  retryAfter: 60,
  /** Characters of a URL that are shown in an error message. */
  shownUrl: 200,
} as const
