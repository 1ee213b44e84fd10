import { coseLabels } from '../../../../protocol/cbor/cose.ts'
import { encodeCbor, type WritableCbor } from '../../../../protocol/cbor/encode.ts'
import { isObject, type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { writeTime } from '../../../../protocol/mdoc/device-signed.ts'
import { drivingLicence } from '../../../../protocol/mdoc/driving-licence.ts'
import { encodedTag, type MdocElement } from '../../../../protocol/mdoc/issuer-signed.ts'
import { makeVpTranscript } from '../../../../protocol/openid4vp/transcripts.ts'
import { allForms, textForms, writeNear } from '../../../kit/near-values.ts'
import {
  type CoseChange,
  formatTime,
  licencePurpose,
  type MdocChange,
  type Members,
  makeMdocSample,
  setEntries,
  setLabel,
} from '../../../mdoc/sample.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyIssuer } from '../../../sd-jwt/test-authority.ts'
import { readPath } from '../../presented.ts'
import type { PresentationChange } from '../../verifier/probes.ts'
import { chooseClaims, needsSeveral, renameClaims } from './choose-credentials.ts'
import { changeValue, chooseValue, listCompared, listTyped } from './issue-sd-jwt.ts'
import { forgeries } from './issuer-trust.ts'
import type { PresentationTask } from './session.ts'

/** A presentation of an mdoc that is made for the query, signed by its device for the session of the request. */
export function presentMdoc(task: PresentationTask): string {
  const { request, encryptionKey: key, issuer, change } = task
  const query = renameClaims(task.query, change)
  const docType = chooseType(query, change)
  const transcript = makeVpTranscript(changeSession(request, change), {
    ...(change !== 'keyless-session' && { key }),
    origin: changeOrigin(task),
  })
  const extensions = docType === drivingLicence ? [licencePurpose] : []
  const forge = change && forgeries[change]
  const forged = forge?.(issuer, keys.holder, extensions) ?? []
  const certificate = forged.length > 1 ? forged : (forged[0] ?? certifyIssuer(issuer, extensions))
  const { text } = makeMdocSample({
    about: 'response',
    elements: listElements(query, change),
    object: (object) =>
      setEntries({
        docType: change === 'relabelled' ? 'org.example.another' : docType,
        ...(change === 'moved-element' && { valueDigests: renameSpaces(object.get('valueDigests')) }),
      })(object),
    validity: setEntries(chooseTimes(task)),
    document: setEntries({ docType }),
    signedType: docType,
    auth: {
      ...(change && changeIssuerHeader[change]),
      unprotected: (all) =>
        setLabel(coseLabels.x5chain, certificate)(change === 'unprotected-issuer' ? setAlgorithm(all) : all),
      ...(forge && { signer: 'device' }),
      ...(change === 'other-issuer' && { signed: () => Buffer.from('something else') }),
      ...(change === 'broken-signature' && { parts: breakLast }),
    },
    ...(transcript && { transcript }),
    ...deviceChanges(change),
    ...issuedChanges(change),
  })
  return text
}

function chooseType({ meta }: JsonObject, change?: PresentationChange): string {
  const wanted = isObject(meta) ? readText(meta.doctype_value) : ''
  return change === 'other-type' ? 'org.example.another' : writeNear(wanted || drivingLicence, 'type', change)
}

/** The request for which the device signs. */
function changeSession(request: JsonObject, change?: PresentationChange): JsonObject {
  if (change === 'other-nonce') return { ...request, nonce: 'n-of-another-session-0S6_WzA2Mjq7' }
  if (change === 'other-audience') return { ...request, client_id: 'x509_san_dns:other.example' }
  if (change === 'other-address') return { ...request, response_uri: 'https://other.example/response' }
  const { nonce, client_id: client } = request
  return {
    ...request,
    nonce: writeNear(readText(nonce), 'nonce', change),
    ...(client !== undefined && { client_id: writeNear(readText(client), 'audience', change) }),
  }
}

const changeOrigin = ({ origin, change }: PresentationTask): string | undefined => {
  if (origin === undefined) return origin
  return change === 'other-audience' ? 'https://other.example' : writeNear(origin, 'audience', change)
}

/** Dates are full dates in an mdoc. */
const toElement = (value: ReturnType<typeof chooseValue>): WritableCbor => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return { tag: 1004, value }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : 'example'
}

