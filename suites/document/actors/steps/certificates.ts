import { isObject, type JsonObject } from '../../../../protocol/encoding/json.ts'
import { memoizeLast } from '../../../../protocol/encoding/memoize-last.ts'
import { writeJwe } from '../../../../protocol/jose/jwe.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { type CertificateDraft, writeCertificate } from '../../../../protocol/x509/certificate-write.ts'
import type { ActorEnvironment } from './environment.ts'

const day = 86_400_000

/** What the key store of a device says of a key that it keeps, signed with that key (section 2.4). */
export const describeAttestedKey = ({ now }: ActorEnvironment, key: Jwk): CertificateDraft => ({
  subject: 'Attested key',
  issuer: 'Attested key',
  publicKey: key,
  issuerKey: key,
  serial: 1,
  notBefore: new Date(now * 1000 - 30 * day),
  notAfter: new Date(now * 1000 + 30 * day),
  keyUsage: ['digitalSignature'],
})

const encodeCertificate = memoizeLast((draft: CertificateDraft): string => writeCertificate(draft).toString('base64'))

/** A certificate in base64, encrypted with the key that the response is to be encrypted with (section 2.4). */
export function encryptCertificate({ responseEncryption, random }: ActorEnvironment, draft: CertificateDraft): string {
  const { jwk, alg, enc = 'A256GCM' } = responseEncryption
  if (!isObject(jwk)) throw new TypeError('the world asks for encryption with a key')
  const { kid } = jwk
  const header: JsonObject = { alg: jwk.alg ?? alg ?? '', enc, ...(kid !== undefined && { kid }) }
  return writeJwe({ plaintext: encodeCertificate(draft), header, key: jwk, random })
}
