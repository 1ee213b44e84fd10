const prefix = 'did:web:'

/** The DID whose document is below an address. */
export function writeWebDid(address: string): string {
  const { host, pathname } = new URL(address)
  return [prefix.slice(0, -1), encodeURIComponent(host), ...pathname.split('/').slice(1)].join(':')
}

/** Where the document of such a DID is; nothing, if it is another text. */
export function placeDidDocument(did: string): string | undefined {
  const [host = '', ...path] = did.startsWith(prefix) ? did.slice(prefix.length).split(':') : []
  const url = `https://${host.replace(/%3A/i, ':')}/${path.length === 0 ? '.well-known' : path.join('/')}/did.json`
  return host !== '' && URL.canParse(url) ? url : undefined
}
