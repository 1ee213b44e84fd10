import { changeRequest } from '../kit/mutations.ts'

/** Makes the wallet call its backend instead of the nonce endpoint. */
export const callBackend = (path: string, body: string) =>
  changeRequest('wallet', 'nonce', ({ url, headers }) => ({
    method: 'POST',
    url: url.replace(/\/nonce$/, path),
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  }))
