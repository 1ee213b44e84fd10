import { type CborMap, CborTag, type CborValue, decodeCbor, isCborMap } from '../../protocol/cbor/decode.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import type { JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readDeviceNameSpaces } from '../../protocol/mdoc/device-signed.ts'
import { listItems, readItem } from '../../protocol/mdoc/issuer-signed.ts'
import { readMdoc, recogniseMdoc } from '../../protocol/mdoc/recognise.ts'

/** One element that a document shows. */
interface ShownElement {
  readonly nameSpace: string
  readonly name: string
  readonly value: CborValue
}

/** One document of a response: its type, and its elements. */
export interface ShownDocument {
  readonly docType: CborValue
  readonly elements: readonly ShownElement[]
}

/** The documents of a presentation; nothing, if it is no response of a device. */
export function readDocuments(value: JsonValue): readonly ShownDocument[] | undefined {
  if (typeof value !== 'string' || recogniseMdoc(value)?.kind !== 'mdoc-response') return undefined
  const read = attempt(() => readMdoc(value))
  const documents = 'value' in read ? read.value.get('documents') : undefined
  return (Array.isArray(documents) ? documents : []).filter(isCborMap).map(readDocument)
}

function readDocument(document: CborMap): ShownDocument {
  const [issuerSigned, deviceSigned] = [document.get('issuerSigned'), document.get('deviceSigned')]
  const issued = isCborMap(issuerSigned) ? listIssued(issuerSigned) : []
  const own = isCborMap(deviceSigned) ? listOwn(deviceSigned) : []
  return { docType: document.get('docType'), elements: [...issued, ...own] }
}

const listIssued = (signed: CborMap): readonly ShownElement[] =>
  listItems(signed).flatMap(({ nameSpace, encoded }) => {
    const read = attempt(() => readItem(encoded?.content ?? Buffer.alloc(0)))
    if ('problem' in read) return []
    const { value } = read
    return [{ nameSpace, name: `${value.get('elementIdentifier')}`, value: value.get('elementValue') }]
  })

/** The elements that the device has signed itself. */
function listOwn(signed: CborMap): readonly ShownElement[] {
  const read = attempt(() => decodeCbor(readDeviceNameSpaces(signed)?.content ?? Buffer.alloc(0)))
  if (!('value' in read) || !isCborMap(read.value)) return []
  return [...read.value].flatMap(([nameSpace, members]) =>
    isCborMap(members)
      ? [...members].map(([name, value]) => ({ nameSpace: `${nameSpace}`, name: `${name}`, value }))
      : [],
  )
}

/** A value as queries have it (RFC 8949, section 6.1); what JSON does not have is nothing that a query could ask for. */
export function toQueried(value: CborValue): JsonValue {
  const inner = value instanceof CborTag ? value.value : value
  if (Buffer.isBuffer(inner)) return encodeBase64url(inner)
  return typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean' ? inner : null
}
