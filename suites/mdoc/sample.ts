import { createHash, X509Certificate } from 'node:crypto'
import type { KnownFacts } from '../../model/finding.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { coseLabels } from '../../protocol/cbor/cose.ts'
import { encodeCbor, RawCbor, type WritableCbor } from '../../protocol/cbor/encode.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { signEs256 } from '../../protocol/jose/es256.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { keyLabels } from '../../protocol/mdoc/cose-key.ts'
import { computeDeviceMac } from '../../protocol/mdoc/device-mac.ts'
import { makeTranscript, writeDeviceAuthentication, writeTime } from '../../protocol/mdoc/device-signed.ts'
import { drivingLicence, extendedKeyUsage, licenceIssuer } from '../../protocol/mdoc/driving-licence.ts'
import { encodedTag, type MdocElement, writeEncoded } from '../../protocol/mdoc/issuer-signed.ts'
import type { Extension } from '../../protocol/x509/certificate.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { sampleTime, signers, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }

/** A map before it is encoded. */
export type Members = ReadonlyMap<string | number, WritableCbor>

type Step<T, Result = T> = (value: T) => Result

/** What a COSE message has otherwise. */
export interface CoseChange {
  readonly alg?: keyof typeof signers
  readonly header?: Step<Members>
  readonly unprotected?: Step<Members>
  readonly payload?: Step<WritableCbor>
  /** The octets that are signed, in place of the right ones. */
  readonly signed?: Step<Buffer>
  /** Who signs: the device, with its own key, where it is not said. */
  readonly signer?: 'issuer' | 'device'
  readonly parts?: Step<readonly WritableCbor[], WritableCbor>
}

/** What a sample does otherwise than the usual one. Each step gets what the step before it made. */
export interface MdocChange {
  readonly about?: 'issuer-signed' | 'document' | 'response'
  /** An item before it is hashed. */
  readonly item?: (item: Members, index: number) => WritableCbor
  /** What is hashed of an item, by default with its tag and its head. */
  readonly hashed?: (octets: Buffer) => Buffer
  readonly hash?: string
  readonly object?: Step<Members, WritableCbor>
  readonly validity?: Step<Members>
  /** The items that are shown, as they are written. */
  readonly items?: Step<readonly WritableCbor[]>
  readonly auth?: CoseChange
  readonly leaf?: Partial<CertificateDraft>
  readonly root?: Partial<CertificateDraft>
  readonly issuerSigned?: Step<Members>
  readonly deviceElements?: WritableCbor
  readonly device?: CoseChange
  readonly deviceSigned?: Step<Members>
  readonly document?: Step<Members>
  readonly response?: Step<Members>
  readonly octets?: Step<Buffer>
  readonly write?: BufferEncoding
  readonly facts?: Partial<KnownFacts>
  /** Other elements than the usual ones, each with its name space. */
  readonly elements?: readonly MdocElement[]
  /** The private key of the reader, for a MAC in place of a signature. */
  readonly reader?: Jwk
  /** The type for which the device signs. */
  readonly signedType?: string
  /** The transcript of another session than the usual one. */
  readonly transcript?: Buffer
}

const keep = <T>(value: T): T => value

const year = 365 * 86_400
export const toDate = (seconds: number): Date => new Date(seconds * 1000)
export const formatTime = (seconds: number): string => toDate(seconds).toISOString().replace('.000', '')

export const docType = drivingLicence
export const nameSpace = 'org.iso.18013.5.1'

/** 1.0.18013.5.1.2, the purpose of certificates of issuers of driving licences. */
export const licencePurpose: Extension = {
  id: extendedKeyUsage,
  critical: true,
  value: Buffer.concat([Buffer.of(0x30, licenceIssuer.length), licenceIssuer]),
}

/** The request of OpenID4VP that the usual response answers. */
export const usualRequest: JsonObject = {
  client_id: 'x509_san_dns:verifier.example',
  nonce: 'n-0S6_WzA2Mj',
  response_uri: 'https://verifier.example/response',
}

