import {
  byProbes,
  gap,
  inExchange,
  interoperability,
  listRows,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { exposedKey, undefinedPoint } from '../../kit/consequences.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { CACHE, METHOD, PATH } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const JWKS = section('JWKS', '4', {
  SET: stated('issuer', 'The issuer publishes a JWK Set: an object with `keys`, a non-empty array of keys.', 'jwks', { consequence: interoperability('No credential can be verified.') }),
  ES256: stated('issuer', 'A key that a credential refers to can verify ES256 signatures: it is an EC key on P-256, has a `kid`, and may be used for signatures.', 'jwks', { refusedBy: 'verifier', consequence: interoperability('Verifiers cannot verify the credential.') }),
  KEPT: stated('issuer', 'The key set keeps a key as long as a credential that it signed is valid.', inExchange('compare the credentials of every session with the last key set'), { section: '2.9', consequence: interoperability('Credentials that are still valid can no longer be verified.') }),
  ROTATED: stated('issuer', 'After its keys change, an issuer signs with a key of its key set, and the set still has the key of each valid credential.', byProbes('have the keys changed, and compare the key set with a credential of before and one of after'), { section: '2.9', consequence: interoperability('Credentials that are still valid can no longer be verified, or new ones cannot yet.') }),
  FOLLOWED: stated('verifier', 'A verifier accepts a credential that is signed with a new key of the key set.', byProbes('sign with another key in a later session, and publish it'), { section: '2.9', dependsOn: CACHE, consequence: interoperability('After a change of keys, valid credentials are rejected.') }),
  WITHDRAWN: stated('verifier', 'A verifier rejects a credential that is signed with a key that the key set no longer has.', byProbes('remove a key from the key set, and present a credential that it signed'), { section: '2.9', dependsOn: CACHE, consequence: security('An attacker with a leaked and withdrawn key can still issue credentials.') }),
  ENDPOINT: gap('issuer', 'The path and method of the JWKS endpoint are not defined.', fromConfiguration, { dependsOn: [PATH, METHOD], consequence: undefinedPoint }),

  PUBLIC: stated('issuer', 'The key set contains no private or symmetric key.', 'jwks', { standard: 'RFC 7517, section 9', consequence: exposedKey }),
  CERT: stated('issuer', 'A key that has `x5c` is that of the first certificate in it, and its thumbprints are of this certificate.', 'jwks', { standard: 'RFC 7517, sections 4.7 to 4.9', consequence: security('Two verifiers trust different keys, and one of the keys is not certified.') }),
  'ONE-KID': should('issuer', 'No two keys of the set that can verify ES256 have the same `kid`.', 'jwks', { standard: 'RFC 7517, section 4.5', consequence: security('Verifiers may use a key other than the one that signed.') }),
  USE: should('issuer', 'A key for signatures has `use` = `sig`, or no `use`.', 'jwks', { standard: 'RFC 7517, section 4.2', consequence: security('A key made for encryption is used for signatures.') }),
})

export const requirements = listRows(JWKS)
