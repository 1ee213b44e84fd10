import type { HttpResponse } from '../../../../model/wire.ts'
import type { Send } from '../../../../src/harness/calls.ts'

/** What became of an authorization request in the browser of a user. */
export type UserEnd =
  | { readonly kind: 'redirected'; readonly parameters: URLSearchParams; readonly fragment?: URLSearchParams }
  | { readonly kind: 'refused'; readonly problem: string }
  /** A page, on which a person would have to act. */
  | { readonly kind: 'page'; readonly problem: string }

/** A user who is back at the wallet. */
export type UserReturn = Extract<UserEnd, { readonly kind: 'redirected' }>

/** What is opened in a browser, where it is to end, and whether the server should refuse it. */
export interface UserVisit {
  readonly url: string
  readonly redirectUri: string
  readonly expectsRefusal: boolean
}

/** Has a user authorize a wallet. */
export type AuthorizeUser = (visit: UserVisit) => Promise<UserEnd>

/** How often a browser is redirected. */
const mostRedirects = 10

/** Follows redirections, as a browser does where no person is needed. */
export async function playUser(send: Send, { url, redirectUri }: UserVisit): Promise<UserEnd> {
  const cookies: Cookies = new Map()
  let next = url
  for (let i = 0; i < mostRedirects; i++) {
    const response = await send({ method: 'GET', url: next, headers: makeHeaders(next, cookies) }, 'message')
    keepCookies(next, response, cookies)
    const { location } = response.headers
    const isRedirected = response.status >= 300 && response.status <= 399 && location !== undefined
    if (!isRedirected) return describePage(response)
    if (!URL.canParse(location, next)) return { kind: 'refused', problem: 'it redirects to an invalid URL' }
    next = new URL(location, next).href
    const parameters = readReturn(next, redirectUri)
    if (parameters) return { kind: 'redirected', parameters, fragment: readFragment(next) }
    if (!/^https?:/.test(next)) return { kind: 'refused', problem: 'it redirects to another application' }
  }
  return { kind: 'refused', problem: `it redirects more than ${mostRedirects} times` }
}

/** The cookies of each origin, by name. */
type Cookies = Map<string, Map<string, string>>

const makeHeaders = (url: string, cookies: Cookies) => {
  const some = cookies.get(new URL(url).origin) ?? new Map<string, string>()
  const cookie = [...some].map(([name, value]) => `${name}=${value}`).join('; ')
  return { accept: 'text/html', ...(cookie !== '' && { cookie }) }
}

/** How many cookies of an origin are kept. */
const mostCookies = 20

/** Keeps the cookies of each origin, whatever their path: enough for a session, and no browser. An empty one is forgotten. */
function keepCookies(url: string, { headers }: HttpResponse, cookies: Cookies): void {
  const { origin } = new URL(url)
  const some = cookies.get(origin) ?? new Map<string, string>()
  for (const cookie of splitCookies(headers['set-cookie'])) {
    const [, name = '', value = ''] = /^([^=\s;,]+)=([^\s;,]*)/.exec(cookie) ?? []
    some.delete(name)
    if (value !== '' && some.size < mostCookies) some.set(name, value)
  }
  cookies.set(origin, some)
}

/** Several header fields are joined by commas, which are in dates as well. */
const splitCookies = (joined = ''): readonly string[] => joined.split(/[,\n]\s*(?=[^=\s;,]+=)/)

const describePage = ({ status }: HttpResponse): UserEnd =>
  status >= 200 && status <= 399
    ? { kind: 'page', problem: `it answers ${status}, without a redirect` }
    : { kind: 'refused', problem: `it answers ${status}` }

/** What comes in the fragment, which no server sees. */
export const readFragment = (address: string): URLSearchParams => new URLSearchParams(new URL(address).hash.slice(1))

/** The parameters with which a user comes back to the wallet; nothing, if the address is another one. */
export function readReturn(address: string, redirectUri: string): URLSearchParams | undefined {
  if (!URL.canParse(address)) return undefined
  const [is, wanted] = [new URL(address), new URL(redirectUri)]
  const isSame = is.protocol === wanted.protocol && is.host === wanted.host && is.pathname === wanted.pathname
  return isSame ? is.searchParams : undefined
}
