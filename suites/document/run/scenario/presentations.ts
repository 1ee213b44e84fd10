import { TransportError } from '../../../../model/errors.ts'
import type { Responder } from '../../../../model/role.ts'
import type { Address, HttpRequest, UrlOrigin } from '../../../../model/wire.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import type { Network } from '../../actors/services/context.ts'
import { createJsonRequest, insertId } from '../../actors/services/http.ts'
import { responders } from '../../model/endpoints.ts'
import type { ParsedMessage } from '../../model/exchange.ts'
import type { Terms } from '../../model/terms.ts'

/** Finds the first credential that was issued in a session, readable or not. */
export function findIssuedCredential(messages: readonly ParsedMessage[]): Artefact<'credential'> | undefined {
  const validation = messages.findLast(({ message }) => message.endpoint === 'validate')
  return validation?.response.find(
    (each): each is Artefact<'credential'> => each.kind === 'credential' && each.withheld === undefined,
  )
}

/** Presents a credential with all of its disclosures, with one of them, and with none. */
export async function presentCredential(credential: string, { call }: Network, address: Address): Promise<void> {
  const [jwt = '', ...rest] = credential.split('~')
  const disclosures = rest.filter((each) => each !== '')
  for (const chosen of [disclosures, disclosures.slice(0, 1), []]) {
    const presentation = [jwt, ...chosen, ''].join('~')
    await call('presentation', 'wallet', createJsonRequest(address, { presentation }))
  }
}

/** What may have been looked up already, and where it is found. */
interface LookUpOptions {
  readonly messages: readonly ParsedMessage[]
  readonly terms: Terms
  readonly network: Network
  readonly isTarget: (responder: Responder) => boolean
}

/** Looks up the keys and the status that go with a credential. What one target asks of another is not seen here. */
export async function lookUpCredential(
  credential: Artefact<'credential'> | undefined,
  { messages, terms: { addresses }, network, isTarget }: LookUpOptions,
): Promise<void> {
  const ask = async (endpoint: 'jwks' | 'status', request: HttpRequest, origin: UrlOrigin): Promise<void> => {
    const isKnown = messages.some(({ message }) => message.endpoint === endpoint)
    if (isKnown || !isTarget(responders[endpoint])) return
    await network.call(endpoint, 'wallet', request, origin).catch(ignoreLoss)
  }
  await ask('jwks', createJsonRequest(addresses.jwks), 'configured')
  const request = createStatusRequest(credential, { addresses })
  if (request) await ask('status', request, 'message')
}

/** The request for the status of a credential; `undefined` if it has no id. */
export function createStatusRequest(
  credential: Artefact<'credential'> | undefined,
  { addresses }: Pick<Terms, 'addresses'>,
): HttpRequest | undefined {
  const { id, status } = credential?.content?.jws.payload ?? {}
  if (typeof id !== 'string') return undefined
  const usual = insertId(addresses.status, id)
  return createJsonRequest({ ...usual, url: typeof status === 'string' ? status : usual.url })
}

/** A message that is lost here is on record, and the session is over anyway. */
function ignoreLoss(error: unknown): void {
  if (!(error instanceof TransportError)) throw error
}
