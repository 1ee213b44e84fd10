import type { Role } from '../../../../model/role.ts'
import type { Conventions } from '../../../../protocol/artefacts/conventions.ts'
import { isObject, type JsonObject } from '../../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import type { Refusals } from '../../model/actors.ts'

/** The private keys of the reference actors. Synthetic, like their holders. */
export interface Keyring {
  /** The names in the certificates of devices. */
  readonly names?: { readonly device: string; readonly authority: string; readonly root: string }
  readonly issuer: Jwk
  /** The next key of the issuer, already in its key set. */
  readonly issuerNext: Jwk
  /** Opens requests. */
  readonly issuerSeal: Jwk
  readonly issuerSealEc: Jwk
  readonly issuerSealDirect: Jwk
  /** Opens responses. */
  readonly walletSeal: Jwk
  /** Opens responses, for those who prefer elliptic curves. */
  readonly walletSealEc: Jwk
  /** Opens the responses of a later session: a key of an earlier one must not be used for it. */
  readonly walletSealNext: Jwk
  readonly holder: Jwk
  readonly device: Jwk
  readonly device2: Jwk
  readonly authority: Jwk
  readonly root: Jwk
  /** Keys of no reference actor. */
  readonly stranger: Jwk
  readonly strangerSeal: Jwk
}

/** What the reference actors share: addresses, time, conventions, keys and randomness. */
export interface ActorEnvironment {
  readonly issuer: string
  readonly status: string
  /** Seconds since 1970. */
  readonly now: number
  readonly dialect: Conventions
  readonly keys: Keyring
  readonly random: (octets: number) => Uint8Array
  /** What the wallet asks for: `credential_response_encryption`. */
  readonly responseEncryption: JsonObject
  /** What the metadata announce. */
  readonly announced: { readonly nonce: string; readonly credential: string }
  /** Whether the wallet shows the code to the issuer, and where. */
  readonly codePresented: 'nowhere' | 'request'
  /** How a session token travels. */
  readonly token: { readonly header: string; readonly format: 'bearer' | 'bare' }
  /** What an actor of a role validates in the messages that it gets. */
  readonly refusals: (role: Role) => Refusals
}

/** The defaults of a reference actor: messages are sent unchanged. */
export const passThrough = {
  adjustRequest: <T>(request: T): T => request,
  adjustResponse: <T>(response: T): T => response,
  perform: (step: () => Promise<void>): Promise<void> => step(),
}

/** The keys that open requests. */
export const listIssuerSeals = ({ issuerSeal, issuerSealEc, issuerSealDirect }: Keyring): readonly Jwk[] => [
  issuerSeal,
  issuerSealEc,
  issuerSealDirect,
]

/** The keys that open responses. */
export const listWalletSeals = ({ walletSeal, walletSealEc, walletSealNext }: Keyring): readonly Jwk[] => [
  walletSeal,
  walletSealEc,
  walletSealNext,
]

const privateMembers = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi'])

/** The public half of a key, with what else is said about it. */
export const toPublicKey = (jwk: Jwk): Jwk =>
  Object.fromEntries(Object.entries(jwk).filter(([name]) => !privateMembers.has(name)))

/** A version 4 UUID. */
export function createUuid(random: ActorEnvironment['random']): string {
  const octets = Buffer.from(random(16))
  octets[6] = ((octets[6] ?? 0) & 0x0f) | 0x40
  octets[8] = ((octets[8] ?? 0) & 0x3f) | 0x80
  const hex = octets.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** What the wallet asks for, with the name of the algorithm where it belongs. */
export function placeAlgorithm({ keyAlgBeside }: Conventions, wanted: JsonObject): JsonObject {
  if (!keyAlgBeside || !isObject(wanted.jwk)) return wanted
  const { alg, ...jwk } = wanted.jwk
  return { ...wanted, jwk, ...(alg !== undefined && { alg }) }
}
