import { gap, listRows, section, should, stated } from '../../model/requirement.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { DISCOVERY, METHOD, PATH } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const JWKS = section('JWKS', '4', {
  SET: stated('issuer', 'The issuer publishes a JWK Set: an object with `keys`, a non-empty array of keys.', 'jwks', { dependsOn: DISCOVERY }),
  ES256: stated('issuer', 'A key that a credential refers to can verify ES256 signatures: it is an EC key on P-256, has a `kid`, and may be used for signatures.', 'jwks', { refusedBy: 'verifier' }),
  ENDPOINT: gap('issuer', 'The path and method of the JWKS endpoint are not defined.', fromConfiguration, { dependsOn: [PATH, METHOD] }),

  PUBLIC: stated('issuer', 'The key set contains no private or symmetric key.', 'jwks', { standard: 'RFC 7517, section 9' }),
  'ONE-KID': should('issuer', 'No two keys of the set that can verify ES256 have the same `kid`.', 'jwks', { refusedBy: 'verifier', standard: 'RFC 7517, section 4.5' }),
  USE: should('issuer', 'A key for signatures has `use` = `sig`, or no `use`.', 'jwks', { refusedBy: 'verifier', standard: 'RFC 7517, section 4.2' }),
})

export const requirements = listRows(JWKS)
