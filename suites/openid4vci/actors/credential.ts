import { createHash } from 'node:crypto'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { writeJws } from '../../../protocol/jose/jws.ts'
import type { MdocElement } from '../../../protocol/mdoc/issuer-signed.ts'
import { type Claims, hide, hideClaims } from '../../../protocol/sd-jwt/hide-claims.ts'
import { writeSdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { membershipType } from './names.ts'

/** Claims that a holder may hide, with what may be hidden inside of them. */
export type HiddenClaims = readonly (readonly [name: string, value: Claims])[]

/** What it takes to sign a credential. */
export interface IssuanceDraft {
  readonly base: string
  /** What the metadata says of it. */
  readonly configuration: JsonObject
  /** The salt of the disclosure of a claim. */
  readonly makeSalt: (name: string) => string
  readonly now: number
  readonly signingKey: Jwk
  /** The claims that a holder may hide. */
  readonly hidden: HiddenClaims
  readonly changeElements: (elements: readonly MdocElement[]) => readonly MdocElement[]
  readonly orderDigests: (digests: readonly string[]) => readonly string[]
  readonly changeHeader: (header: JsonObject) => JsonObject
  readonly changeClaims: (claims: JsonObject) => JsonObject
  /** How its key is named; absent for a credential that is bound to none. */
  readonly confirmation?: JsonObject
}

/** Seconds for which a credential is good. */
const lifetime = 365 * 86_400

/** Issues a credential with claims that its holder may hide. */
export function writeCredential({
  base,
  configuration: { vct = membershipType },
  makeSalt,
  now,
  signingKey,
  hidden,
  orderDigests,
  changeHeader,
  changeClaims,
  confirmation,
}: IssuanceDraft): string {
  const disclosures: string[] = []
  const disclose = (elements: readonly JsonValue[]): string => {
    const text = encodeBase64url(JSON.stringify([makeSalt(String(elements[0])), ...elements]))
    disclosures.push(text)
    return createHash('sha256').update(text).digest('base64url')
  }
  // The credentials of a batch share no exact time (OpenID4VCI 1.0, section 15.4.1).
  const beginning = now - (now % 3600)
  const claims = {
    iss: base,
    iat: beginning,
    exp: beginning + lifetime,
    vct,
    ...(confirmation && { cnf: confirmation }),
    _sd_alg: 'sha-256',
    ...Object.fromEntries(hidden.map(([name, value]) => [name, hide(value)])),
  }
  const payload = changeClaims(hideClaims(claims, { disclose, orderDigests }))
  const header = changeHeader({ alg: 'ES256', typ: 'dc+sd-jwt', kid: 'issuer-key' })
  return writeSdJwt(writeJws(header, payload, signingKey), disclosures)
}
