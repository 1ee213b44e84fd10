import { changeRequest } from '../kit/mutations.ts'

/** A wallet that calls its backend by itself, where it should take a nonce. */
export const callBackend = (path: string, body: string) =>
  changeRequest('wallet', 'nonce', ({ url, headers }) => ({
    method: 'POST',
    url: url.replace(/\/nonce$/, path),
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  }))
