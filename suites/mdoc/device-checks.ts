import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { type CheckContext, finding, type Inspection, inconclusive, notApplicable } from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { coseLabels, nameCoseAlgorithm, readCoseValue } from '../../protocol/cbor/cose.ts'
import { type CborMap, type CborValue, decodeCbor, isCborMap } from '../../protocol/cbor/decode.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { isKeyFor, type Verification, verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import { describeUnsoundKey } from '../../protocol/jose/sound-key.ts'
import { readCoseKey } from '../../protocol/mdoc/cose-key.ts'
import { verifyDeviceMac } from '../../protocol/mdoc/device-mac.ts'
import { listTranscripts, readDeviceNameSpaces, writeDeviceAuthentication } from '../../protocol/mdoc/device-signed.ts'
import type { CoseHeaders } from '../cose/header-rules.ts'
import { showCbor } from '../cose/show-cbor.ts'
import { readDeviceKey, readObject, unreadable } from './parts.ts'
import { coseOf, MDDEV, MDRESP } from './requirements.ts'
import { hasType, isMapOf, isTexted } from './values.ts'

const names = ['docType', 'issuerSigned', 'deviceSigned'] as const

/** What the device signed, in a document that can be read. */
interface Device {
  readonly document: CborMap
  readonly signed: CborMap
  /** The one of both that is there. */
  readonly proof?: CborValue
  readonly isMac: boolean
}

function readDevice(document: CborMap): Device | undefined {
  const signed = document.get('deviceSigned')
  const auth = isCborMap(signed) ? signed.get('deviceAuth') : undefined
  if (!isCborMap(signed)) return undefined
  const own = isCborMap(auth) ? auth : new Map<string, CborValue>()
  return { document, signed, proof: own.get('deviceSignature') ?? own.get('deviceMac'), isMac: own.has('deviceMac') }
}

const checkDevice = (row: Requirement, inspect: (device: Device, context: CheckContext) => Inspection): Check =>
  checkArtefact(row, 'mdoc-document', function* (document, context) {
    const device = context.derive(readDevice, document)
    return device ? yield* inspect(device, context) : notApplicable('there is no `deviceSigned`')
  })

const listParts = (proof: CborValue): readonly CborValue[] => (Array.isArray(proof) ? proof : [])

/** The mobile security object of a document. */
function findObject(document: CborMap, context: CheckContext): CborMap | undefined {
  const signed = document.get('issuerSigned')
  return isCborMap(signed) ? context.derive(readObject, signed) : undefined
}

function readHeaders({ proof, isMac }: Device): CoseHeaders | undefined {
  const read = attempt(() => readCoseValue(proof, { detached: Buffer.alloc(0), isMac }))
  return 'value' in read ? read.value : undefined
}

const readAlgorithm = (device: Device): CborValue =>
  nameCoseAlgorithm(readHeaders(device)?.protected.get(coseLabels.alg))

const isPresent = (value: CborValue): boolean => value !== undefined

/** Numbers of errors, by what they are about. */
const isErrors = (value: CborValue): boolean => isMapOf(value, Number.isInteger)

/** The elements that the device signed itself, each with its name space. */
function listDeviceElements(signed: CborMap): readonly (readonly [space: CborValue, element: CborValue])[] {
  const read = attempt(() => decodeCbor(readDeviceNameSpaces(signed)?.content ?? Buffer.alloc(0)))
  const spaces = 'value' in read && isCborMap(read.value) ? [...read.value] : []
  return spaces.flatMap(([space, own]) => (isCborMap(own) ? [...own.keys()].map((name) => [space, name] as const) : []))
}

/** Whether the issuer authorized the key of the device for an element, or for its name space. */
function isAuthorized(object: CborMap, space: CborValue, element: CborValue): boolean {
  const info = object.get('deviceKeyInfo')
  const own = isCborMap(info) ? info.get('keyAuthorizations') : undefined
  if (!isCborMap(own)) return false
  const [spaces, elements] = [own.get('nameSpaces'), own.get('dataElements')]
  const names = isCborMap(elements) ? elements.get(`${space}`) : undefined
  return [spaces, names].some((each, i) => Array.isArray(each) && each.includes(i === 0 ? space : element))
}

