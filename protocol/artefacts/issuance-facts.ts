import { isObject, type JsonObject } from '../encoding/json.ts'

/** The issuer that an offer or metadata name. */
export const readIssuerName = ({ credential_issuer: name }: JsonObject): string | undefined =>
  typeof name === 'string' ? name : undefined

/** The encryption that a credential request wants for its response, in an object that contains it. */
export const readWantedEncryption = ({ credential_response_encryption: wanted }: JsonObject): JsonObject | undefined =>
  isObject(wanted) ? wanted : undefined

/** The nonce of a nonce response. */
export const readIssuedNonce = ({ c_nonce: nonce }: JsonObject): string | undefined =>
  typeof nonce === 'string' ? nonce : undefined

/** Whether an object is the metadata of a credential issuer. */
export const isIssuerMetadata = (value: JsonObject): boolean => value.credential_configurations_supported !== undefined

/** Whether an object is the metadata of an issuer of SD-JWT VCs, and of no authorization server. */
export const isVcIssuerMetadata = (value: JsonObject): boolean =>
  value.issuer !== undefined && (value.jwks ?? value.jwks_uri) !== undefined && value.token_endpoint === undefined
