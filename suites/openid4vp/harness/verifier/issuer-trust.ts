import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import type { Extension } from '../../../../protocol/x509/certificate.ts'
import { writeCertificate } from '../../../../protocol/x509/certificate-write.ts'
import { toPublic } from '../../../sd-jwt/sample.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { testAuthority, writeDraft } from '../../../sd-jwt/test-authority.ts'

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

/** What a verifier has to trust: the root of the issuer in DER, and its keys. */
export const issuerTrust: { readonly root: Buffer; readonly jwks: JsonObject } = {
  root: testAuthority,
  jwks: { keys: [{ ...toPublic(keys.issuer), kid: 'issuer-key', use: 'sig', alg: 'ES256' }] },
}