const ofDocuments: readonly Check[] = [
  checkReadable(MDDEV.READ, 'mdoc-document', unreadable),
  checkArtefact(MDDEV.READ, 'mdoc-document', function* (document) {
    for (const name of names) {
      const isRight = name === 'docType' ? hasType(document.get(name), 'text') : isCborMap(document.get(name))
      if (!isRight) yield finding(`/${name}`, name === 'docType' ? 'text' : 'a map', showCbor(document.get(name)))
    }
    return undefined
  }),
  checkArtefact(MDDEV.TYPE, 'mdoc-document', function* (document, context) {
    const object = findObject(document, context)
    if (!object) return notApplicable('there is no mobile security object')
    if (document.get('docType') !== object.get('docType'))
      yield finding('/docType', 'the type in the mobile security object', 'another one')
    return undefined
  }),
  checkDevice(MDDEV.SPACES, function* ({ signed }) {
    const read = attempt(() => decodeCbor(readDeviceNameSpaces(signed)?.content ?? Buffer.alloc(0)))
    if (!('value' in read && isCborMap(read.value)))
      yield finding('/deviceSigned/nameSpaces', 'a map in a byte string with tag 24', 'another data item')
    else
      for (const [space, elements] of read.value)
        if (typeof space !== 'string' || !isMapOf(elements, isPresent))
          yield finding(`/deviceSigned/nameSpaces/${space}`, 'elements by their names', showCbor(elements))
    return undefined
  }),
  checkDevice(MDDEV.AUTHORIZED, function* ({ document, signed }, context) {
    const object = findObject(document, context)
    const names = listDeviceElements(signed)
    if (!object || names.length === 0) return notApplicable('there are no elements of the device')
    for (const [space, element] of names)
      if (!isAuthorized(object, space, element))
        yield finding(`/deviceSigned/nameSpaces/${space}/${element}`, 'an authorized element', 'another one')
    return undefined
  }),
  checkArtefact(MDDEV.ERRORS, 'mdoc-document', function* (document) {
    const errors = document.get('errors')
    if (errors === undefined) return notApplicable('there are no errors')
    if (!isMapOf(errors, isErrors)) yield finding('/errors', 'numbers by element and name space', showCbor(errors))
    return undefined
  }),
  checkDevice(MDDEV.AUTH, function* ({ signed, proof }) {
    const auth = signed.get('deviceAuth')
    const count = isCborMap(auth) ? ['deviceSignature', 'deviceMac'].filter((name) => auth.has(name)).length : 0
    if (count !== 1) yield finding('/deviceSigned/deviceAuth', 'one of both', count === 0 ? 'none' : 'both')
    else if (listParts(proof).length !== 4)
      yield finding('/deviceSigned/deviceAuth', 'a COSE message of four parts', showCbor(proof))
    return undefined
  }),
  checkDevice(MDDEV.DETACHED, function* ({ proof }) {
    const parts = listParts(proof)
    if (parts.length !== 4) return notApplicable('there is neither signature nor MAC')
    if (parts[2] !== null) yield finding('/deviceSigned/deviceAuth payload', 'null', showCbor(parts[2]))
    return undefined
  }),
  checkDevice(MDDEV.ALG, function* (device, context) {
    const object = findObject(device.document, context)
    if (listParts(device.proof).length !== 4) return notApplicable('there is neither signature nor MAC')
    const alg = readAlgorithm(device)
    const key = object && readCoseKey(readDeviceKey(object))
    if (!device.isMac && (key === undefined || describeUnsoundKey(key) !== undefined))
      return inconclusive('the key of the device cannot be used here')
    const isRight = device.isMac ? alg === 'HS256' : key !== undefined && isKeyFor(key, alg)
    if (!isRight) yield finding('/deviceSigned/deviceAuth protected/1', 'an algorithm of this key', showCbor(alg))
    return undefined
  }),
  checkDevice(MDDEV.SIGNED, inspectSignature),
  ...checkFacet(coseOf.device, (document, { derive }) => {
    const device = derive(readDevice, document)
    const view = device && readHeaders(device)
    return view ? [{ at: '/deviceSigned/deviceAuth ', view }] : []
  }),
]

