import { type CoseMessage, coseLabels, readCoseValue, understoodLabels } from '../../../protocol/cbor/cose.ts'
import { type CborMap, isCborMap } from '../../../protocol/cbor/decode.ts'
import { isObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readCoseKey } from '../../../protocol/mdoc/cose-key.ts'
import { readDeviceNameSpaces, writeDeviceAuthentication } from '../../../protocol/mdoc/device-signed.ts'
import {
  findCertifiedKey,
  hasBegun,
  hasDigests,
  type IssuedMdoc,
  isSignedBy,
  isSignedInTime,
  isUnexpired,
  listShown,
  readIssuedMdoc,
} from '../../../protocol/mdoc/issued-mdoc.ts'
import { readMdoc } from '../../../protocol/mdoc/recognise.ts'
import { listVpTranscripts } from '../../../protocol/openid4vp/transcripts.ts'
import type { FormatChecks } from './format-checks.ts'
import type { VpPresentation } from './verifier-steps.ts'

/** A document that can be read, with what its issuer signed. */
interface ReadDocument extends IssuedMdoc {
  readonly docType: string
  readonly deviceSigned: CborMap
}

function readDocument(text: string): ReadDocument | undefined {
  const documents = readMdoc(text).get('documents')
  const [document] = Array.isArray(documents) ? documents : []
  if (!isCborMap(document)) return undefined
  const [issuerSigned, deviceSigned] = [document.get('issuerSigned'), document.get('deviceSigned')]
  if (!isCborMap(issuerSigned) || !isCborMap(deviceSigned)) return undefined
  return { ...readIssuedMdoc(issuerSigned), docType: `${document.get('docType')}`, deviceSigned }
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

const readProof = ({ deviceSigned }: ReadDocument) => {
  const auth = deviceSigned.get('deviceAuth')
  return isCborMap(auth) ? auth.get('deviceSignature') : undefined
}

/** Whether the device has signed the session, if it has signed anything. */
function hasSignedSession(document: ReadDocument, { request, origin }: VpPresentation): boolean {
  const { object, docType, deviceSigned } = document
  const proof = readProof(document)
  if (proof === undefined) return true
  const info = object.get('deviceKeyInfo')
  const key = isCborMap(info) ? readCoseKey(info.get('deviceKey')) : undefined
  const spaces = readDeviceNameSpaces(deviceSigned)?.whole ?? Buffer.alloc(0)
  return listVpTranscripts(request, origin).some((transcript) => {
    const detached = writeDeviceAuthentication(transcript, docType, spaces)
    return isSignedBy(readCoseValue(proof, { detached }), key)
  })
}

/** Whether a message has no critical parameter that is not known here (RFC 9052, section 3.1). */
function isUnderstood({ protected: header }: CoseMessage): boolean {
  const critical = header.get(coseLabels.crit) ?? []
  return Array.isArray(critical) && critical.every((label) => understoodLabels.has(label))
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
  'issuer-signed': check((document, { trusted }) =>
    isSignedBy(document.auth, findCertifiedKey(document, trusted.anchors)),
  ),
  'header-understood': check((document) => {
    const proof = readProof(document)
    const device = proof === undefined ? [] : [readCoseValue(proof, { detached: Buffer.alloc(0) })]
    return [document.auth, ...device].every(isUnderstood)
  }),
  'disclosures-known': check(hasDigests),
  'valid-now': check(
    (document, { now }) => isSignedInTime(document) && hasBegun(document, now) && isUnexpired(document, now),
  ),
  'binding-present': check((document) => readProof(document) !== undefined),
  'binding-typ': accept,
  'binding-time': accept,
  'binding-signed': check(hasSignedSession),
  'binding-nonce': accept,
  'binding-audience': accept,
  'binding-hash': accept,
}
