import { isObject, type JsonObject, type JsonValue } from '../encoding/json.ts'

/** The kinds of requests over the Digital Credentials API, by how they are signed. */
export const dcRequestTypes = ['unsigned', 'signed', 'multisigned'] as const
export type DcRequestType = (typeof dcRequestTypes)[number]

export const nameDcProtocol = (type: DcRequestType): string => `openid4vp-v1-${type}`

export const dcProtocols: readonly string[] = dcRequestTypes.map(nameDcProtocol)

/** Whether a signed request has the form that its protocol says: a text, and JSON where there are several signatures. */
export function hasSignedForm(protocol: JsonValue | undefined, signed: JsonValue | undefined): boolean {
  if (protocol === nameDcProtocol('signed')) return typeof signed === 'string'
  return protocol !== nameDcProtocol('multisigned') || isObject(signed)
}

/** One request among those that are put to the Digital Credentials API. */
export interface DcRequest {
  readonly at: string
  readonly request: JsonObject
}

const isOfOpenId = ({ protocol }: JsonObject): boolean => typeof protocol === 'string' && /^openid4vp/i.test(protocol)

/** The requests of OpenID4VP in what a page puts to the API: `digital`, its `requests`, or one of them. */
export function listDcRequests(content: JsonObject): readonly DcRequest[] {
  const { digital = content } = content
  const requests: JsonValue | undefined = isObject(digital) ? digital.requests : undefined
  if (!Array.isArray(requests)) return [{ at: '', request: content }]
  const at = digital === content ? '' : '/digital'
  return requests.flatMap((each, i) =>
    isObject(each) && isOfOpenId(each) ? [{ at: `${at}/requests/${i}`, request: each }] : [],
  )
}

/** The signed request in the data of a request; in the compact form a string, else an object. */
export function findSignedRequest(data: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(data)) return undefined
  return data.request ?? (typeof data.payload === 'string' && Array.isArray(data.signatures) ? data : undefined)
}
