import type { Role } from '../../../../model/role.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import { openArtefact } from '../../../../protocol/artefacts/open.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { findMember } from '../../../../protocol/encoding/pointer.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { readClaim } from '../../../../protocol/sd-jwt/disclosure.ts'
import type { SdJwt } from '../../../../protocol/sd-jwt/sd-jwt.ts'
import { openStatusList, readStatus } from '../../../../protocol/status-list/status-list.ts'
import type { Verifier } from '../../model/actors.ts'
import { listedStatuses } from '../steps/status-service.ts'
import { applyReply, type EndpointHandlers, findContent, type Network, type ServiceContext } from './context.ts'
import { createJsonRequest, createJsonResponse, createRejection, insertId, isSuccessful } from './http.ts'

/** A verifier at work: it takes a presentation, fetches keys and status, and says whether it accepts. */
export function startVerifier(verifier: Verifier, context: ServiceContext, network: Network): EndpointHandlers {
  const { environment } = context
  return applyReply(verifier, {
    presentation: async (request) => {
      const body = attempt(() => parseJsonObject(request.body ?? ''))
      const text = 'value' in body ? body.value.presentation : undefined
      if (typeof text !== 'string') return createRejection(['CRED-COMPACT'])
      const artefacts = openArtefact('credential', text)
      const jwks = await fetchIssuerKeys('verifier', context, network)
      const status = await fetchStatus(artefacts, context, network)
      const known = {
        now: environment.now,
        jwks,
        issuer: environment.issuer,
        statusBase: environment.status,
        ...status.known,
      }
      const refusals = verifier.findRefusals({
        request,
        artefacts: [...artefacts, ...status.artefacts],
        facts: known,
        state: findContent(artefacts, 'credential') ? { status: status.value } : {},
      })
      const claims = refusals.length > 0 ? {} : readClaims(findContent(artefacts, 'credential'), context)
      return createJsonResponse(verifier.decide(claims, refusals))
    },
  })
}

/** The key set of the issuer, empty if it cannot be had: then nothing verifies. */
export async function fetchIssuerKeys(from: Role, { terms }: ServiceContext, { call }: Network): Promise<JsonObject> {
  const response = await call('jwks', from, createJsonRequest(terms.addresses.jwks)).catch(() => undefined)
  const read = attempt(() => parseJsonObject(response && isSuccessful(response) ? response.body : ''))
  return 'value' in read ? read.value : { keys: [] }
}

interface ObservedStatus {
  readonly value: string
  readonly artefacts: readonly Artefact[]
  readonly known: { readonly credentialId?: string }
}

/** Fetches the status of a credential. Without a response the status is unknown, which is not active. */
async function fetchStatus(
  artefacts: readonly Artefact[],
  { terms, environment }: ServiceContext,
  { call }: Network,
): Promise<ObservedStatus> {
  const { status: pointer, id } = findContent(artefacts, 'credential')?.jws.payload ?? {}
  if (typeof id !== 'string') return { value: 'unknown', artefacts: [], known: {} }
  const known = { credentialId: id }
  const usual = insertId(terms.addresses.status, id)
  const list = isObject(pointer) && isObject(pointer.status_list) ? pointer.status_list : undefined
  const url = list ? list.uri : pointer
  const accepted = list ? { accept: 'application/statuslist+jwt' } : {}
  const request = createJsonRequest({ ...usual, url: typeof url === 'string' ? url : usual.url }, undefined, accepted)
  const response = await call('status', 'verifier', request, 'message').catch(() => undefined)
  const answers = response && isSuccessful(response) ? openArtefact('status-token', response.body) : []
  const payload = findContent(answers, 'status-token')?.payload ?? {}
  const value = list ? readListed(payload, list.idx) : findMember(payload, environment.dialect.statusMember)
  return { value: typeof value === 'string' ? value : 'unknown', artefacts: answers, known }
}

function readListed(claims: JsonObject, index: JsonValue | undefined): string | undefined {
  const opened = openStatusList({ claims })
  const value = 'list' in opened ? readStatus(opened.list, Number(index)) : undefined
  return value === undefined ? undefined : listedStatuses[value]
}

function readClaims(credential: SdJwt | undefined, { environment }: ServiceContext): JsonObject {
  const claims =
    credential?.disclosures.flatMap((disclosure) => readClaim(disclosure, environment.dialect.order) ?? []) ?? []
  return Object.fromEntries(claims.map(({ name, value }) => [name, value as JsonValue]))
}
