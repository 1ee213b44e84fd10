import { TransportError } from '../../../model/errors.ts'

/** Variables of a process. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>

/** Which proxy is taken for what; an empty text is none. */
export interface Proxies {
  readonly httpProxy: string
  readonly httpsProxy: string
  readonly noProxy: string
}

/** The proxies of a target: its own for everything, or else those of the environment. `name` is what its own is called. */
export function chooseProxies(own: string | undefined, environment: ProxyEnvironment, name: string): Proxies {
  if (own !== undefined) return useProxyForAll(parseProxyUrl(own, name))
  return {
    httpProxy: parseProxyUrl(readVariable(environment, 'HTTP_PROXY'), 'HTTP_PROXY'),
    httpsProxy: parseProxyUrl(readVariable(environment, 'HTTPS_PROXY'), 'HTTPS_PROXY'),
    noProxy: readVariable(environment, 'NO_PROXY'),
  }
}

const useProxyForAll = (proxy: string): Proxies => ({ httpProxy: proxy, httpsProxy: proxy, noProxy: '' })

const readVariable = (environment: ProxyEnvironment, name: string): string =>
  environment[name.toLowerCase()] ?? environment[name] ?? ''

/** A proxy is often written without `http://`. Its text may hold a password, so it is never shown. */
function parseProxyUrl(text: string, name: string): string {
  if (text === '') return ''
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  throw new TransportError('configuration', `${name} is not the URL of an http or https proxy`)
}

/** Whether anything may go through a proxy. */
export const hasProxy = ({ httpProxy, httpsProxy }: Proxies): boolean => httpProxy !== '' || httpsProxy !== ''
