import type { ProbeAnswer } from '../../../../model/probe.ts'
import type { Role } from '../../../../model/role.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import { parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { hasError, readAcceptance } from '../../kit/verdict-words.ts'
import type { Endpoint, Message } from '../../model/endpoints.ts'
import { REFUSAL } from '../../undefined-points/decisions.ts'

/** What counts as a refusal, by decision. */
export type RefusalRule = '4xx' | 'no-success'

/** Called when a response of 2xx with an `error` counts as accepted: it would be a refusal under another answer. */
export type OnDisputed = () => void

/** How responses are read. */
export interface AnswerReading {
  readonly refusal: RefusalRule
  readonly onDisputed?: OnDisputed
}

/** The answer under which such a response is a refusal. */
export const refusedOtherwise = `${REFUSAL.id} = ${'no-success' satisfies RefusalRule}`

/** Interprets an HTTP response. A lost response, a status of 5xx, and 429 are inconclusive. */
export function interpretResponse(
  response: HttpResponse | undefined,
  refusal: RefusalRule,
  success?: string,
  onDisputed?: OnDisputed,
): ProbeAnswer {
  if (!response) return 'inconclusive'
  const { status } = response
  if (status === 429) return 'inconclusive'
  if (status >= 400 && status < 500) return 'refused'
  if (status < 200 || status >= 300) return 'inconclusive'
  const body = readBody(response)
  if (readAcceptance(body.accepted) === false) return 'refused'
  if (refusal !== 'no-success') {
    if (hasError(response.body)) onDisputed?.()
    return 'accepted'
  }
  const isIncomplete = success !== undefined && body[success] === undefined
  return isIncomplete || hasError(response.body) ? 'refused' : 'accepted'
}

/**
 * Whether a receiver says that another server failed (RFC 9110, sections 15.6.3 to 15.6.5), and one that it called in this
 * session did. It accepted nothing, and it is not the receiver that erred.
 */
export function isBlamedOnAnother(messages: readonly Message[], receiver: Role): boolean {
  const answer = messages.findLast(({ to }) => to === receiver)?.response
  return (
    answer !== undefined &&
    upstreamStatuses.has(answer.status) &&
    messages.some(({ from, response }) => from === receiver && (!response || response.status >= 400 || !response.body))
  )
}

const upstreamStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** Where a role answers a probe, and the member that only a success has. Without one, a success has no `error`. */
interface AnsweringEndpoint {
  readonly endpoint: Endpoint
  readonly success?: string
}

const issuerConfig: AnsweringEndpoint = { endpoint: 'issuerConfig', success: 'credential_identifier' }

const answeringEndpoints: { readonly [R in Role]?: AnsweringEndpoint } = {
  issuer: { endpoint: 'validate', success: 'credential_response' },
  'wallet backend': { endpoint: 'walletCallback' },
  verifier: { endpoint: 'presentation', success: 'accepted' },
  'status service': { endpoint: 'status' },
}

/** The member that only a success of a role has. */
export const findSuccessMember = (role: Role): string | undefined => answeringEndpoints[role]?.success

/** Finds the endpoint that a role without a response of its own calls next, if it accepts a message. */
function findNextEndpoint(receiver: Role, kind: ArtefactKind): Endpoint | undefined {
  if (receiver === 'wallet') return walletKinds.has(kind) ? 'deeplink' : undefined
  if (receiver === 'identity app') return kind === 'issuer-config-response' ? 'offerPush' : 'walletCallback'
  return undefined
}

const walletKinds = new Set<ArtefactKind>(['offer', 'metadata', 'nonce-response'])

/** Interprets the messages of a session: whether the receiver accepted the message of a kind, by its response or its next call. */
export function interpretMessages(
  messages: readonly Message[],
  receiver: Role,
  kind: ArtefactKind,
  refusal: RefusalRule,
  onDisputed?: OnDisputed,
): ProbeAnswer {
  const next = findNextEndpoint(receiver, kind)
  if (next) {
    if (messages.some(({ transportError }) => transportError !== undefined)) return 'inconclusive'
    return messages.some(({ endpoint }) => endpoint === next) ? 'accepted' : 'refused'
  }
  if (isBlamedOnAnother(messages, receiver)) return 'refused'
  const place = kind === 'issuer-config-request' ? issuerConfig : answeringEndpoints[receiver]
  const message = place && messages.findLast(({ endpoint }) => endpoint === place.endpoint)
  return interpretResponse(message?.response, refusal, place?.success, onDisputed)
}

function readBody({ body }: HttpResponse) {
  const read = attempt(() => parseJsonObject(body))
  return 'value' in read ? read.value : {}
}
