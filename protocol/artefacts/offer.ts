import { isObject, type JsonObject, parseJsonObject } from '../encoding/json.ts'
import { attempt, refuse } from '../encoding/problem.ts'
import { decodeObject, isJwsJson } from '../jose/jws.ts'
import { readDeeplink } from './deeplink.ts'

/** How a URL carries a credential offer. It may say both, which a suite will object to. */
export interface OfferLink {
  /** The JSON text of the offer itself. */
  readonly value?: string
  /** The URL where the offer can be had. */
  readonly reference?: string
}

/** The offer in a URL of any scheme (OpenID4VCI section 4.1), or nothing if it carries none. */
export function parseOfferUrl(text: string): OfferLink | undefined {
  const { parameters } = readDeeplink(text)
  const value = requireSingle(parameters, 'credential_offer')
  const reference = requireSingle(parameters, 'credential_offer_uri')
  if (value === undefined && reference === undefined) return undefined
  return { ...(value !== undefined && { value }), ...(reference !== undefined && { reference }) }
}

/** The value of a parameter. Of two with one name neither is chosen: the next reader might choose the other. */
function requireSingle(parameters: readonly (readonly [string, string])[], wanted: string): string | undefined {
  const values = parameters.filter(([name]) => name === wanted).map(([, value]) => value)
  return values.length > 1 ? refuse('url', `${wanted} is repeated`) : values[0]
}

/** An offer in JSON, which must not be a signed one in the JSON serialization of JWS, nor hold one in a wrapper. */
function refuseSigned(offer: JsonObject): JsonObject {
  if (isJwsJson(offer)) refuse('signed', 'a signed offer in the JWS JSON serialization instead of plain JSON')
  const { credential_offer: inner } = offer
  if (isObject(inner) && isJwsJson(inner))
    refuse('signed', 'a signed offer in `credential_offer` instead of plain JSON')
  if (typeof inner === 'string' && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(inner)) readOffer(inner)
  return offer
}

/** Reads an offer. A signed text in its place is named as such: it must never be taken for an offer. */
export function readOffer(text: string): JsonObject {
  const [header, ...rest] = text.split('.', 4)
  if (rest.length !== 2 || header === undefined || text.startsWith('{')) return refuseSigned(parseJsonObject(text))
  const decoded = attempt(() => decodeObject(header))
  if ('problem' in decoded) return refuse('json', 'neither JSON nor a JWS')
  const { alg } = decoded.value
  return typeof alg === 'string' && alg.toLowerCase() === 'none'
    ? refuse('unsecured', `a JWT with the algorithm ${alg}`)
    : refuse('signed', 'a signed JWT instead of plain JSON')
}
