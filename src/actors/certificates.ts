import { isObject, type JsonObject } from '../protocol/json.ts'
import { writeJwe } from '../protocol/jwe.ts'
import type { Jwk } from '../protocol/jwk.ts'
import { remembering } from '../protocol/remembering.ts'
import { type CertificateDraft, writeCertificate } from '../protocol/x509-write.ts'
import type { World } from './world.ts'

const day = 86_400_000

/** What the key store of a device says of a key that it keeps, signed with that key (section 2.4). */
export const vouch = ({ now }: World, key: Jwk): CertificateDraft => ({
  subject: 'Attested key',
  issuer: 'Attested key',
  publicKey: key,
  issuerKey: key,
  serial: 1,
  notBefore: new Date(now * 1000 - 30 * day),
  notAfter: new Date(now * 1000 + 30 * day),
  keyUsage: ['digitalSignature'],
})

const inBase64 = remembering((draft: CertificateDraft): string => writeCertificate(draft).toString('base64'))

/** A certificate in base64, encrypted with the key that the response is to be encrypted with (section 2.4). */
export function enclose({ responseEncryption, random }: World, draft: CertificateDraft): string {
  const { jwk, alg, enc = 'A256GCM' } = responseEncryption
  if (!isObject(jwk)) throw new TypeError('the world asks for encryption with a key')
  const { kid } = jwk
  const header: JsonObject = { alg: jwk.alg ?? alg ?? '', enc, ...(kid !== undefined && { kid }) }
  return writeJwe({ plaintext: inBase64(draft), header, key: jwk, random })
}
