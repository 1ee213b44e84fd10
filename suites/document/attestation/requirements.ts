import {
  inExchange,
  info,
  interoperability,
  listRows,
  nowhere,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { exposedKey, forgedAttestation, lostRequest, undefinedPoint, wrongKey } from '../../kit/consequences.ts'
import { HOLDER_KEY, SKEW, TIMES } from '../credential/decisions.ts'
import { ANCHORS, BATCH, CHALLENGE, EXPIRY, KEYS, LEVEL, MAX_AGE, TYP } from './decisions.ts'

/** What a wallet cannot change: an issuer that validates chains rejects its device. */
const notOfWallet = interoperability(
  'The holder of the device gets no credential from an issuer that validates the chain.',
)

// biome-ignore format: a table, one row a line.
export const ATT = section('ATT', '2.5', {
  TYP: stated('wallet', 'The header carries `typ` = `keyattestation+jwt`.', 'attestation', { refusedBy: 'issuer', dependsOn: TYP, consequence: security('A token made for another purpose is accepted as an attestation.') }),
  ALG: stated('wallet', 'The header carries `alg` = `ES256`.', 'attestation', { refusedBy: 'issuer', consequence: security('An attestation with a weak signature, or none, is accepted.') }),
  X5C: stated('wallet', 'The header carries `x5c`, a non-empty array of strings.', 'attestation', { refusedBy: 'issuer', consequence: lostRequest }),
  CHAIN: stated('wallet', '`x5c` is a chain: each certificate is issued by the next.', 'attestation', { refusedBy: 'issuer', consequence: forgedAttestation }),
  LEAF: stated('wallet', 'The attestation is signed with the device key, whose certificate is the first in `x5c`.', 'attestation', { refusedBy: 'issuer', consequence: forgedAttestation }),
  SIGNED: stated('wallet', 'The signature of the attestation is valid.', 'attestation', { refusedBy: 'issuer', consequence: forgedAttestation }),
  NONCE: stated('wallet', 'The payload carries `nonce`, a string.', 'attestation', { refusedBy: 'issuer', consequence: lostRequest }),
  IAT: stated('wallet', 'The payload carries `iat`, a UNIX timestamp.', 'attestation', { refusedBy: 'issuer', dependsOn: TIMES, consequence: lostRequest }),
  FRESH: should('wallet', 'An attestation is recent: its `iat` is neither too old nor in the future.', 'attestation', { refusedBy: 'issuer', dependsOn: [MAX_AGE, SKEW], agreedBy: MAX_AGE, consequence: security('An attestation that was recorded long ago is accepted.') }),
  KEYS: stated('wallet', 'The payload carries `attested_keys`, a non-empty array of keys.', 'attestation', { refusedBy: 'issuer', consequence: lostRequest }),
  KTY: stated('wallet', 'Each attested key has `kty` = `EC`.', 'attestation', { refusedBy: 'issuer', consequence: wrongKey }),
  CRV: stated('wallet', 'Each attested key has `crv` = `P-256`.', 'attestation', { refusedBy: 'issuer', consequence: wrongKey }),
  X: stated('wallet', 'Each attested key has `x`, unpadded base64url of 32 octets.', 'attestation', { refusedBy: 'issuer', consequence: wrongKey }),
  Y: stated('wallet', 'Each attested key has `y`, unpadded base64url of 32 octets.', 'attestation', { refusedBy: 'issuer', consequence: wrongKey }),
  BOUND: info('issuer', 'The credential is bound to one of the attested keys.', inExchange('compare attestation and credential'), { dependsOn: HOLDER_KEY, agreedBy: HOLDER_KEY, consequence: wrongKey }),
  'LEAF-ATTESTED': info('wallet', 'The device key is one of the attested keys, if a decision requires it.', 'attestation', { refusedBy: 'issuer', dependsOn: KEYS, agreedBy: KEYS, consequence: undefinedPoint }),
  COMPACT: stated('wallet', 'An attestation is a compact JWS without critical extensions.', 'attestation', { refusedBy: 'issuer', consequence: lostRequest }),

  ENCODED: stated('wallet', 'The parts of an attestation are unpadded base64url; the first two encode JSON objects.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 7515, section 7.1', consequence: lostRequest }),
  DER: stated('wallet', 'Each element of `x5c` is the padded base64 of one DER certificate.', 'attestation', { standard: 'RFC 7515, section 4.1.6', consequence: lostRequest }),
  P1363: stated('wallet', 'An ES256 signature is 64 octets: R followed by S.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 7518, section 3.4', consequence: lostRequest }),
  POINT: stated('wallet', 'Each attested key is a point on P-256.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 7518, section 6.2.1', consequence: wrongKey }),
  PUBLIC: stated('wallet', 'No attested key contains private members.', 'attestation', { standard: 'RFC 7517, section 9', consequence: exposedKey }),
  'ONE-KEY': stated('wallet', 'The header identifies the key by `x5c` only: it has no `jwk`, `jku` or `x5u`.', 'attestation', { standard: 'RFC 8725, section 3.10', consequence: forgedAttestation }),
  EXP: stated('wallet', '`exp`, if present, has not passed, and `nbf` has.', 'attestation', { refusedBy: 'issuer', dependsOn: [EXPIRY, SKEW], standard: 'RFC 7519, section 4.1.4', consequence: security('An attestation that has expired is accepted.') }),
  ANNOUNCED: should('wallet', '`alg` is one of the algorithms that the metadata announces for attestations.', inExchange('compare attestation and metadata'), { refusedBy: 'issuer', standard: 'OpenID4VCI 1.0, appendix F.3', consequence: interoperability('The issuer cannot verify the attestation.') }),
  BATCH: should('issuer', 'The issuer issues one credential for each attested key.', inExchange('attest several keys'), { dependsOn: [HOLDER_KEY, BATCH], agreedBy: BATCH, standard: 'OpenID4VCI 1.0, appendix F.3', consequence: interoperability('The holder has fewer credentials to show than keys to show them with.') }),
  CA: should('wallet', 'Each certificate between the first and the root is a CA certificate. The maker of the device issues it: in older devices, some are none.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 5280, section 4.2.1.9', consequence: notOfWallet }),
  VALID: should('wallet', 'Each certificate between the first and the root is within its validity period. The maker of the device issues it: in older devices, some have expired.', 'attestation', { refusedBy: 'issuer', dependsOn: SKEW, standard: 'RFC 5280, section 4.1.2.5', consequence: notOfWallet }),
  ANCHOR: stated('wallet', 'The chain ends at a trust anchor.', 'attestation', { refusedBy: 'issuer', dependsOn: ANCHORS, standard: 'RFC 5280, section 6', consequence: forgedAttestation }),
  DESCRIBED: info('wallet', 'Only the first certificate has the key description extension of Android.', 'attestation', { refusedBy: 'issuer', standard: 'Android key attestation', consequence: security('The issuer trusts a description that the hardware did not make.') }),
  CHALLENGE: stated('wallet', 'The attestation challenge in the key description is derived from the nonce.', 'attestation', { refusedBy: 'issuer', dependsOn: CHALLENGE, standard: 'Android key attestation', consequence: forgedAttestation }),
  LEVEL: stated('wallet', 'The device key has at least the required security level.', 'attestation', { refusedBy: 'issuer', dependsOn: LEVEL, standard: 'Android key attestation', consequence: forgedAttestation }),
  GENERATED: info('wallet', 'The key description states that the hardware generated the key, for signing with ES256.', 'attestation', { refusedBy: 'issuer', standard: 'Android key attestation', consequence: forgedAttestation }),
  BOOTED: info('wallet', 'The key description states that the bootloader was locked and the boot verified.', 'attestation', { refusedBy: 'issuer', standard: 'Android key attestation', consequence: forgedAttestation }),
  REVOKED: should('issuer', 'No certificate of the chain is revoked.', nowhere('the revocation list is on a server, and no run may depend on it'), { standard: 'Android key attestation', consequence: security('A device whose keys are known to be stolen gets credentials.') }),
})

export const requirements = listRows(ATT)
