import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { isSuccess, readBody, type Send } from '../../../../src/harness/calls.ts'
import { drawToken } from '../../../../src/runtime/random.ts'
import { type BroughtKeyName, broughtKey, broughtKeys, nameSigner } from '../../../jose/brought-keys.ts'
import { walletAlgorithms } from '../../../jose/wallet-algorithms.ts'
import type { ClientChange, ClientTokenChange } from '../../../oauth/client-probes.ts'
import { checkChallenge, checkServedChallenge } from '../../../oauth/exchange-checks.ts'
import { makeKey, signText, writeJwt } from '../../../oauth/harness/wallet-keys.ts'
import type { TestWallet } from '../issuer/wallet.ts'
import type { ClientInstance } from './client-instance.ts'

/** The name of the provider of wallets in attestations. */
const providerId = 'https://wallet-provider.example'

const method = 'attest_jwt_client_auth'

const listMethods = ({ token_endpoint_auth_methods_supported: methods }: JsonObject): readonly unknown[] =>
  Array.isArray(methods) ? methods : []

/** Whether an authorization server announces that wallets may authenticate themselves by attestations. */
export const canAttest = (server: JsonObject): boolean => listMethods(server).includes(method)

/** Whether it announces no other way. */
export const needsAttestation = (server: JsonObject): boolean =>
  canAttest(server) && listMethods(server).every((each) => each === method)

/** Makes a wallet that authenticates itself, where the server announces that, and the key of a provider is there. */
export const makeInstance = (server: JsonObject, providerKey: Jwk | undefined): ClientInstance | undefined =>
  providerKey && canAttest(server) ? { server, providerKey, key: makeKey('ES256') } : undefined

/** Whether what a wallet shows of its provider can be changed so that it brings another key. */
export const canBring = (providerKey: Jwk, brings: BroughtKeyName | undefined): boolean =>
  brings === undefined || broughtKeys[brings].write(nameSigner(providerKey)) !== undefined

/**
 * Sends a request of a client: authenticated, where it does that, and once more if the server wants a challenge, or a newer
 * one, in it.
 * What is sent again for another reason, such as a nonce for a DPoP proof, has a new proof: servers take each `jti` once.
 */
export async function sendAsClient(
  request: HttpRequest,
  clientId: string,
  wallet: TestWallet,
  { wrap = (send) => send, change = {} }: { readonly wrap?: (send: Send) => Send; readonly change?: ClientChange },
): Promise<HttpResponse> {
  const { instance } = wallet
  if (!instance || change.isMissing) return wrap(wallet.send)(request, 'message')
  await fetchChallenge(instance, wallet)
  let isOfServer = true
  const send = wrap(async (each, kind) => {
    const known = instance.challenge
    const { headers, challenge: sent } = writeHeaders(instance, clientId, wallet, change)
    isOfServer = sent === known
    const response = await wallet.send({ ...each, headers: { ...each.headers, ...headers } }, kind)
    const challenge = response.headers['oauth-client-attestation-challenge']
    if (challenge !== undefined) instance.challenge = challenge
    return response
  })
  const first = await send(request, 'message')
  // As with the nonce of a DPoP proof: if the challenge is the one that the server gave, the response says nothing of the rest.
  if (!isChallengeWanted(first)) return first
  const challenge = first.headers['oauth-client-attestation-challenge']
  const second = isOfServer && challenge !== undefined ? await send(request, 'message') : first
  if (challenge === undefined || !change.pop)
    wallet.journal.mark('a request with a wallet attestation', [checkChallenge(challenge, isChallengeWanted(second))])
  return second
}

const isChallengeWanted = (response: HttpResponse): boolean => readBody(response)?.error === 'use_attestation_challenge'

/** Asks for a challenge, where the server has an endpoint for that. */
async function fetchChallenge(instance: ClientInstance, { send, journal }: TestWallet): Promise<void> {
  const { challenge_endpoint: url } = instance.server
  if (typeof url !== 'string' || !URL.canParse(url)) return
  const headers = { 'content-length': '0', accept: 'application/json' }
  const response = await send({ method: 'POST', url, headers }, 'message')
  if (response.status < 500 && response.status !== 429)
    journal.mark('a challenge for wallet attestations', [checkServedChallenge(response)])
  const challenge = isSuccess(response) ? readBody(response)?.attestation_challenge : undefined
  if (typeof challenge === 'string') instance.challenge = challenge
}

/** Seconds for which a wallet attestation is good. */
const lifetime = 3600

function writeHeaders(
  { server, providerKey, key, challenge }: ClientInstance,
  clientId: string,
  { now }: TestWallet,
  change: ClientChange,
) {
  const alg = walletAlgorithms.find((each) => each === providerKey.alg) ?? 'ES256'
  const claims = {
    iss: providerId,
    sub: clientId,
    iat: now(),
    exp: now() + lifetime,
    cnf: { jwk: key.publicKey },
  }
  const popClaims = {
    iss: clientId,
    aud: typeof server.issuer === 'string' ? server.issuer : '',
    jti: drawToken(),
    iat: now(),
    ...(challenge !== undefined && { challenge }),
  }
  const attestation = {
    header: { typ: 'oauth-client-attestation+jwt', alg, ...nameSigner(providerKey) },
    claims,
    key: providerKey,
  }
  const pop = {
    header: { typ: 'oauth-client-attestation-pop+jwt', alg: 'ES256' },
    claims: popClaims,
    key: key.privateKey,
  }
  const [first, second] = [
    writeToken(attestation, key.privateKey, change.attestation),
    writeToken(pop, key.privateKey, change.pop),
  ]
  return {
    headers: {
      ...(first.text !== null && { 'oauth-client-attestation': first.text }),
      ...(second.text !== null && { 'oauth-client-attestation-pop': second.text }),
    },
    challenge: second.claims?.challenge,
  }
}

const keep = (value: JsonObject): JsonObject => value

function writeToken(
  { header, claims, key }: { readonly header: JsonObject; readonly claims: JsonObject; readonly key: Jwk },
  privateKey: Jwk,
  { header: changeHeader = keep, claims: changeClaims = keep, signer, brings, text }: ClientTokenChange = {},
): { readonly text: string | null; readonly claims?: JsonObject } {
  if (text !== undefined) return { text }
  if (brings) {
    const { write } = broughtKeys[brings]
    return writeToken({ header: { ...write(header), alg: 'ES256' }, claims, key: broughtKey }, privateKey)
  }
  const alg = walletAlgorithms.find((each) => each === header.alg) ?? 'ES256'
  const changed = changeClaims(claims, privateKey)
  const written = writeJwt(changeHeader(header), changed, (input) =>
    signer === 'none' ? Buffer.alloc(0) : signText(alg, input, signer === 'other' ? makeKey(alg).privateKey : key),
  )
  return { text: written, claims: changed }
}
