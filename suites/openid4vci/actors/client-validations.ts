import type { HttpRequest } from '../../../model/wire.ts'
import { isObject, type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { type Jwk, listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import type { Jws } from '../../../protocol/jose/jws.ts'
import { verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import { isFresh, isOver } from './clock.ts'
import type { VciClientProof, VciRequestFacts, VciValidation, VciValidationName } from './issuer-steps.ts'
import { readToken } from './read-proofs.ts'

/** How a wallet authenticates itself; nothing, where it does not. */
export function readClientProof({ headers }: HttpRequest): VciClientProof | undefined {
  const { 'oauth-client-attestation': first, 'oauth-client-attestation-pop': second } = headers
  if (first === undefined && second === undefined) return undefined
  const [attestation, pop] = [readToken(first), readToken(second)]
  const { cnf } = attestation?.payload ?? {}
  const key = isObject(cnf) && isObject(cnf.jwk) ? cnf.jwk : undefined
  return { ...(attestation && { attestation }), ...(pop && { pop }), ...(key && { key }) }
}

/** Whether a server wants wallets to authenticate themselves. */
const wantsClients = ({ server: { token_endpoint_auth_methods_supported: methods } }: VciRequestFacts): boolean =>
  Array.isArray(methods) && methods.includes('attest_jwt_client_auth')

interface Read {
  readonly attestation: Jws
  readonly pop: Jws
  readonly key: Jwk
}

/** A validation of what can be read, where a wallet has to authenticate itself. */
const validateClient =
  (isGood: (read: Read, facts: VciRequestFacts) => boolean): VciValidation =>
  (facts) => {
    const { attestation, pop, key } = facts.client ?? {}
    return !wantsClients(facts) || !attestation || !pop || !key || isGood({ attestation, pop, key }, facts)
  }

const isSigned = ({ header, signingInput, signature }: Jws, key: Jwk): boolean =>
  verifySignature(readText(header.alg), key, signingInput, signature).isValid

/** Whether a token is valid already, for a clock that is a minute fast. */
const hasBegun = ({ nbf }: JsonObject, now: number): boolean => typeof nbf !== 'number' || nbf <= now + 60

/** What the reference authorization server demands of wallets that authenticate themselves. */
export const clientValidations = {
  'wallet-present': (facts) => !wantsClients(facts) || facts.client !== undefined,
  'wallet-readable': ({ client }) =>
    client === undefined || (client.attestation !== undefined && client.pop !== undefined && client.key !== undefined),
  'wallet-typ': validateClient(({ attestation }) => attestation.header.typ === 'oauth-client-attestation+jwt'),
  'wallet-understood': validateClient(({ attestation }) => attestation.header.crit === undefined),
  'wallet-alg': validateClient(({ attestation }) => attestation.header.alg === 'ES256'),
  'wallet-signed': validateClient(({ attestation }, { provider }) => isSigned(attestation, provider)),
  'wallet-current': validateClient(
    ({ attestation: { payload } }, { now }) =>
      typeof payload.exp === 'number' && !isOver(payload.exp, now) && hasBegun(payload, now),
  ),
  'wallet-public': validateClient(({ key }) => listPrivateMembers(key).length === 0),
  'wallet-client': validateClient(
    ({ attestation: { payload } }, { request }) =>
      typeof payload.sub === 'string' && (request.client_id === undefined || request.client_id === payload.sub),
  ),
  'pop-typ': validateClient(({ pop }) => pop.header.typ === 'oauth-client-attestation-pop+jwt'),
  'pop-understood': validateClient(({ pop }) => pop.header.crit === undefined),
  'pop-alg': validateClient(({ pop }) => pop.header.alg === 'ES256'),
  'pop-signed': validateClient(({ pop, key }) => isSigned(pop, key)),
  'pop-aud': validateClient(({ pop: { payload } }, { server }) => payload.aud === server.issuer),
  'pop-jti': validateClient(({ pop: { payload } }) => typeof payload.jti === 'string'),
  'pop-challenge': validateClient(
    ({ pop: { payload } }, { challenges }) => challenges === undefined || challenges.has(readText(payload.challenge)),
  ),
  'pop-fresh': validateClient(
    ({ pop: { payload } }, { now }) =>
      typeof payload.iat === 'number' && isFresh(payload.iat, now) && hasBegun(payload, now),
  ),
} as const satisfies { readonly [K in VciValidationName]?: VciValidation }
