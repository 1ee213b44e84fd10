/** Hosts that only the network of a server knows: this machine, private networks, names without a domain, names of clusters. */
const internalHosts =
  /^(?:[^.[]+|.*\.(?:localhost|local|localdomain|internal|intranet|lan|svc|home\.arpa)|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|169\.254\..*|\[(?:::1|f[cde][\da-f]{2}:.*)\])\.?$/i

const cure =
  'behind a proxy, build addresses from a configured public URL, or from `X-Forwarded-Host` and `X-Forwarded-Proto`'

export const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'

/** The likely cause of an address that only the server itself can call. */
export function explainInternalHost(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !isHttp(url) || !internalHosts.test(url.hostname)) return undefined
  return `only the network of the server knows this address: ${cure}`
}

/** The likely cause of an address without TLS where one with TLS is required. */
export function explainPlainAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:') return undefined
  return `the address has no TLS: ${cure}`
}
