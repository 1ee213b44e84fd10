/** An offer of a reference issuer, ready to be accepted. */
export interface ReadyOffer {
  readonly offer: unknown
  /** The same as a link, for a QR code. */
  readonly link: string
  readonly credentialIdentifier: string
  /** Seconds until its code expires. */
  readonly goodFor: number
}
