import { describe, expect, it } from 'vitest'
import { faults } from '../../suites/document/all/faults.ts'
import { playedAgainst, type ServedDeed, servedOf, testedWith } from './bent-targets.ts'
import { listFound, withOutcome } from './playing.ts'

const servedFaults = servedOf(faults)

/**
 * What a lie breaks beside its own requirement once there is a whole exchange around it, by the requirement that it
 * breaks, or by its id.
 */
const alsoInAnExchange: Readonly<Record<string, readonly string[]>> = {
  // Who serves an offer answers for it: the rows of the offer itself bind whoever pushes one.
  'OFFER-ISSUER': ['OFFER-FETCHED'],
  'OFFER-BASE': ['OFFER-FETCHED'],
  // It leads to the issuer all the same.
  'OFFER-BASE/sends-another-url-that-leads-to-the-server-of-the-issuer': [],
  'OFFER-SECURE': ['OFFER-FETCHED'],
  'OFFER-IDS': ['OFFER-FETCHED'],
  'OFFER-GRANTS': ['OFFER-FETCHED'],
  'OFFER-ONE-GRANT': ['OFFER-FETCHED'],
  'OFFER-CODE': ['OFFER-FETCHED'],
  'BODY-JSON/sends-the-offer-as-anything-but-an-object': ['OFFER-FETCHED'],
  // The wallet did ask for encryption, and everybody can read the credential.
  'ENC-EPHEMERAL/sends-an-epk-that-is-not-on-the-curve-in-the-response': ['ENC-EPHEMERAL-ONCE'],
  'ENC-RESPONSE/returns-the-unencrypted-credential': ['REQ-REQUIRES'],
  'ENC-RESPONSE/signs-the-response-without-encrypting-it': ['REQ-REQUIRES'],
  // A text in place of an object is read as a credential.
  'RESP-CREDENTIALS/returns-credentials-as-strings-instead-of-objects': ['CRED-COMPACT'],
  // The key is not the one that the wallet attested.
  'CRED-SIGNED/signs-with-the-key-that-it-is-bound-to': ['ATT-BOUND'],
  // A credential refers to a key that cannot verify it.
  'JWKS-ES256': ['CRED-RESOLVED'],
  // That a credential is used while it is good binds the verifier; when it was issued shows on the wire.
  'CRED-CURRENT/issues-an-expired-credential': ['CRED-PUNCTUAL'],
  'CRED-CURRENT/issues-an-expired-credential-that-discloses-nothing': ['CRED-PUNCTUAL'],
  'CRED-CURRENT/issues-a-credential-with-iat-in-the-future': ['CRED-PUNCTUAL'],
  'CRED-CURRENT/issues-a-credential-that-expired-ten-minutes-ago': ['CRED-PUNCTUAL'],
  'STATUS-CURRENT': ['STATUS-PUNCTUAL'],
  // An issuer that uses a constant salt uses it in every credential.
  'SD-INCLUDED/changes-a-salt-after-signing': ['SD-SALT-ONCE'],
  'SD-INCLUDED/adds-a-disclosure-that-was-never-issued': ['SD-SALT-ONCE'],
  'SD-SALTED/uses-one-salt-for-all-claims': ['SD-SALT-ONCE'],
  'SD-ENTROPY/uses-a-counter-as-the-salt': ['SD-GUESSLESS'],
  'SD-NAME': ['SD-SALT-ONCE'],
  'SD-PERMANENT': ['SD-SALT-ONCE'],
  'CLAIMS-NAMES/adds-a-claim-that-is-not-in-the-set': ['SD-SALT-ONCE'],
  // The number of the account is known.
  'CLAIMS-MASKED/sends-the-whole-identity-number-as-the-masked-one': ['VAL-HOLDER'],
}

/** What a lie has to be found out by: the rows that bind somebody under test, and what it breaks in an exchange. */
function expected(one: ServedDeed): readonly string[] {
  const { deed, id } = one
  if (!('breaks' in deed)) return []
  const tested = testedWith(one)
  const own = [deed.breaks, ...deed.alsoBreaks].filter(({ binds }) => binds === 'everyone' || tested.has(binds))
  const further = alsoInAnExchange[id] ?? alsoInAnExchange[deed.breaks.id] ?? []
  return [...new Set([...own.map((row) => row.id), ...further])].toSorted()
}

describe('one fault behind an address', () => {
  it.each(servedFaults)('is found there, and nothing else is: $id', async (one) => {
    // That checks notice tampering is shown where nothing else is wrong: in served-variants.test.ts.
    const report = await playedAgainst(one, { tampers: [] })

    expect(withOutcome(report, 'harnessError')).toEqual([])
    expect(listFound(report).toSorted()).toEqual(expected(one))
  })
})

describe('the faults that are served', () => {
  it('are all there are of those who can be served', () => {
    expect(servedFaults.length).toBeGreaterThan(470)
    expect(new Set(servedFaults.flatMap(({ there }) => Object.keys(there)))).toContain('verifier')
  })

  it('show there, but for those that somebody else has to notice', () => {
    expect(servedFaults.filter((one) => expected(one).length === 0).map(({ id }) => id)).toEqual([
      // It is fetched from the issuer all the same.
      'OFFER-BASE/sends-another-url-that-leads-to-the-server-of-the-issuer',
      // Should-rows of whoever pushes an offer, which an issuer does not.
      'OFFER-DISTINCT/sends-no-configuration-id',
      'OFFER-DISTINCT/sends-a-configuration-id-twice',
      // A row that describes and binds nobody, and no issuer that serves an offer.
      'OFFER-TX-CODE/sends-tx_code-as-anything-but-an-object',
      'OFFER-TX-CODE/sends-an-unknown-input_mode-in-tx_code',
      'OFFER-TX-CODE/sends-the-length-in-tx_code-as-a-word',
      'OFFER-TX-CODE/sends-a-description-in-tx_code-that-is-too-long',
      // What is announced is good; the lie is that of the wallet on this side.
      'ATT-ANNOUNCED/signs-with-an-algorithm-that-was-not-announced',
      // The verifier must not use it; issuing it is not forbidden.
      'CRED-CURRENT/issues-a-credential-with-nbf-in-the-future',
      'CRED-CURRENT/issues-a-credential-that-is-valid-in-ten-minutes',
      // Deeds of a holder, with the credential of an honest issuer.
      'SD-RECUT/turns-maskedmobile-into-mobile',
      'SD-RECUT/turns-subdistrict-into-district-and-discloses-nothing-else',
      'SD-RECUT/turns-maskedemail-into-email-where-salts-are-not-encoded-again',
      'SD-RECUT/turns-the-middle-of-a-value-into-a-claim',
    ])
  })
})
