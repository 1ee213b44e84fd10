import { createHash } from 'node:crypto'
import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import type { JsonObject, JsonValue } from '../../../../protocol/encoding/json.ts'
import { computeThumbprint } from '../../../../protocol/jose/jwk.ts'
import { readBody, type Send } from '../../../../src/harness/calls.ts'
import type { Journal } from '../../../../src/harness/journal.ts'
import { drawToken } from '../../../../src/runtime/random.ts'
import { type WalletAlgorithm, walletAlgorithms } from '../../../jose/wallet-algorithms.ts'
import type { DpopChange } from '../../../oauth/dpop-probes.ts'
import { checkDpopNonce } from '../../../oauth/exchange-checks.ts'
import { makeKey, signText, type WalletKey, writeJwt } from '../../../oauth/harness/wallet-keys.ts'

/** The key to which a wallet has its access tokens bound (RFC 9449), the nonces of servers by origin, and the last `jti`. */
export interface DpopKey {
  readonly alg: WalletAlgorithm
  readonly key: WalletKey
  readonly nonces: Map<string, string>
  /** The endpoints that gave nonces: of two servers at one origin, one may want none. */
  readonly nonced: Set<string>
  last: string
}

/** Makes a key, where the authorization server announces that it binds tokens, or where all of them do it by an algorithm. */
export function makeDpopKey(
  { dpop_signing_alg_values_supported: algs }: JsonObject,
  usual?: WalletAlgorithm,
): DpopKey | undefined {
  const announced = walletAlgorithms.find((each) => Array.isArray(algs) && algs.includes(each))
  const alg = announced ?? (algs === undefined ? usual : undefined)
  return alg && { alg, key: makeKey(alg), nonces: new Map(), nonced: new Set(), last: drawToken() }
}

/** Whether an endpoint gave a nonce. */
export const hasNonces = (dpop: DpopKey | undefined, endpoint: string): boolean =>
  dpop?.nonced.has(nameEndpoint(endpoint)) === true

function nameEndpoint(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** The thumbprint of the key. */
export const nameDpopKey = ({ key }: DpopKey): string => computeThumbprint(key.publicKey) ?? ''

/** What a proof is about, and what it does otherwise. */
interface ProofDraft {
  readonly now: number
  readonly token?: string
  /** The nonce of the server: requests at the same time have their own. */
  readonly nonce?: string
  readonly change?: DpopChange
}

/** Sends a request with a proof of that key, and once more if the server wants its nonce, or a newer one, in it. */
export async function sendWithDpop(
  { send, journal }: { readonly send: Send; readonly journal: Journal },
  request: HttpRequest,
  dpop: DpopKey,
  proof: ProofDraft,
): Promise<HttpResponse> {
  const { origin } = new URL(request.url)
  const sendOnce = async (known = dpop.nonces.get(origin)) => {
    const { text, nonce } = writeDpop(request, dpop, { ...proof, ...(known !== undefined && { nonce: known }) })
    const separate = proof.change?.doubles === 'field' ? { separate: ['dpop'] } : {}
    const response = await send({ ...request, headers: { ...request.headers, dpop: text }, ...separate }, 'message')
    const given = response.headers['dpop-nonce']
    if (given !== undefined) {
      dpop.nonces.set(origin, given)
      dpop.nonced.add(nameEndpoint(request.url))
    }
    // If the nonce is the one that the server gave, the response says nothing of what else is wrong with the proof.
    return { response, given, isOfServer: nonce === known }
  }
  const { response: first, given, isOfServer } = await sendOnce()
  if (!isNonceWanted(first)) return first
  const second = isOfServer && given !== undefined ? (await sendOnce(given)).response : first
  if (given === undefined || !proof.change)
    journal.mark('a request with a DPoP proof', [checkDpopNonce(given, isNonceWanted(second))])
  return second
}

const isNonceWanted = (response: HttpResponse): boolean =>
  (response.status === 400 || response.status === 401) &&
  (readBody(response)?.error === 'use_dpop_nonce' || /use_dpop_nonce/.test(response.headers['www-authenticate'] ?? ''))

/** Writes a proof, and says which nonce it has. */
function writeDpop(
  { method, url }: HttpRequest,
  dpop: DpopKey,
  {
    now,
    token,
    nonce,
    change: { header = keep, claims = keep, signer, isForeign, repeats, doubles, text } = {},
  }: ProofDraft,
): { readonly text: string; readonly nonce?: JsonValue | undefined } {
  if (text !== undefined) return { text }
  const { alg } = dpop
  const key = isForeign ? makeKey(alg) : dpop.key
  if (!repeats) dpop.last = drawToken()
  const usual = {
    jti: dpop.last,
    htm: method,
    htu: nameEndpoint(url),
    iat: now,
    ...(token !== undefined && { ath: createHash('sha256').update(token).digest('base64url') }),
    ...(nonce !== undefined && { nonce }),
  }
  const usualHeader = { typ: 'dpop+jwt', alg, jwk: key.publicKey }
  const signingKey = signer === 'other' ? makeKey(alg).privateKey : key.privateKey
  const payload = claims(usual)
  const write = (changed: JsonObject): string =>
    writeJwt(header(usualHeader, key.privateKey), changed, (input) =>
      signer === 'none' ? Buffer.alloc(0) : signText(alg, input, signingKey),
    )
  // Two fields of a name are one with a comma (RFC 9110, section 5.3).
  const proofs = doubles ? [payload, { ...payload, jti: drawToken() }] : [payload]
  return { text: proofs.map(write).join(', '), nonce: payload.nonce }
}

const keep = (value: JsonObject): JsonObject => value
