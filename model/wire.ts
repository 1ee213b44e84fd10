import type { Role } from './role.ts'

/** Header fields by their names in lower case; the values of a repeated field are joined with `, `. */
export type HeaderFields = Readonly<Record<string, string>>

/** A request as it leaves its sender. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: HeaderFields
  /** The fields whose values leave in a field each. They are joined where requests are received and recorded. */
  readonly separate?: readonly string[]
  /** Absent where a method has no body. */
  readonly body?: string
}

/** A response. */
export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: string
  /** The body in base64, where its octets are not UTF-8; `body` is then an approximation. */
  readonly octets?: string
}

/** The method and URL of an endpoint. The URL may hold `{id}`. */
export interface Address {
  readonly method: string
  readonly url: string
}

/** Answers the requests to one endpoint, or to a whole actor. */
export type EndpointHandler = (request: HttpRequest) => Promise<HttpResponse>

/** Why a message did not arrive. None of these is a rejection or a failure of the target. */
export const transportErrorKinds = [
  'configuration',
  'unreachable',
  'tls',
  'timeout',
  'protocol',
  'interrupted',
] as const
export type TransportErrorKind = (typeof transportErrorKinds)[number]

const separator = '; the reason given: '

/** A sentence of ours, followed by the words of a target if there are any. */
export const withTargetWords = (ours: string, words: string): string =>
  words === '' ? ours : `${ours}${separator}${words}`

/** Separates our sentence from the words of a target. Ours comes first, so their words cannot change where it ends. */
export function splitTargetWords(sentence: string): readonly [ours: string, words: string] {
  const end = sentence.indexOf(separator)
  return end < 0 ? [sentence, ''] : [sentence.slice(0, end), sentence.slice(end + separator.length)]
}

/** Where a URL comes from: from the configuration, or from a message, which is not trusted. */
export type UrlOrigin = 'configured' | 'message'

/** One message between two actors: a request and its response. Its endpoint is one that the suite of its exchange names. */
export interface Message<E extends string = string> {
  /** Counted from 1, in the order of sending. */
  readonly number: number
  /** The session that it belongs to. */
  readonly session: string
  readonly endpoint: E
  readonly from: Role
  readonly to: Role
  /** Milliseconds since 1970. */
  readonly sentAt: number
  /** Milliseconds until the response was complete. */
  readonly milliseconds: number
  readonly request: HttpRequest
  /** Absent where there is no response: the message goes one way only, or it was lost. */
  readonly response?: HttpResponse
  /** The text that a reference actor encrypted into this message: only the private record has it. */
  readonly plaintext?: string
  readonly transportError?: { readonly kind: TransportErrorKind; readonly message: string }
}