const listElements = (query: JsonObject, change?: PresentationChange): readonly MdocElement[] =>
  chooseClaims(query).flatMap((claim) => {
    const [nameSpace, name] = readPath(claim)
    if (typeof nameSpace !== 'string' || typeof name !== 'string') return []
    const other = changeValue(claim, change)
    return [[name, toElement(other ?? chooseValue(claim, name)), nameSpace] as const]
  })

/** Whether a query needs several elements of its first name space. */
function needsSeveralOfFirst(query: JsonObject): boolean {
  const [first, ...others] = listElements(query)
  const names = [first, ...others].filter((each) => each?.[2] === first?.[2]).map((each) => each?.[0])
  return query.claim_sets === undefined && names.length > 1 && new Set(names).size === names.length
}

const day = 86_400

/** Before any certificate of the test authority was valid. */
const longAgo = '2024-06-01T00:00:00Z'

function chooseTimes({ now, change }: PresentationTask): Readonly<Record<string, WritableCbor>> {
  const write = (days: number): WritableCbor => writeTime(formatTime(now + days * day))
  if (change === 'expired') return { signed: write(-60), validFrom: write(-60), validUntil: write(-30) }
  if (change === 'not-yet-valid') return { signed: write(-1), validFrom: write(30), validUntil: write(60) }
  const signed = change === 'signed-early' ? writeTime(longAgo) : write(-1)
  return { signed, validFrom: write(-1), validUntil: write(30) }
}

/** Changes one bit of a signature. */
const breakLast = (parts: readonly WritableCbor[]): readonly WritableCbor[] => {
  const signature = Buffer.from(parts[3] as Buffer) // the fourth part of a COSE message
  signature.writeUInt8(signature.readUInt8(20) ^ 1, 20)
  return [...parts.slice(0, 3), signature]
}

const { alg, crit } = coseLabels
const setAlgorithm = setLabel(alg, -7)

/** A label for private use that every receiver of the message has to understand. */
const setCritical = (header: Members): Members => setLabel(-70_001, 1)(setLabel(crit, [-70_001])(header))

/** What an issuer, or a device, has otherwise in the protected header. */
const changeIssuerHeader: { readonly [K in PresentationChange]?: CoseChange } = {
  'critical-issuer': { header: setCritical },
  'unprotected-issuer': { header: setLabel(alg, undefined) },
  misnamed: { header: setLabel(alg, -35) },
}
const changeDeviceHeader: { readonly [K in PresentationChange]?: CoseChange } = {
  'critical-device': { header: setCritical },
  'unprotected-device': { header: setLabel(alg, undefined), unprotected: setAlgorithm },
  'misnamed-binding': { header: setLabel(alg, -35) },
}

function deviceChanges(change?: PresentationChange): MdocChange {
  const device = change && changeDeviceHeader[change]
  if (device) return { device: { signer: 'device', ...device } }
  if (change === 'unbound') return { deviceSigned: setEntries({ deviceAuth: new Map() }) }
  if (change === 'other-holder') return { device: { signer: 'issuer' } }
  return change === 'broken-binding' ? { device: { parts: breakLast } } : {}
}

const invented: Members = new Map<string, WritableCbor>([
  ['digestID', 999],
  ['random', Buffer.alloc(32, 9)],
  ['elementIdentifier', 'nickname'],
  ['elementValue', 'invented'],
])

