import type { HttpResponse } from '../../../../model/wire.ts'
import { type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { writeJws } from '../../../../protocol/jose/jws.ts'
import type { VciWalletInstance } from '../wallet-steps.ts'
import { callIssuer, isSuccess, readContent, toPublicPart, type VciWalletContext } from './context.ts'

/** The client that every reference wallet is, and where it is redirected to. */
export const clientId = 'assay'
export const redirectUri = 'https://wallet.example/callback'

/** Seconds for which a wallet attestation is good. */
const lifetime = 3600

/** Has the provider attest the wallet, with a key of its own. */
function makeInstance({ steps, makeKey, now, provider }: VciWalletContext): VciWalletInstance {
  const key = makeKey()
  const header = { typ: 'oauth-client-attestation+jwt', alg: 'ES256', kid: readText(provider.kid) }
  const claims = {
    iss: 'https://wallet-provider.example',
    sub: clientId,
    iat: now(),
    exp: now() + lifetime,
    cnf: { jwk: toPublicPart(key) },
  }
  return { key, attestation: writeJws(steps.clientHeader(header), steps.clientClaims(claims), provider) }
}

const wantsAttestation = ({ token_endpoint_auth_methods_supported: methods }: JsonObject): boolean =>
  Array.isArray(methods) && methods.includes('attest_jwt_client_auth')

type Headers = Readonly<Record<string, string>>

/**
 * Sends a request of a client: authenticated, if the authorization server has that, and once more if the server wants
 * another challenge in the proof.
 */
export async function sendAsClient(
  context: VciWalletContext,
  send: (headers: Headers) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { steps, facts } = context
  if (!steps.attestsClient || !wantsAttestation(facts.server)) return send({})
  await fetchChallenge(context)
  const sendOnce = async (): Promise<HttpResponse> => {
    const response = await send(writeClientHeaders(context))
    keepChallenge(context, response.headers['oauth-client-attestation-challenge'])
    return response
  }
  const first = await sendOnce()
  return readContent(first.body)?.error === 'use_attestation_challenge' ? sendOnce() : first
}

async function fetchChallenge(context: VciWalletContext): Promise<void> {
  const { challenge_endpoint: url } = context.facts.server
  if (!context.steps.asksChallenge || typeof url !== 'string' || !URL.canParse(url)) return
  const headers = { accept: 'application/json', 'content-length': '0' }
  const response = await callIssuer(context, 'challenge', { method: 'POST', url, headers })
  if (isSuccess(response)) keepChallenge(context, readContent(response.body)?.attestation_challenge)
}

function keepChallenge({ challenges }: VciWalletContext, challenge: unknown): void {
  if (typeof challenge === 'string') challenges.push(challenge)
}

function writeClientHeaders(context: VciWalletContext): Headers {
  const { steps, facts, random, now, challenges } = context
  context.instance ??= steps.chooseInstance(() => makeInstance(context))
  const { attestation } = context.instance
  const key = steps.chooseClientKey(context.instance.key, context.makeKey)
  const header = { typ: 'oauth-client-attestation-pop+jwt', alg: 'ES256' }
  const challenge = steps.chooseChallenge(challenges)
  const claims = {
    iss: clientId,
    aud: facts.server.issuer ?? '',
    jti: random(16).toString('base64url'),
    iat: now(),
    ...(challenge !== undefined && { challenge }),
  }
  return {
    'oauth-client-attestation': attestation,
    'oauth-client-attestation-pop': writeJws(steps.clientProofHeader(header), steps.clientProofClaims(claims), key),
  }
}