const usualElements: readonly MdocElement[] = [
  ['family_name', 'Example', nameSpace],
  ['given_name', 'Erin', nameSpace],
  ['birth_date', { tag: 1004, value: '1990-02-03' }, nameSpace],
  ['portrait', Buffer.alloc(300, 7), nameSpace],
  ['age_over_18', true, nameSpace],
]

const makeRandom = (index: number): Buffer => createHash('sha256').update(`random ${index}`).digest()

const dates = { notBefore: toDate(sampleTime - year), notAfter: toDate(sampleTime + year) }

function makeCertificates({ leaf = {}, root = {}, auth = {} }: MdocChange) {
  const authority = {
    ...dates,
    subject: 'Example authority',
    issuer: 'Example authority',
    serial: 1,
    issuerKey: keys.other,
  }
  const own = {
    ...authority,
    ...{ subject: 'issuer.example', serial: 2, ca: false, keyUsage: ['digitalSignature'] as const },
    publicKey: toPublic(signers[auth.alg ?? 'ES256'].key),
    extensions: [licencePurpose],
  }
  const top = { ...authority, publicKey: toPublic(keys.other), ca: true, keyUsage: ['keyCertSign'] as const }
  return { leaf: writeCertificate({ ...own, ...leaf }), root: writeCertificate({ ...top, ...root }) }
}

const coseAlgorithms = { ES256: -7, ES384: -35, ES512: -36, EdDSA: -8, PS256: -37, RS256: -257 } as const

/** A COSE_Sign1 message. A detached payload is signed, and not written. */
function writeCose(change: CoseChange, content: Buffer, unprotected: Members, isDetached: boolean): WritableCbor {
  const { alg = 'ES256', header = keep, payload = keep, parts = keep, signed = keep } = change
  const first = encodeCbor(header(new Map([[coseLabels.alg, coseAlgorithms[alg]]])))
  const input = signed(encodeCbor(['Signature1', first, Buffer.alloc(0), content]))
  const isDevice = change.signer === 'device' && alg === 'ES256'
  const signature = isDevice ? signEs256(input, keys.holder) : signers[alg].sign(input.toString('latin1'))
  return parts([first, (change.unprotected ?? keep)(unprotected), payload(isDetached ? null : content), signature])
}

const usualDeviceKey: Members = new Map<number, WritableCbor>([
  [keyLabels.kty, 2],
  [keyLabels.crv, 1],
  [keyLabels.x, Buffer.from(keys.holder.x, 'base64url')],
  [keyLabels.y, Buffer.from(keys.holder.y, 'base64url')],
])

export const toMap = (members: Readonly<Record<string, WritableCbor>>): Members => new Map(Object.entries(members))

const usualTimes = { signed: sampleTime - 86_400, validFrom: sampleTime - 86_400, validUntil: sampleTime + 86_400 }

/** What belongs to elements, by their name spaces. */
const groupBySpace = <T>(elements: readonly MdocElement[], all: readonly T[]): ReadonlyMap<string, readonly T[]> =>
  Map.groupBy(all, (_, i) => elements[i]?.[2] ?? nameSpace)

