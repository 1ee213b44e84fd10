import { byProbes, inExchange, listRows, section, should, stated } from '../../model/requirement.ts'
import { ALG_NAME, DIGEST, ORDER, RFC9901, SERIALIZATION } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const SD = section('SD', '2.9', {
  DIGEST: stated('issuer', 'The digest of a claim is SHA-256 over the base64url encodings of its salt, its name and its value, concatenated in this order.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER] }),
  INCLUDED: stated('issuer', 'The digest of every disclosed claim is in `_sd`.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER] }),
  TRIPLE: stated('issuer', 'A disclosure is an array of three elements: name, value and salt, in this order.', 'credential', { refusedBy: 'verifier', dependsOn: ORDER }),
  SALTED: stated('issuer', 'Every claim has its own salt.', 'credential', { dependsOn: ORDER }),
  EVERY: stated('issuer', 'The digests of all claims of a credential are computed in the same way.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER] }),
  'ANY-SUBSET': stated('verifier', 'A verifier accepts any selection of disclosures, including none and all of them.', inExchange('present each disclosure alone, all of them, and none'), { dependsOn: ORDER }),
  HIDDEN: stated('issuer', 'The values in the disclosures cannot be read from the issuer-signed JWT.', 'credential', { dependsOn: ORDER }),
  ENCODED: stated('issuer', 'A disclosure is encoded as unpadded base64url of the UTF-8 octets of its JSON.', 'credential', { refusedBy: 'verifier', dependsOn: SERIALIZATION, standard: 'RFC 9901, section 4.2.1' }),
  RFC9901: stated('issuer', 'A credential conforms to RFC 9901.', 'credential', { section: '9', dependsOn: [RFC9901, DIGEST, ORDER, ALG_NAME, SERIALIZATION] }),

  TERMINATED: stated('issuer', 'A credential without a Key Binding JWT ends with `~`.', 'credential', { refusedBy: 'verifier', dependsOn: SERIALIZATION, standard: 'RFC 9901, section 4' }),
  ONCE: stated('issuer', 'No digest occurs twice.', 'credential', { refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 4' }),
  TWICE: stated('issuer', 'No disclosure occurs twice.', 'credential', { refusedBy: 'verifier', standard: 'RFC 9901, section 4' }),
  NAME: stated('issuer', 'The name of a disclosed claim is not `_sd`, `_sd_alg` or `...`, and neither another disclosed claim nor a member of the payload has the same name.', 'credential', { refusedBy: 'verifier', dependsOn: ORDER, standard: 'RFC 9901, section 7.1, step 3' }),
  ENTROPY: should('issuer', 'A salt has at least 128 bits of entropy.', 'credential', { dependsOn: ORDER, standard: 'RFC 9901, section 9.3' }),
  RECUT: stated('wallet', 'A disclosure has the salt, the name and the value that the issuer hashed: no boundary between them was moved.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER], standard: 'RFC 9901, section 9.4' }),
  'NO-BINDING': should('issuer', 'A credential is issued without a Key Binding JWT.', 'credential', { refusedBy: ['wallet', 'wallet backend'], standard: 'RFC 9901, section 7.2' }),
  PERMANENT: stated('issuer', 'The claims that control validity (`iss`, `id`, `iat`, `exp`, `status`, `cnf`) are not selectively disclosable.', 'credential', { refusedBy: 'verifier', dependsOn: ORDER, standard: 'RFC 9901, section 9.7' }),
  FLAT: stated('issuer', '`_sd` and `_sd_alg` occur only at the top level of the payload, and `...` nowhere, since no claim of the set contains others.', 'credential', { refusedBy: 'verifier', dependsOn: RFC9901, standard: 'RFC 9901, section 4.1' }),
  SHUFFLED: should('issuer', 'The order of the digests reveals nothing about the claims.', inExchange('collect many credentials and compare the positions of their digests'), { dependsOn: [DIGEST, ORDER], standard: 'RFC 9901, section 4.2.4.1' }),
  DECOYS: stated('verifier', 'A verifier accepts digests that belong to no disclosure.', byProbes('present credentials with one decoy digest, with one for each claim, and with many more'), { standard: 'RFC 9901, section 4.2.5' }),
})

export const requirements = listRows(SD)
