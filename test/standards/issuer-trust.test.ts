import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  certifyAsNamesake,
  certifySelf,
  issuerTrust,
  usualIssuer,
} from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { certifyIssuer } from '../../suites/sd-jwt/test-authority.ts'

const { publicKey: trusted } = new X509Certificate(issuerTrust.root)

/** By the means of Node, which Assay's own chains do not use. */
const isByTrusted = (certificate: Buffer): boolean => new X509Certificate(certificate).verify(trusted)

describe('the certificates that a verifier is shown', () => {
  it('has that of the usual issuer by the trusted authority', () => {
    expect(isByTrusted(certifyIssuer(usualIssuer))).toBe(true)
  })

  it.each([
    ['a namesake of the authority', certifyAsNamesake],
    ['the issuer itself', certifySelf],
  ] as const)('has those by %s signed by a key that is not trusted', (_, certify) => {
    expect(isByTrusted(certify(usualIssuer))).toBe(false)
  })
})