function makeIssuerSigned(change: MdocChange): { readonly map: Members; readonly root: Buffer } {
  const { item = keep, hashed = writeEncoded, hash = 'sha256', object = keep, validity = keep, items = keep } = change
  const { elements = usualElements } = change
  const octets = elements.map(([elementIdentifier, elementValue], index) =>
    encodeCbor(item(toMap({ digestID: index, random: makeRandom(index), elementIdentifier, elementValue }), index)),
  )
  const digests = groupBySpace(
    elements,
    octets.map((each, i) => [i, createHash(hash).update(hashed(each)).digest()] as const),
  )
  const times = Object.entries(usualTimes).map(([name, seconds]) => [name, writeTime(formatTime(seconds))] as const)
  const content = object(
    toMap({
      version: '1.0',
      digestAlgorithm: 'SHA-256',
      valueDigests: new Map([...digests].map(([space, own]) => [space, new Map(own)])),
      deviceKeyInfo: toMap({ deviceKey: usualDeviceKey }),
      docType,
      validityInfo: validity(new Map(times)),
    }),
  )
  const { leaf, root } = makeCertificates(change)
  const auth = writeCose(
    change.auth ?? {},
    writeEncoded(encodeCbor(content)),
    new Map([[coseLabels.x5chain, leaf]]),
    false,
  )
  const wrapped = octets.map((value) => ({ tag: encodedTag, value }))
  const shown = change.elements ? groupBySpace(elements, wrapped) : new Map([[nameSpace, items(wrapped)]])
  const map = toMap({ nameSpaces: shown, issuerAuth: auth })
  return { map: (change.issuerSigned ?? keep)(map), root }
}

/** A COSE_Mac0 message over a detached payload. */
function writeMac(content: Buffer, transcript: Buffer, reader: Jwk): WritableCbor {
  const first = encodeCbor(new Map([[coseLabels.alg, 5]]))
  const input = encodeCbor(['MAC0', first, Buffer.alloc(0), content])
  const keysOfMac = { privateKey: keys.holder, publicKey: toPublic({ ...reader } as Record<string, string>) }
  return [first, new Map(), null, computeDeviceMac(input, transcript, keysOfMac) ?? Buffer.alloc(32)]
}

function makeDocument(change: MdocChange, issuerSigned: Members): Members {
  const elements = encodeCbor(change.deviceElements ?? new Map())
  const transcript = change.transcript ?? makeTranscript(usualRequest) ?? Buffer.alloc(0)
  const content = writeDeviceAuthentication(transcript, change.signedType ?? docType, writeEncoded(elements))
  const deviceSignature = writeCose({ signer: 'device', ...change.device }, content, new Map(), true)
  const deviceSigned = toMap({
    nameSpaces: { tag: encodedTag, value: elements },
    deviceAuth: change.reader
      ? toMap({ deviceMac: writeMac(content, transcript, change.reader) })
      : toMap({ deviceSignature }),
  })
  const document = toMap({ docType, issuerSigned, deviceSigned: (change.deviceSigned ?? keep)(deviceSigned) })
  return (change.document ?? keep)(document)
}

/** Makes what an issuer signed, a document of a device, or its response. */
export function makeMdocSample(change: MdocChange = {}): {
  readonly kind: ArtefactKind
  readonly text: string
  readonly facts: KnownFacts
} {
  const { about = 'issuer-signed', octets = keep, write = 'base64url', facts = {} } = change
  const { map, root } = makeIssuerSigned(change)
  const document = makeDocument(change, map)
  const response = toMap({ version: '1.0', documents: [document], status: 0 })
  const content = { 'issuer-signed': map, document, response: (change.response ?? keep)(response) }[about]
  const anchors = [new X509Certificate(root).toString()]
  return {
    kind: `mdoc-${about}`,
    text: octets(encodeCbor(content)).toString(write),
    facts: { now: sampleTime, anchors, ...(about !== 'issuer-signed' && { request: usualRequest }), ...facts },
  }
}

/** Members that are added to a map, or take the place of those that it has; those of `undefined` are left out. */
export const setEntries =
  (members: Readonly<Record<string, WritableCbor>>) =>
  (map: Members): Members =>
    new Map([...map, ...Object.entries(members)].filter(([name]) => members[name] !== undefined || !(name in members)))

/** The same by numbers. */
export const setLabel =
  (label: number, value: WritableCbor) =>
  (map: Members): Members =>
    new Map([...[...map].filter(([each]) => each !== label), ...(value === undefined ? [] : [[label, value] as const])])

export const wrapRaw = (octets: Buffer): RawCbor => new RawCbor(octets)
