import type { ProbeAnswer } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { Endpoint, HttpResponse, Message } from '../../../model/wire.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'

/** What counts as a refusal, by decision. */
export type RefusalRule = '4xx' | 'no-success'

/** What an answer over HTTP means. An error of a server, silence, and having asked too often mean nothing. */
export function interpretResponse(
  response: HttpResponse | undefined,
  refusal: RefusalRule,
  success?: string,
): ProbeAnswer {
  if (!response) return 'inconclusive'
  const { status } = response
  if (status === 429) return 'inconclusive'
  if (status >= 400 && status < 500) return 'refused'
  if (status < 200 || status >= 300) return 'inconclusive'
  const body = readBody(response)
  if (body.accepted === false) return 'refused'
  return refusal === 'no-success' && success !== undefined && body[success] === undefined ? 'refused' : 'accepted'
}

/** Where each judge answers over HTTP, and the member that only success has. */
const answeringEndpoints: { readonly [R in Role]?: { readonly endpoint: Endpoint; readonly success?: string } } = {
  issuer: { endpoint: 'validate', success: 'credential_response' },
  'wallet backend': { endpoint: 'walletCallback' },
  verifier: { endpoint: 'presentation', success: 'accepted' },
}

/** What a judge who cannot answer does next if it accepts a message of this kind. */
function findNextEndpoint(judge: Role, kind: ArtefactKind): Endpoint | undefined {
  if (judge === 'wallet') return walletKinds.has(kind) ? 'deeplink' : undefined
  if (judge === 'identity app') return kind === 'issuer-config-response' ? 'offerPush' : 'walletCallback'
  return undefined
}

const walletKinds = new Set<ArtefactKind>(['offer', 'metadata', 'nonce-response'])

/** What a judge made of the message of a kind that a session put before it: what it answered, or what it did next. */
export function interpretMessages(
  messages: readonly Message[],
  judge: Role,
  kind: ArtefactKind,
  refusal: RefusalRule,
): ProbeAnswer {
  const next = findNextEndpoint(judge, kind)
  if (next) {
    if (messages.some(({ transportError }) => transportError !== undefined)) return 'inconclusive'
    return messages.some(({ endpoint }) => endpoint === next) ? 'accepted' : 'refused'
  }
  const place = kind === 'issuer-config-request' ? { endpoint: 'issuerConfig' as const } : answeringEndpoints[judge]
  const message = place && messages.findLast(({ endpoint }) => endpoint === place.endpoint)
  return interpretResponse(message?.response, refusal, place && 'success' in place ? place.success : undefined)
}

function readBody({ body }: HttpResponse) {
  const read = attempt(() => parseJsonObject(body))
  return 'value' in read ? read.value : {}
}
