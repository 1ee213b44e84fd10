import { calling } from '../deviations.ts'

/** A wallet that calls its backend by itself, where it should take a nonce. */
export const toBackend = (path: string, body: string) =>
  calling('wallet', 'nonce', ({ url, headers }) => ({
    method: 'POST',
    url: url.replace(/\/nonce$/, path),
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  }))