/** Changes what is shown after the issuer has signed it. */
function issuedChanges(change?: PresentationChange): MdocChange {
  const edit = (edited: (items: readonly WritableCbor[]) => readonly WritableCbor[]): MdocChange => ({
    issuerSigned: (all) => setEntries({ nameSpaces: editFirst(all.get('nameSpaces') as SpaceItems, edited) })(all),
  })
  if (change === 'missing-first-claim') return edit((items) => items.slice(1))
  if (change === 'missing-last-claim') return edit((items) => items.slice(0, -1))
  if (change === 'missing-claim') return { issuerSigned: setEntries({ nameSpaces: undefined }) }
  if (change === 'invented-claim') return edit((items) => [...items, wrap(invented)])
  if (change === 'altered-claim')
    return edit(([, ...items]) => [wrap(setEntries({ digestID: 0, elementValue: 'changed' })(invented)), ...items])
  return {}
}

/** Digests in name spaces that are not shown. */
const renameSpaces = (digests: WritableCbor): WritableCbor =>
  digests instanceof Map ? new Map([...digests].map(([space, own]) => [`${space}.another`, own])) : digests

type SpaceItems = ReadonlyMap<string, readonly WritableCbor[]>

const wrap = (item: Members): WritableCbor => ({ tag: encodedTag, value: encodeCbor(item) })

const editFirst = (
  spaces: SpaceItems,
  edited: (items: readonly WritableCbor[]) => readonly WritableCbor[],
): SpaceItems => new Map([...spaces].map(([space, items], i) => [space, i === 0 ? edited(items) : items]))

const supported: ReadonlySet<PresentationChange> = new Set([
  'other-nonce',
  'other-audience',
  'other-address',
  'keyless-session',
  'signed-early',
  'unbound',
  'other-holder',
  'broken-binding',
  'other-issuer',
  'self-certified',
  'namesake-certified',
  'leaf-certified',
  'moved-element',
  'broken-signature',
  'altered-claim',
  'invented-claim',
  'expired',
  'not-yet-valid',
  'other-type',
  'relabelled',
  'missing-claim',
  'missing-first-claim',
  'missing-last-claim',
  'misnamed',
  'misnamed-binding',
  'critical-device',
  'critical-issuer',
  'unprotected-device',
  'unprotected-issuer',
  ...allForms.flatMap((form) => [`${form}-nonce`, `${form}-audience`, `${form}-type`, `${form}-claim`] as const),
])

/** What makes no difference where no element is asked for. */
const ofElements: ReadonlySet<PresentationChange> = new Set([
  ...textForms.map((form) => `${form}-claim` as const),
  ...(['altered-claim', 'invented-claim', 'missing-claim', 'moved-element'] as const),
])

/** What is signed by the device. Where no holder binding is asked for, a verifier may leave it out of account. */
const ofDevice: ReadonlySet<PresentationChange> = new Set([
  ...allForms.flatMap((form) => [`${form}-nonce`, `${form}-audience`] as const),
  ...(['other-nonce', 'other-audience', 'other-address', 'keyless-session'] as const),
  ...([
    'unbound',
    'other-holder',
    'broken-binding',
    'misnamed-binding',
    'critical-device',
    'unprotected-device',
  ] as const),
])

/** Whether a change makes a difference: whether there is what it changes. */
export function canChangeMdoc(change: PresentationChange, { query, origin, encryptionKey }: PresentationTask): boolean {
  if (query.require_cryptographic_holder_binding === false && ofDevice.has(change)) return false
  if (change === 'keyless-session') return encryptionKey !== undefined
  if (change === 'other-address' && origin !== undefined) return false
  if (change.endsWith('-type') && supported.has(change))
    return isObject(query.meta) && typeof query.meta.doctype_value === 'string'
  if (change === 'other-value') return listCompared(query).length > 0
  if (change === 'typed-value') return listTyped(query).length > 0
  // An empty name space would be wrong by itself.
  if (needsSeveral.has(change) && !needsSeveralOfFirst(query)) return false
  return supported.has(change) && (!ofElements.has(change) || listElements(query).length > 0)
}
