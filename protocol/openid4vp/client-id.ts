/** The prefixes of client identifiers that OpenID4VP 1.0 defines. */
export const clientIdPrefixes = [
  'redirect_uri',
  'openid_federation',
  'decentralized_identifier',
  'verifier_attestation',
  'x509_san_dns',
  'x509_hash',
  'origin',
] as const

export type ClientIdPrefix = (typeof clientIdPrefixes)[number]

/** A client identifier, taken apart at its first colon. */
export interface ClientId {
  /** Absent for a client that is registered, and for a prefix of another specification. */
  readonly prefix?: ClientIdPrefix
  readonly name: string
}

export function readClientId(text: string): ClientId {
  const colon = text.indexOf(':')
  const prefix = clientIdPrefixes.find((each) => each === text.slice(0, colon))
  return prefix ? { prefix, name: text.slice(colon + 1) } : { name: text }
}

const signedPrefixes: readonly (ClientIdPrefix | undefined)[] = [
  'decentralized_identifier',
  'verifier_attestation',
  'x509_san_dns',
  'x509_hash',
]

/** Whether requests of such a client have to be signed. */
export const needsSignature = ({ prefix }: ClientId): boolean => signedPrefixes.includes(prefix)
