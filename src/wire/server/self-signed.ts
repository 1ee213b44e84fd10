import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import type { CertificateFault } from '../../../model/probe.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import type { Extension } from '../../../protocol/x509/certificate.ts'
import { writeCertificate } from '../../../protocol/x509/certificate-write.ts'
import * as der from '../../../protocol/x509/der-write.ts'

/** A certificate for a server and what goes with it, as PEM texts. */
export interface ServerIdentity {
  readonly key: string
  readonly cert: string
  /** The certificate that clients have to trust. Its key is discarded, so that it can sign no other certificate. */
  readonly authority: string
  /** Certificates of the same key that no client may accept. */
  readonly faulty: Readonly<Record<CertificateFault, string>>
}

/** Apple takes no server certificate that is good for longer than 398 days. */
const days = 90

/**
 * Makes a server certificate for names and addresses, good from yesterday on.
 *
 * It comes from an authority of its own, since several TLS libraries take no certificate that is both an authority's and a
 * server's. The keys come from the system and not from the seed: they must not be reproducible.
 */
export function makeServerIdentity(names: readonly string[], now: number): ServerIdentity {
  const [above, own] = [generateKey(), generateKey()]
  const dates = listDates(now)
  const authority = writeCertificate({
    ...dates,
    subject: authorityName,
    issuer: authorityName,
    publicKey: above.publicJwk,
    issuerKey: above.jwk,
    serial: deriveSerial(above),
    ca: true,
    pathLength: 0,
    keyUsage: ['keyCertSign'],
    extensions: [subjectKey(above)],
  })
  const certify = (changed: Partial<ServerCertificate> = {}): string =>
    certifyServer({ names, own, above, dates, issuer: authorityName, ...changed })
  return {
    key: own.pem,
    cert: certify(),
    authority: toPem(authority),
    faulty: {
      expired: certify({ dates: listDates(now - 2 * days * 86_400) }),
      'foreign name': certify({ names: ['another-host.example'] }),
      untrusted: certify({ above: generateKey() }),
      'self-signed': certify({ above: own, issuer: names[0] ?? 'localhost' }),
    },
  }
}

const authorityName = 'Assay, for this server only'

const listDates = (now: number) => ({
  notBefore: new Date((now - 86_400) * 1000),
  notAfter: new Date((now + days * 86_400) * 1000),
})

interface ServerCertificate {
  readonly names: readonly string[]
  readonly own: Key
  /** The key of the authority, and its name. */
  readonly above: Key
  readonly issuer: string
  readonly dates: ReturnType<typeof listDates>
}

const certifyServer = ({ names, own, above, issuer, dates }: ServerCertificate): string =>
  toPem(
    writeCertificate({
      ...dates,
      subject: names[0] ?? 'localhost',
      issuer,
      publicKey: own.publicJwk,
      issuerKey: above.jwk,
      serial: deriveSerial(own),
      ca: false,
      keyUsage: ['digitalSignature'],
      extensions: [serverAuth, writeAltNames(names), subjectKey(own), issuerKey(above)],
    }),
  )

interface Key {
  readonly pem: string
  readonly jwk: Jwk
  readonly publicJwk: Jwk
  /** What certificates call it: the digest of the public key. */
  readonly id: Buffer
}

function generateKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    jwk: exportJwk(privateKey),
    publicJwk: exportJwk(publicKey),
    id: createHash('sha256').update(spki).digest().subarray(0, 20),
  }
}

/** The type of Node's has members that may be undefined; an exported key has none of them. */
const exportJwk = (key: KeyObject): Jwk => key.export({ format: 'jwk' }) as Jwk

/** Browsers take no two certificates of one issuer with one serial, so that each key has its own. */
const deriveSerial = ({ id }: Key): bigint => BigInt(`0x${id.subarray(0, 8).toString('hex')}`)

const createExtension = (id: string, value: Buffer): Extension => ({ id, critical: false, value })

const serverAuth = createExtension('2.5.29.37', der.sequence(der.oid('1.3.6.1.5.5.7.3.1')))

const subjectKey = ({ id }: Key): Extension => createExtension('2.5.29.14', der.octetString(id))

const issuerKey = ({ id }: Key): Extension =>
  createExtension('2.5.29.35', der.sequence(der.implicit(0, der.octetString(id))))

/** RFC 5280 section 4.2.1.6: a name under the tag 2, the octets of an address under the tag 7. */
const writeAltNames = (names: readonly string[]): Extension =>
  createExtension(
    '2.5.29.17',
    der.sequence(
      ...names.map((name) =>
        isIP(name) ? der.implicit(7, der.octetString(encodeAddress(name))) : der.implicit(2, der.utf8String(name)),
      ),
    ),
  )

function encodeAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  // A URL writes it in hexadecimal and with one gap at most, however it was written.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [splitGroups(head), splitGroups(tail)]
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Buffer.from([...before, ...gap, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

const splitGroups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))

const toPem = (octets: Buffer): string => new X509Certificate(octets).toString()
