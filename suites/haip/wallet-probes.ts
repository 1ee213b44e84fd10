import { readText } from '../../protocol/encoding/json.ts'
import { dropMembers as drop, setMembers } from '../kit/samples.ts'
import { clientValidations } from '../openid4vci/actors/issuer-steps.ts'
import {
  bindTokens,
  changeConfiguration,
  changeServer,
  combine,
  giveChallenges,
  type IssuerMutation,
  needAttestation,
  needClientAttestation,
  serveChallenges,
  setCodeGrant,
  setSteps,
  skipValidations,
} from '../openid4vci/issuer-changes.ts'
import { certifyByChain, issuerChoices } from '../openid4vci/wallet/choices.ts'
import { keepUsual, makeWalletProbe, type WalletProbe } from '../openid4vci/wallet/make-probe.ts'
import { type usualSessions, wantChallenge } from '../openid4vci/wallet/probes.ts'
import { VCIWALLET } from '../openid4vci/wallet/requirements.ts'
import { certified } from './issuers.ts'
import { HAIPWALLET } from './requirements.ts'

const algorithms = { proof_signing_alg_values_supported: ['ES256', 'ES384', 'EdDSA'] }

/** An issuer of this profile that takes more than the reference issuer: what a wallet does wrong is for checks to say. */
export const welcomeHaip: IssuerMutation = combine(
  setCodeGrant,
  bindTokens,
  needClientAttestation,
  changeServer(setMembers({ require_pushed_authorization_requests: true })),
  changeConfiguration({ proof_types_supported: { jwt: algorithms, attestation: algorithms } }),
  setSteps({ credentialHeader: setMembers(certified) }),
  skipValidations('client-known', 'redirect-registered', 'pushed-where-required', 'attestation-good'),
  skipValidations(...clientValidations),
)

/** The sessions that are played in any case. */
export const haipSessions: typeof usualSessions = [
  { description: 'an offer', change: keepUsual },
  { description: 'an offer by reference', change: setSteps({ isOfferReferred: true }) },
]

const refused = makeWalletProbe('refusal', ['token'])
const issued = makeWalletProbe('issuance', ['credential'])
const session = makeWalletProbe('session', [])

const { standard: checked = '' } = HAIPWALLET.ISS

// biome-ignore format: a table, one row a line.
export const haipWalletProbes: readonly WalletProbe[] = [
  ...issuerChoices,
  session(HAIPWALLET.BATCH, 'a credential with a chain of four certificates', certifyByChain, { allowed: 'HAIP 1.0, section 6.1.1', needsSdJwt: true }),
  refused(HAIPWALLET.ISS, 'a redirection of another authorization server', setSteps({ authorization: setMembers({ iss: 'https://other.example' }) }), { obligation: checked }),
  refused(HAIPWALLET.ISS, 'a redirection of an authorization server whose name is longer', setSteps({ authorization: (all) => ({ ...all, iss: `${readText(all.iss)}/other` }) }), { obligation: checked }),
  refused(HAIPWALLET.ISS, 'a redirection without the `iss` that was announced', setSteps({ authorization: drop('iss') }), { obligation: checked }),
  issued(HAIPWALLET.NONCE, 'an issuer that has a nonce for DPoP proofs', setSteps({ dpopNonce: 'a nonce for proofs' }), { obligation: HAIPWALLET.NONCE.standard ?? '' }),
  session(VCIWALLET['CHALLENGE-ASKED'], 'an issuer with an endpoint for challenges', serveChallenges),
  session(VCIWALLET['CLIENT-CHALLENGE'], 'an issuer that gives challenges with its responses', giveChallenges),
  session(VCIWALLET['CLIENT-CHALLENGE'], 'an issuer that gives a challenge with an error', combine(giveChallenges, wantChallenge)),
  issued(HAIPWALLET['KEY-ATTESTED'], 'an issuer that requires key attestations', needAttestation, { obligation: HAIPWALLET['KEY-ATTESTED'].standard ?? '' }),
]
