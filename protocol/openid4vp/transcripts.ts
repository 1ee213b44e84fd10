import { createHash } from 'node:crypto'
import { encodeCbor, type WritableCbor } from '../cbor/encode.ts'
import { isObject, type JsonObject } from '../encoding/json.ts'
import { computeThumbprint, type Jwk } from '../jose/jwk.ts'
import { findAddress } from './parameters.ts'

const isMode = ({ response_mode: mode }: JsonObject, pattern: RegExp): boolean =>
  typeof mode === 'string' && pattern.test(mode)

/** The transcript of a session (section B.2.6), over what the wallet and the verifier know of it. */
function writeTranscript(name: string, info: readonly WritableCbor[]): Buffer {
  const hash = createHash('sha256').update(encodeCbor(info)).digest()
  return encodeCbor([null, null, [name, hash]])
}

/** The transcript of the session of a request; nothing, if what belongs to it is not known. */
export function makeVpTranscript(
  request: JsonObject,
  { origin, key }: { readonly origin?: string | undefined; readonly key?: Jwk | undefined },
): Buffer | undefined {
  const { client_id: client, nonce } = request
  const text = key && computeThumbprint(key)
  const thumbprint = text === undefined ? null : Buffer.from(text, 'base64url')
  if (typeof nonce !== 'string') return undefined
  if (isMode(request, /^dc_api/))
    return origin === undefined ? undefined : writeTranscript('OpenID4VPDCAPIHandover', [origin, nonce, thumbprint])
  const uri = findAddress(request)
  if (typeof client !== 'string' || typeof uri !== 'string') return undefined
  return writeTranscript('OpenID4VPHandover', [client, nonce, thumbprint, uri])
}

/** The transcripts that a session may have: one for each key to which the response may be encrypted. */
export function listVpTranscripts(request: JsonObject, origin?: string): readonly Buffer[] {
  const metadata = isObject(request.client_metadata) ? request.client_metadata : {}
  const jwks = isObject(metadata.jwks) ? metadata.jwks.keys : undefined
  const keys = isMode(request, /\.jwt$/) ? (Array.isArray(jwks) ? jwks.filter(isObject) : []) : [undefined]
  return keys.flatMap((key) => makeVpTranscript(request, { origin, key }) ?? [])
}
