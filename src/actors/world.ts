import type { Validation } from '../model/actors.ts'
import type { Role } from '../model/requirement.ts'
import type { Dialect } from '../protocol/dialect.ts'
import { isObject, type JsonObject } from '../protocol/json.ts'
import type { Jwk } from '../protocol/jwk.ts'

/** The private keys of an honest cast. Synthetic, like its people. */
export interface Keyring {
  readonly issuer: Jwk
  /** The next key of the issuer, already in its key set. */
  readonly issuerNext: Jwk
  /** Opens requests. */
  readonly issuerSeal: Jwk
  readonly issuerSealEc: Jwk
  /** Opens responses. */
  readonly walletSeal: Jwk
  /** Opens responses, for those who prefer elliptic curves. */
  readonly walletSealEc: Jwk
  readonly holder: Jwk
  readonly device: Jwk
  readonly device2: Jwk
  readonly authority: Jwk
  readonly root: Jwk
  /** Belongs to nobody in the cast. */
  readonly stranger: Jwk
  readonly strangerSeal: Jwk
}

/** What the actors of one cast share: where they are, what time it is, how they speak, and where chance comes from. */
export interface World {
  readonly issuer: string
  readonly status: string
  /** Seconds since 1970. */
  readonly now: number
  readonly dialect: Dialect
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
  readonly validations: (role: Role) => readonly Validation[]
}

/** The manners of an honest actor: what it sends leaves it as it was made. */
export const plainly = {
  post: <T>(asked: T): T => asked,
  reply: <T>(replied: T): T => replied,
  act: (deed: () => Promise<void>): Promise<void> => deed(),
}

const secret = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi'])

/** The public half of a key, with what else is said about it. */
export const publicOf = (jwk: Jwk): Jwk => Object.fromEntries(Object.entries(jwk).filter(([name]) => !secret.has(name)))

/** A version 4 UUID. */
export function uuid(random: World['random']): string {
  const octets = Buffer.from(random(16))
  octets[6] = ((octets[6] ?? 0) & 0x0f) | 0x40
  octets[8] = ((octets[8] ?? 0) & 0x3f) | 0x80
  const hex = octets.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** What the wallet asks for, with the name of the algorithm where it belongs. */
export function wishIn({ keyAlgBeside }: Dialect, wanted: JsonObject): JsonObject {
  if (!keyAlgBeside || !isObject(wanted.jwk)) return wanted
  const { alg, ...jwk } = wanted.jwk
  return { ...wanted, jwk, ...(alg !== undefined && { alg }) }
}
