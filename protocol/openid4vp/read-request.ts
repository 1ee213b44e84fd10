import { readFormLink } from '../artefacts/deeplink.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import { findSignedRequest, listDcRequests } from './dc-request.ts'
import { readHttpForm } from './http-request.ts'
import { isByObject, readParameters } from './parameters.ts'
import { recogniseVp } from './recognise.ts'
import { readRequestObject } from './request-object.ts'

/** The parameters of a request in any form; nothing, if they are elsewhere or cannot be read. */
export function readPresentationRequest(text: string): JsonObject | undefined {
  const read = attempt(() => readAnyForm(text))
  return 'value' in read ? read.value : undefined
}

function readAnyForm(text: string): JsonObject | undefined {
  const seen = recogniseVp(text)
  if (seen?.kind === 'vp-request') return parseJsonObject(seen.text)
  if (seen?.kind === 'vp-request-object') return readRequestObject(seen.text).payload
  if (seen?.kind === 'vp-request-link') return readLink(seen.text)
  return seen?.kind === 'vp-dc-request' ? readDc(parseJsonObject(seen.text)) : undefined
}

function readLink(text: string): JsonObject | undefined {
  const link = readFormLink(text)
  if (!isByObject(link)) return readParameters(link.parameters)
  const [, object] = link.parameters.find(([name]) => name === 'request') ?? []
  return object === undefined ? undefined : readRequestObject(object).payload
}

/** The first request: the answer says nothing of which one it is to. */
function readDc(content: JsonObject): JsonObject | undefined {
  const data: JsonValue | undefined = listDcRequests(content)[0]?.request.data
  const signed = findSignedRequest(data)
  if (signed === undefined) return isObject(data) ? data : undefined
  return readRequestObject(typeof signed === 'string' ? signed : JSON.stringify(signed)).payload
}

/** The `wallet_nonce` in a request to a `request_uri`. */
export function readWalletNonce(text: string): string | undefined {
  if (recogniseVp(text)?.kind !== 'vp-http-request') return undefined
  const read = attempt(() => readHttpForm(text))
  return 'value' in read ? read.value.parameters.find(([name]) => name === 'wallet_nonce')?.[1] : undefined
}
