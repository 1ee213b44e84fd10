/** Changes the host in a URL. */
export const editHost =
  (how: (host: string) => string) =>
  (url: string): string =>
    url.replace(/(?<=^\w+:\/\/)[^/:]+/, how)

/** Other spellings of the same base URL. */
export const otherSpellings: Readonly<Record<string, (base: string) => string>> = {
  'the scheme in capitals': (base) => base.replace(/^https?/, (scheme) => scheme.toUpperCase()),
  'the host in capitals': editHost((host) => host.toUpperCase()),
  'an escaped letter in the host': editHost((host) =>
    host.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ),
  'the default port': (base) => base.replace(/^(https:\/\/[^/:]+)(?=\/|$)/, '$1:443'),
}

/** URLs of other servers, which a careless comparison takes for the given one. */
export const similarUrls: Readonly<Record<string, (own: string) => string>> = {
  'another port': (own) => editHost((host) => `${host}:8443`)(own.replace(/:\d+/, '')),
  'a path below it': (own) => `${own}/tenant`,
  'its host as the beginning of another': editHost((host) => `${host}.example`),
}
