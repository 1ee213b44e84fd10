import type { Paint } from '../../../reporters/blocks.ts'
import { harmless } from '../../../reporters/escape.ts'
import { parseJsonObject } from '../../protocol/json.ts'
import { attempt } from '../../protocol/problem.ts'
import type { Served } from '../../wire/bounds.ts'
import type { CalledOut } from './calls.ts'

/** A request as it is told: nothing of what it carried, and no query, for both may be secret. */
export interface RequestTold {
  readonly method: string
  readonly path: string
  readonly status: number
  /** The requirements for whose sake it was turned away. */
  readonly refused?: readonly string[]
  /** What went wrong here. */
  readonly defect?: string
}

/** What is told of a request. */
export async function toldOf({ request, response, defect }: Served): Promise<RequestTold> {
  const refused = isJson(response) ? refusalsIn(await response.clone().text()) : []
  return {
    method: request.method,
    path: harmless(new URL(request.url).pathname, 120),
    status: response.status,
    ...(refused.length > 0 && { refused }),
    ...(defect !== undefined && { defect: defect instanceof Error ? defect.message : String(defect) }),
  }
}

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('application/json') ?? false

/** An issuer says it in `requirements`, a verifier in `refused`. */
function refusalsIn(body: string): readonly string[] {
  const read = attempt(() => parseJsonObject(body))
  const ids = 'value' in read ? (read.value.requirements ?? read.value.refused) : []
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && /^[A-Z\d-]{1,60}$/.test(id)) : []
}

/** A request in one line. */
export function requestLine({ method, path, status, refused = [], defect }: RequestTold, paint: Paint): string {
  const style = status >= 500 ? 'bad' : status >= 400 || refused.length > 0 ? 'doubt' : 'good'
  const why = defect === undefined ? refused.join(', ') : `a defect of assay: ${harmless(defect)}`
  return `${paint(style, String(status))}  ${method.padEnd(4)} ${path}${why && `  ${why}`}`
}

/** A call in one line, without its query. */
export function callLine({ method, url, came }: CalledOut, paint: Paint): string {
  const short = harmless(url.split(/[?#]/, 1)[0] ?? '', 120)
  return `${paint('quiet', ' ->')}  ${method.padEnd(4)} ${short}  ${typeof came === 'number' ? came : harmless(came)}`
}
