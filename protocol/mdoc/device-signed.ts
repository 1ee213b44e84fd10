import { createHash } from 'node:crypto'
import { type CborMap, CborTag, type CborValue } from '../cbor/decode.ts'
import { encodeCbor, RawCbor, type WritableCbor } from '../cbor/encode.ts'
import type { JsonObject } from '../encoding/json.ts'
import { type EncodedCbor, readEncoded, writeEncoded } from './issuer-signed.ts'
import { isHex } from './recognise.ts'

/** What the device signs: the session, the type of the document, and its own elements, which are encoded already. */
export const writeDeviceAuthentication = (transcript: Buffer, docType: string, nameSpaces: Buffer): Buffer =>
  writeEncoded(encodeCbor(['DeviceAuthentication', new RawCbor(transcript), docType, new RawCbor(nameSpaces)]))

/**
 * The transcript of a session: as hexadecimal digits in `session_transcript`, or made of a request of OpenID4VP 1.0
 * (section B.2.6.1): `client_id`, `nonce`, `response_uri`, and the thumbprint of the key if the response was encrypted.
 */
export function makeTranscript(request: JsonObject | undefined): Buffer | undefined {
  const {
    session_transcript: text,
    client_id: client,
    nonce,
    response_uri: uri,
    jwk_thumbprint: thumbprint,
  } = request ?? {}
  if (isHex(text)) return Buffer.from(text, 'hex')
  if (typeof client !== 'string' || typeof nonce !== 'string' || typeof uri !== 'string') return undefined
  const key = typeof thumbprint === 'string' ? Buffer.from(thumbprint, 'base64url') : null
  const hash = createHash('sha256')
    .update(encodeCbor([client, nonce, key, uri]))
    .digest()
  return encodeCbor([null, null, ['OpenID4VPHandover', hash]])
}

/** The transcripts that a session may have: several in `session_transcripts`, or the one that is known. */
export function listTranscripts(request: JsonObject | undefined): readonly Buffer[] {
  const { session_transcripts: several } = request ?? {}
  if (Array.isArray(several)) return several.filter(isHex).map((text) => Buffer.from(text, 'hex'))
  const one = makeTranscript(request)
  return one ? [one] : []
}

/** The elements that the device signed itself. */
export const readDeviceNameSpaces = (deviceSigned: CborMap): EncodedCbor | undefined =>
  readEncoded(deviceSigned.get('nameSpaces'))

/** A time in an mdoc: a text with tag 0. */
export const readTime = (value: CborValue): string | undefined =>
  value instanceof CborTag && value.tag === 0 && typeof value.value === 'string' ? value.value : undefined

export const writeTime = (text: string): WritableCbor => ({ tag: 0, value: text })
