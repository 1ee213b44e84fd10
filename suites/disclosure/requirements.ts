import { byProbes, inExchange, listRows, section, should, stated } from '../../model/requirement.ts'
import { ALG_NAME, DIGEST, ORDER, RFC9901, SERIALIZATION } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const SD = section('SD', '2.9', {
  DIGEST: stated('issuer', 'The digest of a claim is SHA-256 over the base64url forms of its salt, its name and its value, one after the other.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER] }),
  INCLUDED: stated('issuer', 'The digest of every disclosed claim stands in `_sd`.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER] }),
  TRIPLE: stated('issuer', 'A disclosure is an array of three elements: name, value and salt, in this order.', 'credential', { refusedBy: 'verifier', dependsOn: ORDER }),
  SALTED: stated('issuer', 'Every claim has a salt of its own.', 'credential', { dependsOn: ORDER }),
  EVERY: stated('issuer', 'One claim encoding holds for all claims of a credential.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER] }),
  'ANY-SUBSET': stated('verifier', 'Any selection of disclosures verifies, none and all of them included.', inExchange('present each disclosure alone, all of them, and none'), { dependsOn: ORDER }),
  HIDDEN: stated('issuer', 'What the disclosures hold back cannot be read in the signed part.', 'credential', { dependsOn: ORDER }),
  ENCODED: stated('issuer', 'A disclosure travels as unpadded base64url of the UTF-8 octets of its JSON.', 'credential', { refusedBy: 'verifier', dependsOn: SERIALIZATION, standard: 'RFC 9901, section 4.2.1' }),
  RFC9901: stated('issuer', 'A credential follows RFC 9901.', 'credential', { section: '9', dependsOn: [RFC9901, DIGEST, ORDER, ALG_NAME, SERIALIZATION] }),

  TERMINATED: stated('issuer', 'A credential without a key-binding JWT ends with `~`.', 'credential', { refusedBy: 'verifier', dependsOn: SERIALIZATION, standard: 'RFC 9901, section 4' }),
  ONCE: stated('issuer', 'No digest occurs twice.', 'credential', { refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 4' }),
  TWICE: stated('issuer', 'No disclosure is sent twice.', 'credential', { refusedBy: 'verifier', standard: 'RFC 9901, section 4' }),
  NAME: stated('issuer', 'No disclosure is named `_sd`, `_sd_alg` or `...`, and no two disclosures, nor a disclosure and a clear member, share a name.', 'credential', { refusedBy: 'verifier', dependsOn: ORDER, standard: 'RFC 9901, section 7.1, step 3' }),
  ENTROPY: should('issuer', 'A salt has 128 bits at least.', 'credential', { dependsOn: ORDER, standard: 'RFC 9901, section 9.3' }),
  RECUT: stated('wallet', 'Salt, name and value of a disclosure stand where the issuer cut them.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER], standard: 'RFC 9901, section 9.4' }),
  'NO-BINDING': should('issuer', 'An issuer hands out a credential without a key-binding JWT.', 'credential', { refusedBy: ['wallet', 'wallet backend'], standard: 'RFC 9901, section 7.2' }),
  PERMANENT: stated('issuer', 'What decides over validity (`iss`, `id`, `iat`, `exp`, `status`, `cnf`) is never selectively disclosable.', 'credential', { refusedBy: 'verifier', dependsOn: ORDER, standard: 'RFC 9901, section 9.7' }),
  FLAT: stated('issuer', 'Neither `_sd` nor `_sd_alg` nor `...` stands anywhere but at the top of the payload, since the claims of the set are flat.', 'credential', { refusedBy: 'verifier', dependsOn: RFC9901, standard: 'RFC 9901, section 4.1' }),
  SHUFFLED: should('issuer', 'The order of the digests tells nothing about the claims.', inExchange('collect many credentials and compare the positions of their digests'), { dependsOn: [DIGEST, ORDER], standard: 'RFC 9901, section 4.2.4.1' }),
  DECOYS: stated('verifier', 'Digests without a disclosure are tolerated.', byProbes('present credentials with one decoy digest, with as many as claims, and with many more'), { standard: 'RFC 9901, section 4.2.5' }),
})

export const requirements = listRows(SD)
