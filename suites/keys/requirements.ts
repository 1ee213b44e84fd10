import { gap, nowhere, section, should, stated } from '../../src/model/requirement.ts'
import { DISCOVERY, METHOD, PATH } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const JWKS = section('JWKS', '4', {
  SET: stated('issuer', 'The issuer publishes a key set: an object with `keys`, an array of keys that is not empty.', 'jwks', { hangsOn: DISCOVERY }),
  ES256: stated('issuer', 'A key that a credential refers to can verify ES256: it is an EC key on P-256, has a `kid`, and is there for signatures.', 'jwks', { refusedBy: 'verifier' }),
  ENDPOINT: gap('issuer', 'Path and method of the key set are not shown.', nowhere('they are settings of the run; there is nothing to hold them against'), { hangsOn: [PATH, METHOD] }),

  PUBLIC: stated('issuer', 'The key set gives no private or symmetric key away.', 'jwks', { standard: 'RFC 7517, section 9' }),
  'ONE-KID': should('issuer', 'No two keys of the set that can verify ES256 have the same `kid`.', 'jwks', { refusedBy: 'verifier', standard: 'RFC 7517, section 4.5' }),
  USE: should('issuer', 'A key for signatures says `use` = `sig`, or says nothing about its use.', 'jwks', { refusedBy: 'verifier', standard: 'RFC 7517, section 4.2' }),
})
