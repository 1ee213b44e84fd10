import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'

/** How redirections are followed. */
export interface Following {
  /** Redirections that are followed. */
  readonly most: number
  /** Whether they may lead from HTTPS to addresses without it. */
  readonly takesPlain?: boolean
}

type Fetch = (request: HttpRequest) => Promise<HttpResponse>

/** Fetches a document, wherever it is redirected to (SD-JWT VC, section 3). */
export async function fetchRedirected(request: HttpRequest, following: Following, fetch: Fetch): Promise<HttpResponse> {
  const response = await fetch(request)
  const { most, takesPlain = false } = following
  const isMoved = response.status >= 300 && response.status <= 399
  const next = isMoved ? URL.parse(response.headers.location ?? '', request.url) : null
  if (!next || most < 1 || (!takesPlain && isWeaker(next.href, request.url))) return response
  return fetchRedirected({ ...request, url: next.href }, { most: most - 1, takesPlain }, fetch)
}

/** Whether an address has no HTTPS, and the one that leads to it has. */
export const isWeaker = (address: string, from: string): boolean =>
  from.startsWith('https:') && !address.startsWith('https:')
