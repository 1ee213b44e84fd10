import { createHash } from 'node:crypto'
import { type CoseMessage, coseLabels, nameCoseAlgorithm, readCoseValue } from '../../../protocol/cbor/cose.ts'
import { type CborMap, isCborMap } from '../../../protocol/cbor/decode.ts'
import { isObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import { readCoseKey } from '../../../protocol/mdoc/cose-key.ts'
import { readDeviceNameSpaces, readTime, writeDeviceAuthentication } from '../../../protocol/mdoc/device-signed.ts'
import {
  digestAlgorithms,
  listItems,
  readIssuerAuth,
  readItem,
  readSecurityObject,
} from '../../../protocol/mdoc/issuer-signed.ts'
import { readMdoc } from '../../../protocol/mdoc/recognise.ts'
import { listVpTranscripts } from '../../../protocol/openid4vp/transcripts.ts'
import { readChain } from '../../../protocol/x509/certificate.ts'
import { exportKey, isAnchored } from '../../../protocol/x509/chain.ts'
import type { FormatChecks } from './format-checks.ts'
import type { VpPresentation } from './verifier-steps.ts'

/** A document that can be read, with what its issuer signed. */
interface ReadDocument {
  readonly docType: string
  readonly issuerSigned: CborMap
  readonly auth: CoseMessage
  readonly object: CborMap
  readonly deviceSigned: CborMap
}

function readDocument(text: string): ReadDocument | undefined {
  const documents = readMdoc(text).get('documents')
  const [document] = Array.isArray(documents) ? documents : []
  if (!isCborMap(document)) return undefined
  const [issuerSigned, deviceSigned] = [document.get('issuerSigned'), document.get('deviceSigned')]
  if (!isCborMap(issuerSigned) || !isCborMap(deviceSigned)) return undefined
  const auth = readIssuerAuth(issuerSigned)
  return { docType: `${document.get('docType')}`, issuerSigned, auth, object: readSecurityObject(auth), deviceSigned }
}

const check =
  (isGood: (document: ReadDocument, presentation: VpPresentation) => boolean) =>
  (presentation: VpPresentation): boolean => {
    const read = attempt(() => {
      const document = readDocument(readText(presentation.value))
      return document !== undefined && isGood(document, presentation)
    })
    return 'value' in read && read.value
  }

const hasSigned = (message: CoseMessage, key: Jwk | undefined): boolean => {
  const alg = nameCoseAlgorithm(message.protected.get(coseLabels.alg))
  if (typeof alg !== 'string' || !key) return false
  return verifySignature(alg, key, message.input.toString('latin1'), message.signature).isValid
}

const listShown = ({ issuerSigned }: ReadDocument) =>
  listItems(issuerSigned).map(({ nameSpace, encoded }) => {
    const item = encoded ? readItem(encoded.content) : new Map()
    const [name, value] = [`${item.get('elementIdentifier')}`, item.get('elementValue')]
    return { nameSpace, name, value, number: item.get('digestID'), whole: encoded?.whole }
  })

function hasDigests(document: ReadDocument): boolean {
  const { object } = document
  const hash = digestAlgorithms.get(object.get('digestAlgorithm'))
  const all = object.get('valueDigests')
  return listShown(document).every(({ nameSpace, number, whole }) => {
    const own = isCborMap(all) ? all.get(nameSpace) : undefined
    const digest = isCborMap(own) && typeof number === 'number' ? own.get(number) : undefined
    if (!hash || !whole || !Buffer.isBuffer(digest)) return false
    return createHash(hash.name).update(whole).digest().equals(digest)
  })
}

const readMoment = ({ object }: ReadDocument, name: string): number => {
  const validity = object.get('validityInfo')
  return Date.parse((isCborMap(validity) && readTime(validity.get(name))) || '') / 1000
}

const readProof = ({ deviceSigned }: ReadDocument) => {
  const auth = deviceSigned.get('deviceAuth')
  return isCborMap(auth) ? auth.get('deviceSignature') : undefined
}

/** Whether the device has signed the session, if it has signed anything. */
function hasSignedSession(document: ReadDocument, { request }: VpPresentation): boolean {
  const { object, docType, deviceSigned } = document
  const proof = readProof(document)
  if (proof === undefined) return true
  const info = object.get('deviceKeyInfo')
  const key = isCborMap(info) ? readCoseKey(info.get('deviceKey')) : undefined
  const spaces = readDeviceNameSpaces(deviceSigned)?.whole ?? Buffer.alloc(0)
  return listVpTranscripts(request).some((transcript) => {
    const detached = writeDeviceAuthentication(transcript, docType, spaces)
    return hasSigned(readCoseValue(proof, { detached }), key)
  })
}

const accept = (): boolean => true

/** How an mdoc is looked at. What binds it to the session is in one signature. */
export const mdocChecks: FormatChecks = {
  'format-right': check(() => true),
  'type-right': check(({ docType, object }, { query: { meta } }) => {
    const wanted = isObject(meta) ? meta.doctype_value : undefined
    return object.get('docType') === docType && (wanted === undefined || wanted === docType)
  }),
  'claims-complete': check((document, { query: { claims } }) => {
    const shown = listShown(document)
    return (Array.isArray(claims) ? claims.filter(isObject) : []).every(({ path }) => {
      const [nameSpace, name] = Array.isArray(path) ? path : []
      return shown.some((each) => each.nameSpace === nameSpace && each.name === name)
    })
  }),
  'values-right': check((document, { query: { claims } }) => {
    const shown = listShown(document)
    return (Array.isArray(claims) ? claims.filter(isObject) : []).every(({ path, values }) => {
      const [nameSpace, name] = Array.isArray(path) ? path : []
      const own = shown.filter((each) => each.nameSpace === nameSpace && each.name === name)
      return !Array.isArray(values) || own.every(({ value }) => values.some((each) => each === value))
    })
  }),
  'issuer-signed': check(({ auth }, { trusted }) => {
    const certificate = auth.unprotected.get(coseLabels.x5chain)
    const chain = readChain([Buffer.isBuffer(certificate) ? certificate.toString('base64') : ''])
    return isAnchored(chain, trusted.anchors) && hasSigned(auth, chain[0] && exportKey(chain[0]))
  }),
  'header-understood': accept,
  'disclosures-known': check(hasDigests),
  'valid-now': check(
    (document, { now }) => now >= readMoment(document, 'validFrom') && now < readMoment(document, 'validUntil'),
  ),
  'binding-present': check((document) => readProof(document) !== undefined),
  'binding-typ': accept,
  'binding-time': accept,
  'binding-signed': check(hasSignedSession),
  'binding-nonce': accept,
  'binding-audience': accept,
  'binding-hash': accept,
}
