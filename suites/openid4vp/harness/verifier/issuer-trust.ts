import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import type { Extension } from '../../../../protocol/x509/certificate.ts'
import { writeCertificate } from '../../../../protocol/x509/certificate-write.ts'
import { toPublic } from '../../../sd-jwt/sample.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyIssuer, testAuthority, writeDraft } from '../../../sd-jwt/test-authority.ts'
import type { PresentationChange } from '../../verifier/probes.ts'

/** The issuer of the credentials that are presented, unless another is named. */
export const usualIssuer = 'https://issuer.example'

/** A certificate of a key for the host of the issuer that is signed by the key itself. */
export function certifySelf(issuer: string, key = keys.forger, more: readonly Extension[] = []): Buffer {
  const draft = writeDraft(new URL(issuer).hostname, toPublic(key), issuer, more)
  return writeCertificate({ ...draft, issuer: draft.subject, issuerKey: key, serial: 3 })
}

/** A certificate of a key for the host of the issuer that names the trusted authority, and is signed by the key itself. */
export const certifyAsNamesake = (issuer: string, key = keys.forger, more: readonly Extension[] = []): Buffer =>
  writeCertificate({ ...writeDraft(new URL(issuer).hostname, toPublic(key), issuer, more), issuerKey: key })

type Certify = (...given: Parameters<typeof certifySelf>) => readonly Buffer[]

/** A certificate that another issuer has signed, which is no authority, and its own. */
const certifyByLeaf: Certify = (issuer, key = keys.forger, more = []) => {
  const draft = writeDraft(new URL(issuer).hostname, toPublic(key), issuer, more)
  const own = { subject: 'Assay test issuer', issuer: draft.subject, issuerKey: keys.issuer, serial: 4 }
  return [writeCertificate({ ...draft, ...own }), certifyIssuer(issuer, more)]
}

/** A certificate by the trusted authority that has expired. */
const certifyBefore: Certify = (issuer, key = keys.forger, more = []) => {
  const draft = writeDraft(new URL(issuer).hostname, toPublic(key), issuer, more)
  return [writeCertificate({ ...draft, serial: 5, notAfter: new Date('2025-02-01T00:00:00Z') })]
}

/** The certificates of issuers that are not trusted. */
export const forgeries: { readonly [K in PresentationChange]?: Certify } = {
  'self-certified': (...given) => [certifySelf(...given)],
  'namesake-certified': (...given) => [certifyAsNamesake(...given)],
  'leaf-certified': certifyByLeaf,
  'certified-before': certifyBefore,
}

/** What a verifier has to trust: the root of the issuer in DER, and its keys. */
export const issuerTrust: { readonly root: Buffer; readonly jwks: JsonObject } = {
  root: testAuthority,
  jwks: { keys: [{ ...toPublic(keys.issuer), kid: 'issuer-key', use: 'sig', alg: 'ES256' }] },
}
