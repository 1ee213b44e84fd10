import { type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { writeJws } from '../../../../protocol/jose/jws.ts'
import type { VciWalletInstance } from '../wallet-steps.ts'
import { toPublicPart, type VciWalletContext } from './context.ts'

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

/** How the wallet authenticates itself, where the authorization server has that. */
export function writeClientHeaders(context: VciWalletContext): Readonly<Record<string, string>> {
  const { steps, facts, random, now } = context
  if (!steps.attestsClient || !wantsAttestation(facts.server)) return {}
  context.instance ??= steps.chooseInstance(() => makeInstance(context))
  const { attestation } = context.instance
  const key = steps.chooseClientKey(context.instance.key, context.makeKey)
  const header = { typ: 'oauth-client-attestation-pop+jwt', alg: 'ES256' }
  const claims = { iss: clientId, aud: facts.server.issuer ?? '', jti: random(16).toString('base64url'), iat: now() }
  return {
    'oauth-client-attestation': attestation,
    'oauth-client-attestation-pop': writeJws(steps.clientProofHeader(header), steps.clientProofClaims(claims), key),
  }
}
