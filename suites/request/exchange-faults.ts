import type { Deviation } from '../../src/model/actors.ts'
import { type Fault, fault } from '../../src/model/fault.ts'
import { encodeBase64url } from '../../src/protocol/base64url.ts'
import { isObject, type JsonObject, writeJson } from '../../src/protocol/json.ts'
import { writeJwe } from '../../src/protocol/jwe.ts'
import type { Jwk } from '../../src/protocol/jwk.ts'
import { type CertificateDraft, writeCertificate } from '../../src/protocol/x509-write.ts'
import { CRED } from '../credential/requirements.ts'
import { LINK } from '../deeplink/requirements.ts'
import { after, asks, both, change, drop, fixed, instead, message, put } from '../deviations.ts'
import { ENC } from '../encryption/requirements.ts'
import { stranger, strangerSeal } from '../stranger.ts'
import { CERT, REQ, RESP } from './requirements.ts'

const { request, response } = message

const template = (name: string) =>
  request((all) => put('/credential_configuration_id', name)(drop('/credential_identifier')(all)))

/** Whoever looks at the answer sees the credential without any key. */
const alsoInClear: Deviation = {
  issuer: (honest) => {
    let shown = '' // an issuer of one session, which remembers what it made last
    return {
      ...honest,
      bundle: (jws, disclosures) => {
        shown = honest.bundle(jws, disclosures)
        return shown
      },
      answer: (sealed) => put('/preview', shown)(honest.answer(sealed)),
    }
  },
}

const inRequest = { given: { 'certificates.location': 'request' } }
const inCallback = { given: { 'certificates.location': 'callback' } }

/** Other certificates than those of the attested keys, one for each. */
const vouching = (how: (drafts: readonly CertificateDraft[]) => readonly CertificateDraft[]) =>
  after('wallet', 'vouch', how)
const firstAlone = vouching((all) => all.slice(0, 1))
const oneTwice = vouching(([first]) => (first ? [first, first] : []))
const none = vouching(() => [])
const ofStrangers = vouching((all) => all.map((draft) => ({ ...draft, publicKey: stranger })))

/** Certificates that travel otherwise. */
const enclosing = (how: (der: Buffer) => string) =>
  instead('wallet', 'enclose', () => (drafts) => drafts.map((draft) => how(writeCertificate(draft))))
const sealedFor = (key: Jwk, alg: string) => (der: Buffer) =>
  writeJwe({ plaintext: der.toString('base64'), header: { alg, enc: 'A256GCM' }, key, random: fixed })
const inClear = (der: Buffer): string => der.toString('base64')

/** Something else than certificates, encrypted as they should be. */
const enclosed = (plaintext: Buffer | string) =>
  request((all) => {
    const { credential_response_encryption: encryption } = all as JsonObject // a request is an object
    const key = isObject(encryption) && isObject(encryption.jwk) ? encryption.jwk : {}
    const Credential = writeJwe({ plaintext, header: { alg: key.alg ?? '', enc: 'A256GCM' }, key, random: fixed })
    return put('/credentials', [{ Credential }, { Credential }])(all)
  })

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(REQ.OFFERED, 'asks for a template that was not offered', template('another_credential')),
  fault(REQ.REQUIRES, 'shows the credential in clear beside the encrypted response', alsoInClear),
  fault(REQ.COVERED, 'sends its request in clear', instead('wallet', 'encrypt', () => (all) => encodeBase64url(writeJson(all))), { alsoBreaks: [ENC.REQUEST, LINK.ONE, LINK.CLOSED] }),
  fault(CERT.EACH, 'encloses a certificate for the first key alone', firstAlone, inRequest),
  fault(CERT.EACH, 'encloses no certificate', none, inRequest),
  fault(CERT.EACH, 'has no array of certificates', request(drop('/credentials')), inRequest),
  fault(CERT.EACH, 'encloses one certificate twice', oneTwice, inRequest),
  fault(CERT.EACH, 'has a certificate for the first key alone delivered', firstAlone, inCallback),
  fault(CERT.EACH, 'has no certificate delivered', none, inCallback),
  fault(CERT.EACH, 'has one certificate delivered twice', oneTwice, inCallback),
  fault(CERT.KEY, 'encloses certificates for keys that nobody attested', ofStrangers, inRequest),
  fault(CERT.KEY, 'encloses something that is no certificate', enclosed('bm8gY2VydGlmaWNhdGU='), inRequest),
  fault(CERT.KEY, 'has certificates delivered for keys that nobody attested', ofStrangers, inCallback),
  fault(CERT.SEALED, 'encloses certificates in clear', enclosing(inClear), inRequest),
  fault(CERT.SEALED, 'encrypts certificates for a stranger', enclosing(sealedFor(strangerSeal, 'RSA-OAEP-256')), inRequest),
  fault(CERT.SEALED, 'encrypts certificates for another key of its own', enclosing(sealedFor(asks.onCurve.jwk, 'ECDH-ES+A256KW')), inRequest),
  fault(CERT.SEALED, 'encrypts certificates that are not in base64', enclosed(Buffer.alloc(300, 0xc3)), inRequest),
  fault(CERT.SEALED, 'has certificates delivered in clear', enclosing(inClear), { ...inCallback, alsoBreaks: [CRED.COMPACT] }),
  fault(CERT.SEALED, 'has certificates delivered that are encrypted for another key of its own', enclosing(sealedFor(asks.onCurve.jwk, 'ECDH-ES+A256KW')), inCallback),
  fault(RESP['SAME-ID'], 'answers with an id that nobody asked for', response(change('/credential_identifier', (id) => `${id}-2`))),
  fault(RESP.LASTING, 'gives one id to all who ask for a template', both(template('identity_credential'), response(put('/credential_identifier', 'the-same-for-all')))),
]
