import { listInstances } from '../../model/foundation/facet.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { writeJws } from '../../protocol/jose/jws.ts'
import { writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { makeActorFault, makeActorVariant } from '../kit/actor-changes.ts'
import { dropMembers, setMembers } from '../kit/samples.ts'
import { readToken } from '../openid4vci/actors/read-proofs.ts'
import type { VciWalletInstance, VciWalletSteps } from '../openid4vci/actors/wallet-steps.ts'
import { jwtsOf } from '../openid4vci/requirements.ts'
import {
  changeRequest,
  combine,
  set,
  skip,
  type WalletFault,
  type WalletMutation,
  type WalletVariant,
} from '../openid4vci/wallet/faults.ts'
import { VCIWALLET } from '../openid4vci/wallet/requirements.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost, testAuthority, writeDraft } from '../sd-jwt/test-authority.ts'
import { HAIPVCI, HAIPWALLET } from './requirements.ts'

const certificates = [certifyHost('wallet-provider.example', toPublic(keys.other)).toString('base64')]
const certified: JsonObject = { x5c: certificates }

const certifySelf = writeCertificate({
  ...writeDraft('wallet-provider.example', toPublic(keys.other)),
  issuer: 'wallet-provider.example',
})

/** The reference wallet under HAIP 1.0: its attestations have certificates. */
export const makeHaipWallet: WalletMutation = set({
  clientHeader: setMembers(certified),
  attestationHeader: setMembers(certified),
})

const fault = makeActorFault<VciWalletSteps>({ subject: 'a wallet ', base: makeHaipWallet })

type Form = Readonly<Record<string, string>>

const details = JSON.stringify([{ type: 'openid_credential', credential_configuration_id: 'membership' }])

/** An attestation that was made for no issuer. */
const anywhere: VciWalletInstance = {
  key: keys.holder,
  attestation: writeJws(
    { typ: 'oauth-client-attestation+jwt', alg: 'ES256', ...certified },
    { sub: 'assay', iat: sampleTime, exp: sampleTime + 3600, cnf: { jwk: toPublic(keys.holder) } },
    keys.other,
  ),
}

const addToVisit = (more: Form): WalletMutation =>
  changeRequest('authorization', (request) => ({ ...request, url: `${request.url}&${new URLSearchParams(more)}` }))

/** Has another name for each authorization. */
function nameInstances(): WalletMutation {
  let count = 0
  return combine(
    set({
      authorization: (form) => ({ ...form, client_id: `instance-${++count}` }),
      clientClaims: (claims) => ({ ...claims, sub: `instance-${count}` }),
      form: (form) => ({ ...form, client_id: `instance-${count}` }),
    }),
    changeRequest('authorization', (request) => ({
      ...request,
      url: request.url.replace(/client_id=[^&]*/, `client_id=instance-${count}`),
    })),
  )
}

/** Has an attestation for each proof. */
const attestEach = set({
  proofHeader: (header, _facts, { kty = '', crv = '', x = '', y = '' }) => {
    const shared = readToken(header.key_attestation)
    if (!shared) return header
    const claims = { ...shared.payload, attested_keys: [{ kty, crv, x, y }] }
    return { ...header, key_attestation: writeJws(shared.header, claims, keys.other) }
  },
})

const dropClient = changeRequest('token', ({ headers, ...request }) => ({
  ...request,
  headers: dropMembers('oauth-client-attestation', 'oauth-client-attestation-pop')(headers),
}))

/** Counts the proofs of a session, from its token request on. */
const countProofs: WalletMutation = (steps) => {
  let count = 0
  return {
    ...steps,
    dpopClaims: (claims, { url }) => {
      count = url.endsWith('/token') ? 1 : count + 1
      return { ...claims, jti: `proof-${count}` }
    },
  }
}

// biome-ignore format: a table, one row a line.
export const haipWalletFaults: readonly WalletFault[] = [
  fault(HAIPWALLET.PUSHED, 'sends its authorization request through the browser', set({ pushes: false }), [VCIWALLET.PUSHED]),
  fault(HAIPWALLET.S256, 'has no challenge', set({ authorization: dropMembers('code_challenge', 'code_challenge_method') }), [VCIWALLET.PKCE]),
  fault(HAIPWALLET.S256, 'leaves the method of its challenge to the default', set({ authorization: dropMembers('code_challenge_method') })),
  fault(HAIPWALLET.CHALLENGE, 'has one verifier for all authorizations', set({ makeVerifier: () => 'the-verifier-of-this-wallet-for-all-authorizations' }), [VCIWALLET['VERIFIER-NEW']]),
  fault(HAIPWALLET.VERIFIER, 'forgets its verifier', set({ form: dropMembers('code_verifier') }), [VCIWALLET.VERIFIER]),
  fault(HAIPWALLET.VERIFIER, 'sends another verifier', set({ form: (form) => ({ ...form, code_verifier: 'another-verifier-another-verifier-another-verifier' }) }), [VCIWALLET.VERIFIER]),
  fault(HAIPWALLET.SCOPE, 'names the credential by authorization details', set({ authorization: (form) => ({ ...dropMembers('scope')(form), authorization_details: details }) })),
  fault(HAIPWALLET.CLIENT, 'does not authenticate itself', set({ attestsClient: false })),
  fault(HAIPWALLET.CLIENT, 'does not authenticate itself at the token endpoint', dropClient),
  fault(HAIPWALLET.X5C, 'has wallet attestations without certificates', set({ clientHeader: dropMembers('x5c') })),
  fault(HAIPWALLET.X5C, 'has the certificate of another key in wallet attestations', set({ clientHeader: setMembers({ x5c: [certifyHost('wallet-provider.example', toPublic(keys.holder)).toString('base64')] }) }), listInstances(jwtsOf.client, 'JWS-SIGNED')),
  fault(HAIPWALLET.ANCHOR, 'has wallet attestations with the root', set({ clientHeader: setMembers({ x5c: [...certificates, testAuthority.toString('base64')] }) })),
  fault(HAIPWALLET.SELF, 'has wallet attestations with a certificate by itself', set({ clientHeader: setMembers({ x5c: [certifySelf.toString('base64')] }) })),
  fault(HAIPWALLET.BATCH, 'asks for each copy by itself', (steps) => ({ ...steps, sendBefore: (request, endpoint) => (endpoint === 'credential' ? [request] : steps.sendBefore(request, endpoint)) })),
  fault(HAIPWALLET.SUB, 'is another client than its attestation says', set({ clientClaims: setMembers({ sub: 'https://wallet.example' }) })),
  fault(HAIPWALLET.ISSUER, 'has one attestation for all issuers', set({ chooseInstance: () => anywhere })),
  fault(HAIPWALLET.DPOP, 'has no DPoP proofs', set({ usesDpop: false })),
  fault(VCIWALLET['DPOP-ONCE'], 'counts its DPoP proofs in each session', countProofs),
  fault(HAIPWALLET.ISS, 'does not look at `iss`', skip('return-issuer')),
  fault(HAIPWALLET.ISS, 'looks at `iss` where it is there', (steps) => ({ ...steps, validations: { ...steps.validations, 'return-issuer': (facts) => facts.returned.iss === undefined || steps.validations['return-issuer'](facts) } })),
  fault(HAIPWALLET.NONCE, 'knows no nonces for DPoP proofs', set({ dpopClaims: dropMembers('nonce') }), [VCIWALLET['DPOP-CLAIMS']]),
  fault(HAIPWALLET.ONLY, 'sends its state beside the reference to its request', addToVisit({ state: 'a state of the wallet' })),
  fault(HAIPWALLET.ONLY, 'sends its request beside the reference to it', addToVisit({ response_type: 'code', scope: 'membership' })),
  fault(HAIPWALLET['SHARED-SUB'], 'is a client of its own for each issuer', nameInstances(), [HAIPWALLET.SUB]),
  fault(HAIPWALLET['KEY-ATTESTED'], 'has no key attestations', set({ proofHeader: dropMembers('key_attestation') as never })),
  fault(HAIPWALLET['KEY-ATTESTED'], 'leaves issuers that require key attestations', set({ chooseProofType: (types) => (JSON.stringify(types).includes('key_attestations_required') ? undefined : 'jwt') })),
  fault(HAIPWALLET['ONE-ATTESTATION'], 'attests each key by itself', combine(set({ countKeys: () => 3 }), attestEach)),
  fault(HAIPVCI['KEY-X5C'], 'has key attestations without certificates', set({ attestationHeader: dropMembers('x5c') })),
]

const variant = makeActorVariant<VciWalletSteps>('HAIP', { subject: 'a wallet ', base: makeHaipWallet })

// biome-ignore format: a table, one row a line.
export const haipWalletVariants: readonly WalletVariant[] = [
  variant('is a wallet of this profile', (steps) => steps),
  variant('never notifies', set({ notifies: false })),
  variant('wants credentials for three keys', set({ countKeys: () => 3 })),
  variant('asks for a scope of its own beside that of the credential', set({ authorization: (form) => ({ ...form, scope: `openid ${form.scope}` }) })),
  variant('has the authorization server in the audience of authorization requests', set({ authorization: (form) => ({ ...form, resource: 'https://issuer.example', 'x-note': 'a' }) })),
  variant('tries without authentication first', (steps) => ({ ...steps, sendBefore: (request, endpoint) => (endpoint === 'push' ? [{ ...request, headers: dropMembers('oauth-client-attestation', 'oauth-client-attestation-pop')(request.headers) }] : steps.sendBefore(request, endpoint)) })),
]
