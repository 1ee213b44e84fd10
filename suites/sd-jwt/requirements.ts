import { makeFacet } from '../../model/foundation/facet.ts'
import {
  byProbes,
  hygiene,
  inExchange,
  interoperability,
  listRows,
  must,
  mustNot,
  nowhere,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../model/requirement.ts'
import { jwtFoundation } from '../jose/jwt-rules.ts'
import { keyFoundation } from '../jose/key-rules.ts'
import { exposedKey, rejectedElsewhere } from '../kit/consequences.ts'

const forged = security('A claim that the issuer did not sign is accepted.')
const guessed = privacy('Undisclosed claims can be guessed from their digests.')
const replayed = security('A presentation that was made for another verifier, or long ago, is accepted.')

// biome-ignore format: a table, one row a line.
export const SDJWT = section('SDJWT', '4', {
  FORM: must('wallet', 'An SD-JWT is the issuer-signed JWT, a `~`, and disclosures that each end with `~`; after the last `~` follows a Key Binding JWT or nothing.', 'sd-jwt', { refusedBy: 'verifier', standard: 'RFC 9901, section 4', consequence: rejectedElsewhere }),
  JWT: must('issuer', 'The issuer-signed JWT has a header and a payload that are JSON objects, and a signature, all in unpadded base64url.', 'sd-jwt', { refusedBy: 'verifier', standard: 'RFC 7519, section 7.2', consequence: rejectedElsewhere }),
  ALG: mustNot('issuer', 'The header names a digital signature algorithm in `alg`: neither `none` nor one with a shared secret.', 'sd-jwt', { section: '4.1', refusedBy: 'verifier', standard: 'RFC 9901, section 4.1', consequence: security('A credential with a weak signature, or none, is accepted.') }),
  SIGNED: must('issuer', 'The signature was made with a key of the issuer.', 'sd-jwt', { section: '7.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 2', consequence: security('A forged credential cannot be distinguished from a genuine one.') }),
  CRIT: stated('issuer', 'The header lists no undefined extension in `crit`.', 'sd-jwt', { section: '7.1', refusedBy: 'verifier', standard: 'RFC 7515, section 4.1.11', consequence: security('Verifiers that ignore `crit` and those that obey it read two different credentials.') }),
  'SD-ALG': must('issuer', '`_sd_alg`, if present, is the name of a registered hash function, spelled as registered.', 'sd-jwt', { section: '4.1.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 2', consequence: rejectedElsewhere }),
  'SD-ALG-TOP': must('issuer', '`_sd_alg` occurs at the top level of the payload only.', 'sd-jwt', { section: '4.1.1', standard: 'RFC 9901, section 4.1.1', consequence: interoperability('Verifiers compute different digests.') }),
  HASH: must('issuer', 'The hash function resists second preimages: its digests have 112 bits or more.', 'sd-jwt', { section: '9.4', refusedBy: 'verifier', standard: 'RFC 9901, section 9.4', consequence: security('A holder finds another value with the same digest.') }),
  'HASH-MATCHES': should('issuer', 'The hash function resists collisions as well as the one in the signature.', 'sd-jwt', { section: '9.4', standard: 'RFC 9901, section 9.4', consequence: security('The signature commits to less than it seems to.') }),
  SD: must('issuer', 'Every `_sd` is an array of strings.', 'sd-jwt', { section: '4.2.4.1', standard: 'RFC 9901, section 4.2.4.1', consequence: rejectedElsewhere }),
  'SD-FILLED': should('issuer', 'An `_sd` without digests is left out.', 'sd-jwt', { section: '4.2.4.1', standard: 'RFC 9901, section 4.2.4.1', consequence: hygiene('The credential is longer than it needs to be.') }),
  PLACEHOLDER: must('issuer', '`...` occurs as the only member of an array element, and is a string.', 'sd-jwt', { section: '4.2.4.2', standard: 'RFC 9901, sections 4.1 and 4.2.4.2', consequence: rejectedElsewhere }),
  'DIGEST-FORM': must('issuer', 'Every digest, decoys included, is the output of the hash function in unpadded base64url.', 'sd-jwt', { section: '4.2.3', standard: 'RFC 9901, sections 4.2.3 and 4.2.5', consequence: privacy('Decoys can be distinguished from digests of claims.') }),
  'DIGEST-ONCE': must('issuer', 'Every digest occurs once.', 'sd-jwt', { section: '4.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 4', consequence: rejectedElsewhere }),
  DISCLOSURE: must('issuer', 'A disclosure is a JSON array in UTF-8 and unpadded base64url.', 'sd-jwt', { section: '4.2.1', refusedBy: 'verifier', standard: 'RFC 9901, section 4.2.1', consequence: rejectedElsewhere }),
  PROPERTY: must('issuer', 'The disclosure of a property has three elements: a salt, a name and a value; salt and name are strings.', 'sd-jwt', { section: '4.2.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 3', consequence: rejectedElsewhere }),
  ELEMENT: must('issuer', 'The disclosure of an array element has two elements: a salt, which is a string, and a value.', 'sd-jwt', { section: '4.2.2', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 3', consequence: rejectedElsewhere }),
  NAME: must('issuer', 'The name of a disclosed claim is neither `_sd` nor `...`.', 'sd-jwt', { section: '4.2.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 3', consequence: security('A disclosure brings digests that the issuer did not sign.') }),
  'NAME-FREE': must('issuer', 'No other claim of the same object has the name of a disclosed claim.', 'sd-jwt', { section: '4.2.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 3', consequence: security('A disclosure replaces a claim that the issuer signed.') }),
  REFERENCED: must('wallet', 'The digest of every disclosure is in the payload, or in another disclosure that is referred to.', 'sd-jwt', { section: '7.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 5', consequence: forged }),
  'DISCLOSED-ONCE': mustNot('wallet', 'Every disclosure occurs once.', 'sd-jwt', { standard: 'RFC 9901, section 4', consequence: rejectedElsewhere }),
  'SALT-ONCE': must('issuer', 'Every disclosure has its own salt.', 'sd-jwt', { section: '9.3', standard: 'RFC 9901, sections 4.2.1 and 9.3', consequence: guessed }),
  'SALT-RANDOM': must('issuer', 'Salts are random: none can be computed from others, or from what is known.', 'sd-jwt', { section: '9.3', standard: 'RFC 9901, section 9.3', consequence: guessed }),
  'SALT-LENGTH': should('issuer', 'A salt has at least 128 random bits.', 'sd-jwt', { section: '9.3', standard: 'RFC 9901, section 9.3', consequence: guessed }),
  SHUFFLED: must('issuer', 'The order of the digests does not reveal the order of the claims.', inExchange('collect many credentials and compare the positions of their digests'), { section: '4.2.4.1', standard: 'RFC 9901, section 4.2.4.1', consequence: privacy('The position of a digest reveals which claim it hides.') }),
  DEPTH: should('issuer', 'Disclosed values are not nested too deeply to be read.', 'sd-jwt', { section: '7.1', standard: 'RFC 8259, section 9', consequence: rejectedElsewhere }),
  TIMES: stated('issuer', '`iat`, `nbf` and `exp`, if present, are numbers of seconds since 1970.', 'sd-jwt', { section: '7.1', refusedBy: 'verifier', standard: 'RFC 7519, section 4.1', consequence: interoperability('Verifiers cannot tell when the credential is valid.') }),
  CURRENT: must('wallet', 'A credential is presented after `nbf` and before `exp`, wherever they are disclosed.', 'sd-jwt', { section: '7.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 6', consequence: security('An expired credential is accepted.') }),
  AUDIENCE: must('wallet', '`aud`, if present, contains the verifier.', 'sd-jwt', { section: '7.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.1, step 6', consequence: security('A credential that is meant for another party is accepted.') }),
  PERMANENT: should('issuer', '`iss`, `exp`, `nbf` and `cnf` are not selectively disclosable.', 'sd-jwt', { section: '9.7', standard: 'RFC 9901, section 9.7', consequence: security('A holder hides that the credential has expired, or whose it is.') }),
  CNF: must('issuer', '`cnf`, if present, is an object that has one key, by one of `jwk`, `jwe` and `jku`, or otherwise; a key in `jwk`, also in the header, is public.', 'sd-jwt', { section: '4.1.2', standard: 'RFC 7800, sections 3.1 and 3.2; RFC 7515, section 4.1.3', consequence: exposedKey }),
  REVEALED: stated('wallet', 'Salts of claims that are not disclosed are not shown to any party.', nowhere('what a holder shows elsewhere is in no presentation'), { standard: 'RFC 9901, section 4', consequence: guessed }),
})

// biome-ignore format: a table, one row a line.
export const KBJWT = section('KBJWT', '4.3', {
  NEEDED: must('wallet', 'A presentation to a verifier that requires key binding has a Key Binding JWT.', 'sd-jwt', { section: '7.3', refusedBy: 'verifier', standard: 'RFC 9901, section 7.3, step 2', consequence: security('An attacker who copies a credential can present it.') }),
  'NOT-ISSUED': must('issuer', 'An SD-JWT has no Key Binding JWT when it is issued.', 'sd-jwt', { section: '7.2', refusedBy: 'wallet', standard: 'RFC 9901, section 7.2', consequence: interoperability('Wallets reject the credential.') }),
  FORM: must('wallet', 'A Key Binding JWT is a compact JWS whose header and payload are JSON objects.', 'sd-jwt', { refusedBy: 'verifier', standard: 'RFC 9901, section 4.3', consequence: rejectedElsewhere }),
  TYP: must('wallet', '`typ` is `kb+jwt`.', 'sd-jwt', { refusedBy: 'verifier', standard: 'RFC 9901, section 7.3, step 5', consequence: security('A token that the holder signed for another purpose is accepted.') }),
  ALG: must('wallet', '`alg` is a digital signature algorithm, and not `none`.', 'sd-jwt', { refusedBy: 'verifier', standard: 'RFC 9901, section 4.3', consequence: security('An attacker can bind a copied credential to a transaction.') }),
  CRIT: stated('wallet', 'The header lists no undefined extension in `crit`.', 'sd-jwt', { refusedBy: 'verifier', standard: 'RFC 7515, section 4.1.11', consequence: rejectedElsewhere }),
  IAT: must('wallet', '`iat` is a number of seconds since 1970.', 'sd-jwt', { refusedBy: 'verifier', standard: 'RFC 9901, section 4.3', consequence: replayed }),
  AUD: must('wallet', '`aud` is a single string.', 'sd-jwt', { refusedBy: 'verifier', standard: 'RFC 9901, section 4.3', consequence: replayed }),
  NONCE: must('wallet', '`nonce` is a string.', 'sd-jwt', { refusedBy: 'verifier', standard: 'RFC 9901, section 4.3', consequence: replayed }),
  HASH: must('wallet', '`sd_hash` is the digest of the issuer-signed JWT and the disclosures as they are presented.', 'sd-jwt', { section: '4.3.1', refusedBy: 'verifier', standard: 'RFC 9901, section 7.3, step 5', consequence: security('Disclosures are added to a presentation, or removed from it.') }),
  SIGNED: must('wallet', 'The signature was made with the key in `cnf`.', 'sd-jwt', { section: '4.3.2', refusedBy: 'verifier', standard: 'RFC 9901, section 7.3, step 5', consequence: security('An attacker who copies a credential can present it.') }),
  FRESH: must('wallet', '`iat` is the present time, within the minutes that clocks differ.', 'sd-jwt', { section: '7.3', refusedBy: 'verifier', standard: 'RFC 9901, section 7.3, step 5', consequence: replayed }),
  AUDIENCE: must('wallet', '`aud` is the verifier.', 'sd-jwt', { section: '7.3', refusedBy: 'verifier', standard: 'RFC 9901, section 7.3, step 5', consequence: replayed }),
  TRANSACTION: must('wallet', '`nonce` is the one that the verifier issued.', 'sd-jwt', { section: '7.3', refusedBy: 'verifier', standard: 'RFC 9901, section 7.3, step 5', consequence: replayed }),
})

// biome-ignore format: a table, one row a line.
export const JWSJSON = section('JWSJSON', '8', {
  HEADER: must('wallet', '`disclosures` is an array of strings.', 'sd-jwt', { section: '8.1', refusedBy: 'verifier', standard: 'RFC 9901, section 8.1', consequence: rejectedElsewhere }),
  FIRST: must('wallet', '`disclosures` and `kb_jwt` are in the first unprotected header and in no other.', 'sd-jwt', { section: '8.3', standard: 'RFC 9901, section 8.3', consequence: interoperability('Verifiers lose some of the claims.') }),
  DISJOINT: stated('issuer', 'No header parameter is in both headers, and members of the two forms are not mixed.', 'sd-jwt', { standard: 'RFC 7515, section 7.2.1', consequence: security('Verifiers that read one header and those that read the other see two different credentials.') }),
})

const byPresentations = inExchange('ask a holder for presentations of an SD-JWT, each with different disclosures')

// biome-ignore format: a table, one row a line.
export const SDHOLD = section('SDHOLD', '7.2', {
  SELECTED: must('wallet', 'A presentation has the selected disclosures, and those that contain them.', byPresentations, { standard: 'RFC 9901, section 7.2', consequence: interoperability('A verifier does not get a claim that the user agreed to show.') }),
  ONLY: must('wallet', 'A presentation has no disclosure that was not selected, unless it contains one that was.', byPresentations, { section: '4', standard: 'RFC 9901, section 4', consequence: privacy('A verifier learns more than the user agreed to show.') }),
  ISSUED: mustNot('wallet', 'A presentation has the issuer-signed JWT as it was issued, and no disclosure that was not issued.', byPresentations, { section: '4', standard: 'RFC 9901, section 4', consequence: rejectedElsewhere }),
  REJECTS: must('wallet', 'An SD-JWT that is not valid is rejected when it is received.', byProbes('give a holder SD-JWTs that are not valid'), { standard: 'RFC 9901, sections 7.1 and 7.2', consequence: security('A user keeps, and shows, what the issuer did not sign.') }),
  TAKES: must('wallet', 'A valid SD-JWT is accepted, however unusual.', byProbes('give a holder SD-JWTs that are valid and unusual'), { section: '7.1', standard: 'RFC 9901, section 7.1', consequence: interoperability('A user cannot use a credential that is valid.') }),
})

/** The key of the holder, and those that the headers of an issuer show. */
export const keysOfSdJwt = makeFacet(keyFoundation, {
  kind: 'sd-jwt',
  table: 'SDJWT',
  section: '4.1.2',
  binds: 'issuer',
  subject: 'Each key in `cnf` or in the header',
  rulings: { 'KEY-PUBLIC': { sharper: SDJWT.CNF } },
})

const unused = { off: 'No sentence gives this key a use: KBJWT-SIGNED looks at the key in `cnf`.' } as const

/** A key that a holder shows in the header of a Key Binding JWT. */
export const keysOfBinding = makeFacet(keyFoundation, {
  kind: 'sd-jwt',
  table: 'KBJWT',
  section: '4.3',
  binds: 'wallet',
  subject: 'The key in the header of a Key Binding JWT',
  rulings: { 'KEY-VALID': unused, 'KEY-SIZE': unused, 'KEY-MEMBERS': unused, 'KEY-CERT': unused },
})

/** The token of the issuer, with what is disclosed, and the Key Binding JWT. */
export const jwtsOf = {
  issuer: makeFacet(jwtFoundation, {
    kind: 'sd-jwt',
    table: 'SDJWT',
    section: '4.1',
    binds: 'issuer',
    refusedBy: ['wallet', 'verifier'],
    subject: 'The issuer-signed JWT',
    rulings: {
      'JWS-SIGNED': { sharper: SDJWT.SIGNED },
      'JWS-CRIT': { sharper: SDJWT.CRIT },
      'JWT-TIMES': { sharper: SDJWT.TIMES },
      'JWT-CURRENT': { sharper: SDJWT.CURRENT },
      'X509-TIMES': {
        off: 'A credential may outlive the certificate of its issuer; SDJWT-SIGNED looks at the times of those that it needs.',
      },
    },
  }),
  keyBinding: makeFacet(jwtFoundation, {
    kind: 'sd-jwt',
    table: 'KBJWT',
    section: '4.3',
    binds: 'wallet',
    refusedBy: ['verifier'],
    subject: 'A Key Binding JWT',
    rulings: {
      'JWS-SIGNED': { sharper: KBJWT.SIGNED },
      'JWS-CRIT': { sharper: KBJWT.CRIT },
      'JWT-TIMES': { is: KBJWT.IAT },
      'JWT-IAT': { sharper: KBJWT.FRESH },
    },
  }),
} as const

export const requirements = [
  ...listRows(SDJWT, KBJWT, JWSJSON, SDHOLD),
  ...keysOfSdJwt.requirements,
  ...keysOfBinding.requirements,
  ...jwtsOf.issuer.requirements,
  ...jwtsOf.keyBinding.requirements,
]
