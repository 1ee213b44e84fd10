import type { Role } from './requirement.ts'

/** The messages of the flow, by the endpoint that they go to. Two of them do not travel by HTTP: the push and the deeplink. */
export const endpoints = [
  'issuerConfig',
  'offerPush',
  'offer',
  'issuerMetadata',
  'nonce',
  'deeplink',
  'validate',
  'walletCallback',
  'jwks',
  'status',
  'presentation',
] as const
export type Endpoint = (typeof endpoints)[number]

/** Header fields by their names in lower case; a repeated field is one text, joined with `, `. */
export type Fields = Readonly<Record<string, string>>

/** A call as it leaves its sender. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Fields
  /** Absent where a method has no body. */
  readonly body?: string
}

/** What came back. */
export interface Replied {
  readonly status: number
  readonly headers: Fields
  readonly body: string
  /** The body in base64, where its octets are not UTF-8; `body` is then an approximation. */
  readonly octets?: string
}

/** Answers the calls to one endpoint, or to a whole actor. */
export type Answering = (asked: Asked) => Promise<Replied>

/** Why a message did not arrive. None of these is ever a refusal or a failure of the target. */
export const losses = ['configuration', 'unreachable', 'tls', 'timeout', 'protocol', 'interrupted'] as const
export type Loss = (typeof losses)[number]

const between = '; the reason given: '

/** A sentence of ours with the words of a stranger behind it, if there are any. */
export const saying = (ours: string, words: string): string => (words === '' ? ours : `${ours}${between}${words}`)

/** What is ours in a sentence, and what a stranger said. Ours comes first: whatever they say, it ends where it did. */
export function partsSaid(sentence: string): readonly [ours: string, words: string] {
  const end = sentence.indexOf(between)
  return end < 0 ? [sentence, ''] : [sentence.slice(0, end), sentence.slice(end + between.length)]
}

/** Where a URL comes from: out of the configuration, or out of a message, which has to be mistrusted. */
export type Origin = 'configured' | 'message'

/** One message between two actors, and what was answered. */
export interface Hop {
  /** Counted from 1, in the order of sending. */
  readonly number: number
  /** The session of the play that it belongs to. */
  readonly session: string
  readonly endpoint: Endpoint
  readonly from: Role
  readonly to: Role
  /** Milliseconds since 1970. */
  readonly sent: number
  /** Milliseconds until the answer was complete. */
  readonly took: number
  readonly asked: Asked
  /** Absent where there is no answer: the message travels one way, or it was lost. */
  readonly replied?: Replied
  /** What an actor of ours put into a message before it was sealed. Never written to a record. */
  readonly clear?: string
  readonly lost?: { readonly loss: Loss; readonly message: string }
}
