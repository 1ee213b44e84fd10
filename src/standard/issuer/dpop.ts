import { createHash } from 'node:crypto'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { drawToken } from '../../runtime/random.ts'
import { readBody, type Send } from './calls.ts'
import { makeKey, signText, type WalletAlgorithm, type WalletKey, walletAlgorithms, writeJwt } from './keys.ts'

/** The key to which a wallet has its access tokens bound (RFC 9449), and the nonces that servers gave. */
export interface DpopKey {
  readonly alg: WalletAlgorithm
  readonly key: WalletKey
  readonly nonces: Map<string, string>
}

/** Makes a key, where the authorization server announces that it binds tokens. */
export function makeDpopKey({ dpop_signing_alg_values_supported: algs }: JsonObject): DpopKey | undefined {
  const alg = walletAlgorithms.find((each) => Array.isArray(algs) && algs.includes(each))
  return alg && { alg, key: makeKey(alg), nonces: new Map() }
}

/** Sends a request with a proof of that key, and once more if the server wants its nonce in it. */
export async function sendWithDpop(
  send: Send,
  request: HttpRequest,
  dpop: DpopKey,
  proof: { readonly now: number; readonly token?: string },
): Promise<HttpResponse> {
  const { origin } = new URL(request.url)
  const sendOnce = async (): Promise<HttpResponse> => {
    const headers = { ...request.headers, dpop: writeDpop(request, dpop, proof) }
    const response = await send({ ...request, headers }, 'message')
    const nonce = response.headers['dpop-nonce']
    if (nonce !== undefined) dpop.nonces.set(origin, nonce)
    return response
  }
  const first = await sendOnce()
  return isNonceWanted(first) ? sendOnce() : first
}

const isNonceWanted = (response: HttpResponse): boolean =>
  (response.status === 400 || response.status === 401) &&
  response.headers['dpop-nonce'] !== undefined &&
  (readBody(response)?.error === 'use_dpop_nonce' || /use_dpop_nonce/.test(response.headers['www-authenticate'] ?? ''))

function writeDpop(
  { method, url }: HttpRequest,
  { alg, key, nonces }: DpopKey,
  { now, token }: { readonly now: number; readonly token?: string },
): string {
  const { origin, pathname } = new URL(url)
  const nonce = nonces.get(origin)
  const claims = {
    jti: drawToken(),
    htm: method,
    htu: `${origin}${pathname}`,
    iat: now,
    ...(token !== undefined && { ath: createHash('sha256').update(token).digest('base64url') }),
    ...(nonce !== undefined && { nonce }),
  }
  const header = { typ: 'dpop+jwt', alg, jwk: key.publicKey }
  return writeJwt(header, claims, (input) => signText(alg, input, key.privateKey))
}
