import type { HttpResponse } from '../../../../model/wire.ts'
import { createJsonRequest } from '../../actors/services/http.ts'
import type { Terms } from '../../model/terms.ts'
import type { MessageBus } from './message-bus.ts'

/** The session of the first calls of a run. */
export const preflightSession = 'preflight'

/** The result of one check of a target before a run. */
export interface PreflightCheck {
  readonly what: string
  readonly ok: boolean
  readonly detail: string
}

/** The number of seconds that the clock of a target may differ from ours. */
const maxSkew = 60

/** Fetches the metadata and the keys of an issuer, which changes nothing there, and checks them. */
export async function checkIssuer(
  bus: MessageBus,
  terms: Terms,
  now: () => number,
): Promise<readonly PreflightCheck[]> {
  const metadata = await fetchPublic(bus, 'issuerMetadata', terms)
  const jwks = await fetchPublic(bus, 'jwks', terms)
  if (isMissing(metadata)) await tryOtherMethod(bus, terms)
  const isWrongAddress = metadata.status === 404 && jwks.status === 404
  return [
    checkResponse('metadata', terms.addresses.issuerMetadata.url, metadata),
    checkResponse('keys', terms.addresses.jwks.url, jwks),
    ...(isWrongAddress ? [reportWrongAddress(terms.addresses.jwks.url)] : []),
    checkClock(metadata, now()),
  ]
}

const fetchPublic = (
  bus: MessageBus,
  endpoint: 'issuerMetadata' | 'jwks',
  { addresses }: Terms,
): Promise<HttpResponse> => bus.call(preflightSession, endpoint, 'verifier', createJsonRequest(addresses[endpoint]))

const isMissing = ({ status }: HttpResponse): boolean => status === 404 || status === 405

/** The document names no method for the metadata. What is missing for both is not there. */
const tryOtherMethod = (bus: MessageBus, { addresses: { issuerMetadata } }: Terms): Promise<HttpResponse> => {
  const request =
    issuerMetadata.method === 'GET'
      ? createJsonRequest({ ...issuerMetadata, method: 'POST' }, {})
      : createJsonRequest({ ...issuerMetadata, method: 'GET' })
  return bus.call(preflightSession, 'issuerMetadata', 'verifier', request)
}

const checkResponse = (what: string, url: string, { status }: HttpResponse): PreflightCheck => ({
  what,
  ok: status === 200,
  detail: `${status} from ${url}${isRedirect(status) ? ', and redirects are not followed' : ''}`,
})

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** A wrong address most often has the right host and a wrong path. */
const reportWrongAddress = (url: string): PreflightCheck => ({
  what: 'address',
  ok: false,
  detail: `neither the metadata nor the keys of an issuer are at ${new URL(url).host}: check the path of targets.issuer.url`,
})

/** Compares the clock of a target with ours, if the response has a date. */
function checkClock({ headers }: HttpResponse, now: number): PreflightCheck {
  const theirs = Date.parse(headers.date ?? '')
  if (Number.isNaN(theirs)) return { what: 'clock', ok: true, detail: 'the response has no Date header field' }
  const skew = Math.round(theirs / 1000 - now)
  const detail = `the clock of the target is ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead'}`
  return { what: 'clock', ok: Math.abs(skew) <= maxSkew, detail }
}