function* inspectSignature({ document, signed, proof, isMac }: Device, context: CheckContext): Inspection {
  const [object, docType, spaces] = [
    findObject(document, context),
    document.get('docType'),
    readDeviceNameSpaces(signed),
  ]
  const key = object && readCoseKey(readDeviceKey(object))
  if (typeof docType !== 'string' || !spaces || listParts(proof).length !== 4)
    return notApplicable('what is signed cannot be read')
  if (!key) return inconclusive('the key of the device cannot be used here')
  const transcripts = listTranscripts(context.request)
  if (transcripts.length === 0)
    return inconclusive('the session is unknown: pass --request, with `session_transcript`, or that of OpenID4VP')
  if (isMac) return yield* inspectMac({ proof, key, docType, spaces: spaces.whole, transcripts }, context)
  const verified = transcripts.map((transcript) =>
    verifyDevice(proof, key, writeDeviceAuthentication(transcript, docType, spaces.whole)),
  )
  const [first] = verified
  if (!first) return notApplicable('the algorithm is unknown')
  if (!first.isValid && !verified.some((each) => each?.isValid))
    yield finding('/deviceSigned/deviceAuth signature', 'a signature with the key of the device', first.reason)
  return undefined
}

interface DeviceMac {
  readonly proof: CborValue
  readonly key: Jwk
  readonly docType: string
  readonly spaces: Buffer
  readonly transcripts: readonly Buffer[]
}

function* inspectMac({ proof, key, docType, spaces, transcripts }: DeviceMac, context: CheckContext): Inspection {
  const { keys = [], presentationRequest } = context
  if (keys.length === 0)
    return inconclusive('a MAC can be verified only with the private key of the reader: pass --key')
  const isGood = transcripts.some((transcript) => {
    const detached = writeDeviceAuthentication(transcript, docType, spaces)
    const read = attempt(() => readCoseValue(proof, { detached, isMac: true }))
    if ('problem' in read) return false
    return keys.some((privateKey) => verifyDeviceMac(read.value, transcript, { privateKey, publicKey: key }))
  })
  // OpenID4VP does not say which of its keys is that of the reader.
  if (!isGood && presentationRequest) return inconclusive('none of the keys is that of the reader')
  if (!isGood) yield finding('/deviceSigned/deviceAuth tag', 'a MAC for the reader, over the session', 'another one')
  return undefined
}

/** Whether the device signed something; nothing, if the algorithm cannot be read, or the key proves nothing. */
function verifyDevice(proof: CborValue, key: Jwk, detached: Buffer): Verification | undefined {
  const read = attempt(() => readCoseValue(proof, { detached }))
  const alg = 'value' in read ? nameCoseAlgorithm(read.value.protected.get(coseLabels.alg)) : undefined
  if ('problem' in read || typeof alg !== 'string' || describeUnsoundKey(key) !== undefined) return undefined
  return verifySignature(alg, key, read.value.input.toString('latin1'), read.value.signature)
}

const statuses: ReadonlySet<CborValue> = new Set([0, 10, 11, 12])

const ofResponses: readonly Check[] = [
  checkReadable(MDRESP.READ, 'mdoc-response', unreadable),
  checkArtefact(MDRESP.VERSION, 'mdoc-response', function* (response) {
    const version = response.get('version')
    if (!isTexted(version, /^1\.\d+$/)) yield finding('/version', '1.0', showCbor(version))
    return undefined
  }),
  checkArtefact(MDRESP.STATUS, 'mdoc-response', function* (response) {
    const status = response.get('status')
    if (!statuses.has(status)) yield finding('/status', '0, 10, 11 or 12', showCbor(status))
    return undefined
  }),
  checkArtefact(MDRESP.DOCUMENTS, 'mdoc-response', function* (response) {
    const documents = response.get('documents')
    if (documents === undefined) return notApplicable('there are no documents')
    const isRight = Array.isArray(documents) && documents.length > 0 && documents.every(isCborMap)
    if (!isRight) yield finding('/documents', 'a non-empty array of maps', showCbor(documents))
    return undefined
  }),
  checkArtefact(MDRESP.ERRORS, 'mdoc-response', function* (response) {
    const errors = response.get('documentErrors')
    if (errors === undefined) return notApplicable('there are no errors')
    if (!Array.isArray(errors) || errors.length === 0 || !errors.every(isErrors))
      yield finding('/documentErrors', 'a non-empty array of numbers by type', showCbor(errors))
    return undefined
  }),
]

export const checks: readonly Check[] = [...ofDocuments, ...ofResponses]
