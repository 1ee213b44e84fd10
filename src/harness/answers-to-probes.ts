import type { Answer } from '../model/probe.ts'
import type { Role } from '../model/requirement.ts'
import type { Endpoint, Hop, Replied } from '../model/wire.ts'
import type { Kind } from '../protocol/evidence.ts'
import { parseJsonObject } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'

/** What counts as a refusal, by decision. */
export type Refusal = '4xx' | 'no-success'

/** What an answer over HTTP means. An error of a server, silence, and having asked too often mean nothing. */
export function meaningOf(replied: Replied | undefined, refusal: Refusal, success?: string): Answer {
  if (!replied) return 'undecided'
  const { status } = replied
  if (status === 429) return 'undecided'
  if (status >= 400 && status < 500) return 'refused'
  if (status < 200 || status >= 300) return 'undecided'
  const body = bodyOf(replied)
  if (body.accepted === false) return 'refused'
  return refusal === 'no-success' && success !== undefined && body[success] === undefined ? 'refused' : 'accepted'
}

/** Where each judge answers over HTTP, and the member that only success has. */
const answering: { readonly [R in Role]?: { readonly endpoint: Endpoint; readonly success?: string } } = {
  issuer: { endpoint: 'validate', success: 'credential_response' },
  'wallet backend': { endpoint: 'walletCallback' },
  verifier: { endpoint: 'presentation', success: 'accepted' },
}

/** What a judge who cannot answer does next if it accepts a message of this kind. */
function nextOf(judge: Role, kind: Kind): Endpoint | undefined {
  if (judge === 'wallet') return walletSees.has(kind) ? 'deeplink' : undefined
  if (judge === 'identity app') return kind === 'issuer-config-response' ? 'offerPush' : 'walletCallback'
  return undefined
}

const walletSees = new Set<Kind>(['offer', 'metadata', 'nonce-response'])

/** What a judge made of the message of a kind that a session put before it: what it answered, or what it did next. */
export function answerIn(hops: readonly Hop[], judge: Role, kind: Kind, refusal: Refusal): Answer {
  const next = nextOf(judge, kind)
  if (next) {
    if (hops.some(({ lost }) => lost !== undefined)) return 'undecided'
    return hops.some(({ endpoint }) => endpoint === next) ? 'accepted' : 'refused'
  }
  const place = kind === 'issuer-config-request' ? { endpoint: 'issuerConfig' as const } : answering[judge]
  const hop = place && hops.findLast(({ endpoint }) => endpoint === place.endpoint)
  return meaningOf(hop?.replied, refusal, place && 'success' in place ? place.success : undefined)
}

function bodyOf({ body }: Replied) {
  const read = attempt(() => parseJsonObject(body))
  return 'value' in read ? read.value : {}
}
