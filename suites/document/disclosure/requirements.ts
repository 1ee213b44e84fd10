import {
  byProbes,
  inExchange,
  info,
  interoperability,
  listRows,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { rejectedElsewhere } from '../../kit/consequences.ts'
import { ALG_NAME, DIGEST, ORDER, RFC9901, SERIALIZATION, WRITING } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const SD = section('SD', '2.9', {
  DIGEST: stated('issuer', 'The digest of a claim is SHA-256 over the base64url encodings of its salt, its name and its value, concatenated in this order.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER], consequence: rejectedElsewhere }),
  INCLUDED: stated('issuer', 'The digest of every disclosed claim is in `_sd`.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER], consequence: security('A claim that the issuer did not sign is accepted.') }),
  TRIPLE: stated('issuer', 'A disclosure is an array of three elements: name, value and salt, in this order.', 'credential', { refusedBy: 'verifier', dependsOn: ORDER, consequence: rejectedElsewhere }),
  SALTED: stated('issuer', 'Every claim has its own salt.', 'credential', { dependsOn: ORDER, consequence: privacy('Undisclosed claims can be guessed from their digests.') }),
  EVERY: stated('issuer', 'The digests of all claims of a credential are computed in the same way.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER], consequence: interoperability('Verifiers lose some of the claims.') }),
  'ANY-SUBSET': should('verifier', 'A verifier accepts any selection of disclosures, including none and all of them.', inExchange('present each disclosure alone, all of them, and none'), { dependsOn: ORDER, consequence: privacy('Holders have to disclose more than they want.') }),
  READ: stated('verifier', 'The claims that a verifier returns are those that are disclosed, unchanged, and no others.', inExchange('compare the claims in its answers with those that were presented'), { dependsOn: ORDER, standard: 'RFC 9901, section 7.1', consequence: security('An application acts on a claim that the issuer did not sign, or misses one that it did.') }),
  HIDDEN: stated('issuer', 'The values in the disclosures cannot be read from the issuer-signed JWT.', 'credential', { dependsOn: ORDER, consequence: privacy('Verifiers see claims that the holder did not disclose.') }),
  ENCODED: stated('issuer', 'A disclosure is encoded as unpadded base64url of the UTF-8 octets of its JSON.', 'credential', { refusedBy: 'verifier', dependsOn: SERIALIZATION, standard: 'RFC 9901, section 4.2.1', consequence: rejectedElsewhere }),
  WRITTEN: info('issuer', 'If it was agreed, the JSON of a disclosure has no white space outside strings, and no escape that JSON does not require.', 'credential', { dependsOn: WRITING, agreedBy: WRITING, standard: 'RFC 9901, section 4.2.1', consequence: privacy('Copies of a credential can be marked by their spelling, and recognised.') }),
  RFC9901: stated('issuer', 'A credential conforms to RFC 9901.', 'credential', { section: '9', dependsOn: [RFC9901, DIGEST, ORDER, ALG_NAME, SERIALIZATION], consequence: rejectedElsewhere }),

  TERMINATED: stated('issuer', 'A credential without a Key Binding JWT ends with `~`.', 'credential', { refusedBy: 'verifier', dependsOn: SERIALIZATION, standard: 'RFC 9901, section 4', consequence: rejectedElsewhere }),
  ONCE: stated('issuer', 'No digest occurs twice.', 'credential', { refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 4', consequence: rejectedElsewhere }),
  TWICE: stated('issuer', 'No disclosure occurs twice.', 'credential', { standard: 'RFC 9901, section 4', consequence: rejectedElsewhere }),
  NAME: stated('issuer', 'The name of a disclosed claim is not `_sd`, `_sd_alg` or `...`, and neither another disclosed claim nor a member of the payload has the same name.', 'credential', { refusedBy: 'verifier', dependsOn: ORDER, standard: 'RFC 9901, section 7.1, step 3', consequence: security('A disclosure replaces a claim that the issuer signed.') }),
  ENTROPY: should('issuer', 'A salt has at least 128 bits of entropy.', 'credential', { dependsOn: ORDER, standard: 'RFC 9901, section 9.3', consequence: privacy('Undisclosed claims can be guessed from their digests.') }),
  RECUT: stated('wallet', 'A disclosure has the salt, the name and the value that the issuer hashed: no boundary between them was moved.', 'credential', { refusedBy: 'verifier', dependsOn: [DIGEST, ORDER], standard: 'RFC 9901, section 9.4', consequence: security('A holder gives a claim another name or value under the same digest.') }),
  'NO-BINDING': stated('issuer', 'A credential is issued without a Key Binding JWT.', 'credential', { refusedBy: 'wallet', standard: 'RFC 9901, section 7.2', consequence: interoperability('Wallets treat the credential as a presentation.') }),
  PERMANENT: stated('issuer', 'The claims that control validity (`iss`, `id`, `iat`, `exp`, `status`, `cnf`) are not selectively disclosable.', 'credential', { refusedBy: 'verifier', dependsOn: ORDER, standard: 'RFC 9901, section 9.7', consequence: security('A holder hides that the credential has expired or was revoked.') }),
  FLAT: stated('issuer', '`_sd` and `_sd_alg` occur only at the top level of the payload, and `...` nowhere, since no claim of the set contains others.', 'credential', { dependsOn: RFC9901, standard: 'RFC 9901, section 4.1', consequence: rejectedElsewhere }),
  SHUFFLED: stated('issuer', 'The order of the digests reveals nothing about the claims.', inExchange('collect many credentials and compare the positions of their digests'), { dependsOn: [DIGEST, ORDER], standard: 'RFC 9901, section 4.2.4.1', consequence: privacy('The position of a digest reveals which claim it hides.') }),
  'SALT-ONCE': stated('issuer', 'No two credentials share a salt.', inExchange('collect many credentials and compare their salts'), { dependsOn: ORDER, standard: 'RFC 9901, section 9.3', consequence: privacy('Verifiers link the credentials of a holder, and find undisclosed claims by those of other holders.') }),
  GUESSLESS: should('issuer', 'Salts are unpredictable.', inExchange('collect many credentials, and compare their salts with one another and with digests of what is known'), { dependsOn: ORDER, standard: 'RFC 9901, section 9.3', consequence: privacy('Undisclosed claims can be guessed from their digests.') }),
  DECOYS: stated('verifier', 'A verifier accepts digests that belong to no disclosure.', byProbes('present credentials with one decoy digest, with one for each claim, and with many more'), { standard: 'RFC 9901, section 4.2.5', consequence: privacy('Issuers cannot hide how many claims there are.') }),
})

export const requirements = listRows(SD)
