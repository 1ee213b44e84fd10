import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import type { ServedRequest } from '../../../src/wire/server/limit-handler.ts'
import type { OutgoingCall } from './outgoing-calls.ts'

/** A request without its body and its query: both may be secret. */
export interface RequestSummary {
  readonly method: string
  readonly path: string
  readonly status: number
  /** The requirements that the request broke. */
  readonly refused?: readonly string[]
  /** What went wrong in assay. */
  readonly defect?: string
}

/** Summarises a request and its response. */
export async function summariseRequest({ request, response, defect }: ServedRequest): Promise<RequestSummary> {
  const refused = isJson(response) ? readRefusals(await response.clone().text()) : []
  return {
    method: request.method,
    path: sanitize(new URL(request.url).pathname, 120),
    status: response.status,
    ...(refused.length > 0 && { refused }),
    ...(defect !== undefined && { defect: defect instanceof Error ? defect.message : String(defect) }),
  }
}

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('application/json') ?? false

/** The requirements that a response names: an issuer in `requirements`, a verifier in `refused`. */
function readRefusals(body: string): readonly string[] {
  const read = attempt(() => parseJsonObject(body))
  const ids = 'value' in read ? (read.value.requirements ?? read.value.refused) : []
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && /^[A-Z\d-]{1,60}$/.test(id)) : []
}

/** A request in one line. */
export function formatRequest({ method, path, status, refused = [], defect }: RequestSummary, paint: Paint): string {
  const style = status >= 500 ? 'bad' : status >= 400 || refused.length > 0 ? 'doubt' : 'good'
  const why = defect === undefined ? refused.join(', ') : `a defect in assay: ${sanitize(defect)}`
  return `${paint(style, String(status))}  ${method.padEnd(4)} ${path}${why && `  ${why}`}`
}

/** A request to another actor in one line, without its query. */
export function formatCall({ method, url, came }: OutgoingCall, paint: Paint): string {
  const short = sanitize(withoutQuery(url), 120)
  return `${paint('quiet', ' ->')}  ${method.padEnd(4)} ${short}  ${typeof came === 'number' ? came : sanitize(came)}`
}

/** A URL without query and fragment. */
export const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''
