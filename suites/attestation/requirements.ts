import { inExchange, info, listRows, nowhere, section, should, stated } from '../../model/requirement.ts'
import { ALGORITHMS, HOLDER_KEY, SKEW, TIMES } from '../credential/decisions.ts'
import { ANCHORS, CHALLENGE, EXPIRY, KEYS, LEVEL, MAX_AGE, TYP } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const ATT = section('ATT', '2.5', {
  TYP: stated('wallet', 'The header says `typ` = `keyattestation+jwt`.', 'attestation', { refusedBy: 'issuer', dependsOn: TYP }),
  ALG: stated('wallet', 'The header names the algorithm ES256.', 'attestation', { refusedBy: 'issuer', dependsOn: ALGORITHMS }),
  X5C: stated('wallet', 'The header carries `x5c`, an array of strings that is not empty.', 'attestation', { refusedBy: 'issuer' }),
  CHAIN: stated('wallet', '`x5c` is a chain: each certificate is certified by the next.', 'attestation', { refusedBy: 'issuer' }),
  LEAF: stated('wallet', 'The key of the device, in the first certificate, is the one that signs.', 'attestation', { refusedBy: 'issuer' }),
  SIGNED: stated('wallet', 'The attestation is signed: its third part verifies.', 'attestation', { refusedBy: 'issuer' }),
  NONCE: stated('wallet', 'The payload carries `nonce`, a string.', 'attestation', { refusedBy: 'issuer' }),
  IAT: stated('wallet', 'The payload carries `iat`, a UNIX timestamp.', 'attestation', { refusedBy: 'issuer', dependsOn: TIMES }),
  FRESH: should('wallet', 'An attestation is made for the request it is in: it is neither old nor from the future.', 'attestation', { refusedBy: 'issuer', dependsOn: [MAX_AGE, SKEW] }),
  KEYS: stated('wallet', 'The payload carries `attested_keys`, an array of keys that is not empty.', 'attestation', { refusedBy: 'issuer' }),
  KTY: stated('wallet', 'Each attested key has `kty` = `EC`.', 'attestation', { refusedBy: 'issuer' }),
  CRV: stated('wallet', 'Each attested key has `crv` = `P-256`.', 'attestation', { refusedBy: 'issuer' }),
  X: stated('wallet', 'Each attested key has `x`, unpadded base64url of 32 octets.', 'attestation', { refusedBy: 'issuer' }),
  Y: stated('wallet', 'Each attested key has `y`, unpadded base64url of 32 octets.', 'attestation', { refusedBy: 'issuer' }),
  BOUND: info('issuer', 'The credential is bound to one of the attested keys.', inExchange('compare attestation and credential'), { dependsOn: HOLDER_KEY }),
  'LEAF-ATTESTED': info('wallet', 'The key of the device is one of the attested keys, or is not.', 'attestation', { refusedBy: 'issuer', dependsOn: KEYS }),
  COMPACT: stated('wallet', 'An attestation is a compact JWS: every parameter is protected, and none of them critical and unknown.', 'attestation', { refusedBy: 'issuer' }),

  ENCODED: stated('wallet', 'The parts of an attestation are unpadded base64url, the first two of JSON objects.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 7515, section 7.1' }),
  DER: stated('wallet', 'Each element of `x5c` is padded base64 of one DER certificate.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 7515, section 4.1.6' }),
  P1363: stated('wallet', 'An ES256 signature is 64 octets, R and S one after the other.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 7518, section 3.4' }),
  POINT: stated('wallet', 'Each attested key is a point of P-256.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 7518, section 6.2.1' }),
  PUBLIC: stated('wallet', 'No attested key gives its private part away.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 7517, section 9' }),
  'ONE-KEY': stated('wallet', 'The header names no key beside `x5c`: a `jwk`, `jku` or `x5u` is never looked at.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 8725, section 3.10' }),
  EXP: should('wallet', '`exp`, where it is there, has not passed.', 'attestation', { refusedBy: 'issuer', dependsOn: [EXPIRY, SKEW], standard: 'OpenID4VCI 1.0, appendix D.1' }),
  ANNOUNCED: should('wallet', 'The algorithm is one that the metadata announce for attestations.', inExchange('compare attestation and metadata'), { refusedBy: 'issuer', standard: 'OpenID4VCI 1.0, appendix F.3' }),
  BATCH: should('issuer', 'Each attested key gets one credential of its own.', inExchange('attest several keys'), { dependsOn: HOLDER_KEY, standard: 'OpenID4VCI 1.0, appendix F.3' }),
  CA: should('wallet', 'Each certificate above the first is one of an authority.', 'attestation', { refusedBy: 'issuer', standard: 'RFC 5280, section 4.2.1.9' }),
  VALID: should('wallet', 'Each certificate above the first is within its validity.', 'attestation', { refusedBy: 'issuer', dependsOn: SKEW, standard: 'RFC 5280, section 4.1.2.5' }),
  ANCHOR: stated('wallet', 'The chain ends at a certificate that is trusted.', 'attestation', { refusedBy: 'issuer', dependsOn: ANCHORS, standard: 'RFC 5280, section 6' }),
  DESCRIBED: info('wallet', 'The first certificate, and no other, describes the key in the extension of Android.', 'attestation', { refusedBy: 'issuer', standard: 'Android key attestation' }),
  CHALLENGE: stated('wallet', 'The challenge in the description of the key comes from the nonce.', 'attestation', { refusedBy: 'issuer', dependsOn: CHALLENGE, standard: 'Android key attestation' }),
  LEVEL: stated('wallet', 'The device protects its key as well as is asked.', 'attestation', { refusedBy: 'issuer', dependsOn: LEVEL, standard: 'Android key attestation' }),
  GENERATED: info('wallet', 'The hardware says that it made the key itself, for signing with ES256.', 'attestation', { refusedBy: 'issuer', standard: 'Android key attestation' }),
  BOOTED: info('wallet', 'The device was locked and booted what its maker signed.', 'attestation', { refusedBy: 'issuer', standard: 'Android key attestation' }),
  REVOKED: should('issuer', 'No certificate of the chain is revoked.', nowhere('the list of revoked certificates is on a server that no run may depend on'), { standard: 'Android key attestation' }),
})

export const requirements = listRows(ATT)
