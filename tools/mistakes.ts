import { createHash } from 'node:crypto'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import keys from '../fixtures/keys.json' with { type: 'json' }
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import { encodeBase64url } from '../protocol/encoding/base64url.ts'
import { writeJwe } from '../protocol/jose/jwe.ts'
import { buildDigestInput, type Claim } from '../protocol/sd-jwt/claim.ts'
import { toPublicKey } from '../suites/document/actors/steps/environment.ts'
import { replaceStep } from '../suites/document/kit/mutations.ts'
import type { ActorMutation } from '../suites/document/model/actors.ts'
import type { FaultSettings } from '../suites/document/model/fault.ts'
import { createEnvironment, runOffline } from '../suites/document/reference/offline-exchange.ts'

// The mistakes of docs/diagnoses.md, each in a file of its own: made again byte for byte.

const usual: FaultSettings = { profile: 'document', decisions: {} }
const rfc9901: FaultSettings = { profile: 'document-rfc9901', decisions: {} }

const find = (kind: ArtefactKind, mutation: ActorMutation = {}, settings = usual): string =>
  runOffline(mutation, settings).artefacts.find((each) => each.kind === kind)?.text ?? ''

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

const withDigests = (digest: (claim: Claim) => string, settings = usual): string =>
  find(
    'credential',
    replaceStep('issuer', 'digest', () => digest),
    settings,
  )

/** Writes each disclosure of a credential again, with other blanks. */
const respace = (credential: string): string => {
  const [jwt = '', ...disclosures] = credential.split('~')
  const again = (text: string): string =>
    text && encodeBase64url(JSON.stringify(JSON.parse(Buffer.from(text, 'base64url').toString()), null, 3))
  return [jwt, ...disclosures.map(again)].join('~')
}

const offer = find('offer')
const sealedOffer = {
  payload: encodeBase64url(offer),
  protected: encodeBase64url('{"alg":"ES256"}'),
  signature: 'AAAA',
}

/** An encrypted response that says that it is compressed, around these octets. */
const seal = (octets: Uint8Array): string =>
  writeJwe({
    plaintext: octets,
    header: { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: keys.walletSeal.kid, zip: 'DEF' },
    key: toPublicKey(keys.walletSeal),
    random: createEnvironment(usual, 'mistakes').random,
    overrides: { zip: 'none' },
  })

/** The same gzip on every system: one octet names the system. */
function gzip(text: string): Buffer {
  const octets = gzipSync(text)
  octets[9] = 255
  return octets
}

const content = '{"credentials":[{"Credential":"synthetic"}]}'.repeat(20)
const raw = deflateRawSync(content)

/** The files of `fixtures/mistakes`, by their names. */
export const listMistakes = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({
      'credential-commas.txt': find('credential').replaceAll('~', ','),
      'credential-digest-order.txt': withDigests(({ salt, name, value }) =>
        hash([name, String(value), salt].map(encodeBase64url).join('')).toString('base64url'),
      ),
      'credential-hex-digests.txt': withDigests((claim) => hash(buildDigestInput(claim, 'parts')).toString('hex')),
      'credential-hex-digests-rfc9901.txt': withDigests(
        (claim) => hash(buildDigestInput(claim, 'disclosure')).toString('hex'),
        rfc9901,
      ),
      'credential-respaced.txt': respace(find('credential', {}, rfc9901)),
      'offer-byte-order-mark.json': `\uFEFF${offer}`,
      'offer-jws-json.json': JSON.stringify(sealedOffer),
      'offer-repeated-member.json': offer.replace(/("pre-authorized_code":"[^"]*")/, '$1,$1'),
      'offer-wrapped.json': JSON.stringify({ credential_offer: JSON.parse(offer) }),
      'offer-wrapped-jws.json': JSON.stringify({ credential_offer: sealedOffer }),
      'response-base64.jwe': seal(Buffer.from(raw.toString('base64'))),
      'response-cut-short.jwe': seal(raw.subarray(0, -6)),
      'response-gzip.jwe': seal(gzip(content)),
      'response-uncompressed.jwe': seal(Buffer.from(content)),
      'response-zlib.jwe': seal(deflateSync(content)),
      'status-unsigned.json': '{"id":"2a0eba80-c19e-4217-9f13-d656eee08639","status":"active"}',
    }).map(([name, text]) => [`fixtures/mistakes/${name}`, `${text}\n`]),
  )
